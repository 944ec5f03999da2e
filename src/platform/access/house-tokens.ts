import type { Statements } from '#platform/database/sql.ts'
import { openToken, sealToken } from './sealed-tokens.ts'

/** A provider that gives one token out to the whole house, and so many of them in so long. */
export interface TokenGiver {
  provider: string
  mostTokens: number
  windowMs: number
}

/** Sealed for the house at one provider, a token opens nowhere else. */
const ownerOf = ({ provider }: TokenGiver): string => `house ${provider} access`

/** A token that is good for less than this is asked for anew. */
const RENEWED_BEFORE_MS = 5 * 60_000
/** For so long others wait for whoever is asking. */
const ASKING_MS = 12_000

/** A token that works; or that one may ask for one now, that somebody else is asking, or that none may be asked for until some time has gone. */
export type Turn = { token: string } | 'ask' | 'wait' | 'spent'

/** Looks for the token that is kept. Where there is none, the first who looks may ask for one, and that is noted before they do. */
export const tokenOrTurn = async (sql: Statements, giver: TokenGiver, keys: readonly Buffer[], now: Date): Promise<Turn> => {
  await sql`insert into house_token (provider) values (${giver.provider}) on conflict (provider) do nothing`
  const [row] = await sql<{ token: Buffer | null; expiresAt: Date | null; askingAt: Date | null; askedAt: Date[] }[]>`
    select token, expires_at as "expiresAt", asking_at as "askingAt", asked_at as "askedAt" from house_token where provider = ${giver.provider} for update`
  const { token, expiresAt, askingAt, askedAt } = row ?? { token: null, expiresAt: null, askingAt: null, askedAt: [] }
  const isFresh = token && expiresAt && expiresAt.getTime() - now.getTime() > RENEWED_BEFORE_MS
  const opened = isFresh ? openToken(keys, ownerOf(giver), token) : undefined
  if (opened !== undefined) return { token: opened }
  const recent = askedAt.filter((at) => now.getTime() - at.getTime() < giver.windowMs)
  if (askingAt && now.getTime() - askingAt.getTime() < ASKING_MS) return 'wait'
  if (recent.length >= giver.mostTokens) return 'spent'
  const asked = [...recent, now].map((at) => at.toISOString())
  await sql`update house_token set asking_at = ${now}, asked_at = ${asked}::timestamptz[] where provider = ${giver.provider}`
  return 'ask'
}

/** Keeps what was given out, sealed under the newest key. */
export const keepToken = async (sql: Statements, giver: TokenGiver, keys: readonly Buffer[], token: string, expiresAt: Date): Promise<void> => {
  await sql`
    update house_token set token = ${sealToken(keys, ownerOf(giver), token)}, expires_at = ${expiresAt}, asking_at = null where provider = ${giver.provider}`
}

/** The token was refused before its end. */
export const forgetToken = async (sql: Statements, giver: TokenGiver): Promise<void> => {
  await sql`update house_token set token = null, expires_at = null where provider = ${giver.provider}`
}

/**
 * No token came: nobody needs to wait for it.
 * @param mayCount it may have been given out all the same, and counts there
 */
export const endTurn = async (sql: Statements, giver: TokenGiver, askedAt: Date, mayCount: boolean): Promise<void> => {
  await sql`
    update house_token set asking_at = null, asked_at = case when ${mayCount} then asked_at else array_remove(asked_at, ${askedAt}::timestamptz) end
    where provider = ${giver.provider}`
}
