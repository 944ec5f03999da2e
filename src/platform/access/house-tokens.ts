import type { Statements } from '#platform/database/sql.ts'
import { openToken, sealToken } from './sealed-tokens.ts'

/** A provider that gives one token out to the whole house. */
export interface TokenGiver {
  provider: string
  /** It gives out so many in so long. */
  limit?: { most: number; windowMs: number }
  /** Somebody connects the house first; until then no token is asked for. */
  isConnectedFirst?: true
}

/** What a provider gave to the whole house. */
export interface GivenToken {
  token: string
  expiresAt: Date
}

/** Sealed for the house at one provider, a token opens nowhere else. */
const ownerOf = ({ provider }: TokenGiver): string => `house ${provider} access`

/** A token that is good for less than this is asked for anew. */
const RENEWED_BEFORE_MS = 5 * 60_000
/** For so long others wait for whoever is asking. */
const ASKING_MS = 12_000

/** A token that works; or that one may ask for one now, that somebody else is asking, that none may be asked for until some time has gone, or that nobody connected the house. */
export type Turn = { token: string } | 'ask' | 'wait' | 'spent' | 'unconnected'

interface Row {
  token: Buffer | null
  expiresAt: Date | null
  askingAt: Date | null
  askedAt: Date[]
}
const NO_ROW: Row = { token: null, expiresAt: null, askingAt: null, askedAt: [] }

/**
 * Looks for the token that is kept. Where there is none that works, the first who looks may ask for one, and that is noted before they do.
 * @param refused one that the provider does not take any more
 */
export const tokenOrTurn = async (
  sql: Statements,
  giver: TokenGiver,
  { keys, now, refused }: { keys: readonly Buffer[]; now: Date; refused?: string | undefined },
): Promise<Turn> => {
  if (!giver.isConnectedFirst) await sql`insert into house_token (provider) values (${giver.provider}) on conflict (provider) do nothing`
  const [row = NO_ROW] = await sql<Row[]>`
    select token, expires_at as "expiresAt", asking_at as "askingAt", asked_at as "askedAt" from house_token where provider = ${giver.provider} for update`
  if (giver.isConnectedFirst && !row.token) return 'unconnected'
  const isFresh = row.token && row.expiresAt && row.expiresAt.getTime() - now.getTime() > RENEWED_BEFORE_MS
  const opened = isFresh && row.token ? openToken(keys, ownerOf(giver), row.token) : undefined
  if (opened !== undefined && opened !== refused) return { token: opened }
  if (row.askingAt && now.getTime() - row.askingAt.getTime() < ASKING_MS) return 'wait'
  const { limit } = giver
  const recent = limit ? row.askedAt.filter((at) => now.getTime() - at.getTime() < limit.windowMs) : []
  if (limit && recent.length >= limit.most) return 'spent'
  const asked = limit ? [...recent, now].map((at) => at.toISOString()) : []
  await sql`update house_token set asking_at = ${now}, asked_at = ${asked}::timestamptz[] where provider = ${giver.provider}`
  return 'ask'
}

/**
 * Keeps what was given out, sealed under the newest key; from then on all processes use it.
 * @param turnAt when whoever had their turn began to ask; where it is not their turn any more, the house was disconnected or somebody else asks, nothing is kept
 */
export const keepToken = async (sql: Statements, giver: TokenGiver, keys: readonly Buffer[], given: GivenToken, turnAt?: Date): Promise<void> => {
  const sealed = sealToken(keys, ownerOf(giver), given.token)
  if (turnAt)
    await sql`
      update house_token set token = ${sealed}, expires_at = ${given.expiresAt}, asking_at = null where provider = ${giver.provider} and asking_at = ${turnAt}`
  else
    await sql`
      insert into house_token (provider, token, expires_at) values (${giver.provider}, ${sealed}, ${given.expiresAt})
      on conflict (provider) do update set token = excluded.token, expires_at = excluded.expires_at, asking_at = null`
}

/**
 * No token came: nobody needs to wait for it.
 * @param mayCount it may have been given out all the same, and counts there
 */
export const endTurn = async (sql: Statements, giver: TokenGiver, turnAt: Date, mayCount: boolean): Promise<void> => {
  await sql`
    update house_token set asking_at = nullif(asking_at, ${turnAt}::timestamptz),
      asked_at = case when ${mayCount} then asked_at else array_remove(asked_at, ${turnAt}::timestamptz) end
    where provider = ${giver.provider}`
}

export const isConnected = async (sql: Statements, { provider }: TokenGiver): Promise<boolean> => {
  const [there] = await sql`select 1 from house_token where provider = ${provider} and expires_at is not null`
  return there !== undefined
}

/** Ends what somebody connected; whoever is asking for a token meanwhile keeps none. @returns whether it was connected */
export const disconnect = async (sql: Statements, { provider }: TokenGiver): Promise<boolean> => {
  const [gone] = await sql`
    update house_token set token = null, expires_at = null, asking_at = null where provider = ${provider} and expires_at is not null returning 1`
  return gone !== undefined
}
