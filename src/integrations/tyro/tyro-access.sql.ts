import { openToken, sealToken } from '#platform/access/sealed-tokens.ts'
import type { Statements } from '#platform/database/sql.ts'

const PROVIDER = 'Tyro'
/** One token for the whole house: sealed here, it opens nowhere else. */
const OWNER = 'house Tyro access'
const MOST_TOKENS = 12
const WINDOW_MS = 11 * 3_600_000
/** A token that is good for less than this is asked for anew. */
const RENEWED_BEFORE_MS = 5 * 60_000
/** For so long others wait for whoever is asking. */
const ASKING_MS = 12_000

/** A token that works; or that one may ask for one now, that somebody else is asking, or that none may be asked for until some time has gone. */
export type Turn = { token: string } | 'ask' | 'wait' | 'spent'

/** Looks for the token that is kept. Where there is none, the first who looks may ask for one, and that is noted before they do. */
export const tokenOrTurn = async (sql: Statements, keys: readonly Buffer[], now: Date): Promise<Turn> => {
  await sql`insert into terminal_access (provider) values (${PROVIDER}) on conflict (provider) do nothing`
  const [row] = await sql<{ token: Buffer | null; expiresAt: Date | null; askingAt: Date | null; askedAt: Date[] }[]>`
    select token, expires_at as "expiresAt", asking_at as "askingAt", asked_at as "askedAt" from terminal_access where provider = ${PROVIDER} for update`
  const { token, expiresAt, askingAt, askedAt } = row ?? { token: null, expiresAt: null, askingAt: null, askedAt: [] }
  const isFresh = token && expiresAt && expiresAt.getTime() - now.getTime() > RENEWED_BEFORE_MS
  const opened = isFresh ? openToken(keys, OWNER, token) : undefined
  if (opened !== undefined) return { token: opened }
  const recent = askedAt.filter((at) => now.getTime() - at.getTime() < WINDOW_MS)
  if (askingAt && now.getTime() - askingAt.getTime() < ASKING_MS) return 'wait'
  if (recent.length >= MOST_TOKENS) return 'spent'
  const asked = [...recent, now].map((at) => at.toISOString())
  await sql`update terminal_access set asking_at = ${now}, asked_at = ${asked}::timestamptz[] where provider = ${PROVIDER}`
  return 'ask'
}

/** Keeps what was given out, sealed under the newest key. */
export const keepToken = async (sql: Statements, keys: readonly Buffer[], token: string, expiresAt: Date): Promise<void> => {
  await sql`
    update terminal_access set token = ${sealToken(keys, OWNER, token)}, expires_at = ${expiresAt}, asking_at = null where provider = ${PROVIDER}`
}

/** The token was refused before its end. */
export const forgetToken = async (sql: Statements): Promise<void> => {
  await sql`update terminal_access set token = null, expires_at = null where provider = ${PROVIDER}`
}

/**
 * No token came: nobody needs to wait for it.
 * @param mayCount it may have been given out all the same, and counts there
 */
export const endTurn = async (sql: Statements, askedAt: Date, mayCount: boolean): Promise<void> => {
  await sql`
    update terminal_access set asking_at = null, asked_at = case when ${mayCount} then asked_at else array_remove(asked_at, ${askedAt}::timestamptz) end
    where provider = ${PROVIDER}`
}
