import { hash } from 'node:crypto'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Database } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { randomWithChecksum } from './key-checksum.ts'
import { makeToken, type NewToken, newTokenText, revokeTokens } from './personal-tokens.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** How long an assistant has to fetch what was granted, and how long what it is given works until it is fetched again. */
const CODE_SECONDS = 60
export const ACCESS_SECONDS = 3600
const REFRESH_BEGINS = 'daybookr_'

/** Which assistant asks, and how it proves later that it was the one. */
export interface AssistantAsking {
  clientId: string
  name: string
  redirectUri: string
  /** SHA-256 of a secret of its own, base64url (PKCE, S256). */
  challenge: string
}

/** What an assistant is given. */
export interface Issued {
  access: string
  refresh: string
}

/**
 * Grants an assistant a personal token, to be fetched once with a code.
 * @returns the code
 * @throws TooManyTokens
 */
export const grantAssistant = async (sql: Transaction, made: NewToken, { clientId, name, redirectUri, challenge }: AssistantAsking): Promise<string> => {
  const { tokenId } = await makeToken(sql, made)
  const code = newSecret()
  await sql`
    update personal_token set client = ${name}, client_hash = ${hashSecret(clientId)}, redirect_uri = ${redirectUri}, code_hash = ${hashSecret(code)},
      code_until = now() + ${CODE_SECONDS} * interval '1 second', code_challenge = ${challenge}
    where token_id = ${tokenId}`
  return code
}

interface Grant {
  tokenId: number
  venueId: number
  userId: number
  good: boolean
  fetched: boolean
  clientHash: Buffer
  redirectUri: string
  challenge: string
}

/** What an assistant sends to fetch what it was granted. */
export interface Fetching {
  code: string
  clientId: string
  redirectUri: string
  verifier: string
}

/** Gives an assistant what it was granted, for its code. A code is good once: shown again, it ends what it was good for. Nothing where it is not good. */
export const fetchGrant = async (database: Database, { code, clientId, redirectUri, verifier }: Fetching): Promise<Issued | undefined> => {
  const codeHash = hashSecret(code)
  const [known] = await database.house<{ venueId: number }[]>`select venue_id as "venueId" from personal_token where code_hash = ${codeHash}`
  if (!known) return undefined
  return database.inVenue(known.venueId, async (sql) => {
    const [grant] = await sql<Grant[]>`
      select token_id as "tokenId", venue_id as "venueId", user_id as "userId", revoked_at is null and code_until > now() as good, fetched_at is not null as fetched,
        client_hash as "clientHash", redirect_uri as "redirectUri", code_challenge as challenge
      from personal_token where code_hash = ${codeHash} for update`
    if (!grant) return undefined
    if (grant.fetched) {
      await endGrant(sql, grant, 'code shown again')
      return undefined
    }
    const isRight =
      grant.good &&
      grant.clientHash.equals(hashSecret(clientId)) &&
      grant.redirectUri === redirectUri &&
      hash('sha256', verifier, 'base64url') === grant.challenge
    if (isRight) return issue(sql, grant.tokenId)
    await sql`update personal_token set code_until = now() where token_id = ${grant.tokenId}`
    return undefined
  })
}

/** Gives an assistant the next access and refresh token for the last. One that was exchanged before ends all that came of it. Nothing where it is not good. */
export const refreshGrant = async (database: Database, refresh: string, clientId: string): Promise<Issued | undefined> => {
  const refreshHash = hashSecret(refresh)
  const [known] = await database.house<{ tokenId: number; venueId: number }[]>`
    select token_id as "tokenId", venue_id as "venueId" from personal_token
    where refresh_hash = ${refreshHash} or token_id = (select s.token_id from spent_refresh s where s.refresh_hash = ${refreshHash})`
  if (!known) return undefined
  return database.inVenue(known.venueId, async (sql) => {
    const [grant] = await sql<(Grant & { isLast: boolean })[]>`
      select token_id as "tokenId", venue_id as "venueId", user_id as "userId", revoked_at is null and expires_at > now() as good,
        client_hash as "clientHash", refresh_hash = ${refreshHash} as "isLast"
      from personal_token where token_id = ${known.tokenId} for update`
    if (!grant) return undefined
    if (!grant.isLast) {
      await endGrant(sql, grant, 'refresh token shown again')
      return undefined
    }
    if (!grant.good || !grant.clientHash.equals(hashSecret(clientId))) return undefined
    await sql`insert into spent_refresh (refresh_hash, token_id) values (${refreshHash}, ${grant.tokenId})`
    return issue(sql, grant.tokenId)
  })
}

/** Ends what an assistant was granted, for any token of it. */
export const giveBackGrant = async (database: Database, token: string): Promise<void> => {
  const given = hashSecret(token)
  const [known] = await database.house<{ tokenId: number; venueId: number; userId: number }[]>`
    select token_id as "tokenId", venue_id as "venueId", user_id as "userId" from personal_token
    where client is not null and (token_hash = ${given} or refresh_hash = ${given})`
  if (known) await database.inVenue(known.venueId, (sql) => endGrant(sql, known, 'given back by the assistant'))
}

const issue = async (sql: Transaction, tokenId: number): Promise<Issued> => {
  const { token: access, prefix } = newTokenText()
  const refresh = `${REFRESH_BEGINS}${randomWithChecksum()}`
  await sql`
    update personal_token set token_hash = ${hashSecret(access)}, prefix = ${prefix}, refresh_hash = ${hashSecret(refresh)},
      fetched_at = coalesce(fetched_at, now()), access_until = least(expires_at, now() + ${ACCESS_SECONDS} * interval '1 second')
    where token_id = ${tokenId}`
  return { access, refresh }
}

const endGrant = async (sql: Transaction, { tokenId, userId, venueId }: Pick<Grant, 'tokenId' | 'userId' | 'venueId'>, reason: string): Promise<void> => {
  for (const subject of await revokeTokens(sql, { userId, venueId, tokenId }, reason))
    await recordAudit(sql, venueId, { action: 'token.ended', subject, actorUserId: userId })
}
