import type { Transaction } from '#platform/database/pool.ts'
import { openToken, sealToken } from './sealed-tokens.ts'

/** What a provider gave to the whole installation. */
export interface ProviderToken {
  token: string
  expiresAt: Date
}

/** Tokens that are good for less than this are renewed before they are used. */
const RENEWED_BEFORE_MS = 5 * 60_000

const ownerOf = (provider: string): string => `house ${provider} access`

/** Keeps a provider's token over the one before; kept is what is used from then on, in all processes. */
export const keepProviderToken = async (sql: Transaction, provider: string, { token, expiresAt }: ProviderToken, keys: readonly Buffer[]): Promise<void> => {
  await sql`
    insert into provider_token (provider, access_token, expires_at) values (${provider}, ${sealToken(keys, ownerOf(provider), token)}, ${expiresAt})
    on conflict (provider) do update set access_token = excluded.access_token, expires_at = excluded.expires_at, obtained_at = now()`
}

/** @returns whether there was one */
export const forgetProviderToken = async (sql: Transaction, provider: string): Promise<boolean> => {
  const [gone] = await sql`delete from provider_token where provider = ${provider} returning 1`
  return gone !== undefined
}

export const hasProviderToken = async (sql: Transaction, provider: string): Promise<boolean> => {
  const [there] = await sql`select 1 from provider_token where provider = ${provider}`
  return there !== undefined
}

/**
 * The token of a provider, renewed where it is about to end or was refused. Whoever renews holds its row meanwhile, so that the provider is
 * asked once; a token that no key of these opens is obtained anew.
 * @param refused one that the provider does not take any more
 * @returns nothing where none was obtained, or it was dropped
 */
export const providerToken = async (
  sql: Transaction,
  provider: string,
  { keys, now, refused, renew }: { keys: readonly Buffer[]; now: Date; refused?: string | undefined; renew: () => Promise<ProviderToken> },
): Promise<string | undefined> => {
  const read = async (lock: boolean) => {
    const [row] = await sql<{ access: Buffer; expiresAt: Date }[]>`
      select access_token as access, expires_at as "expiresAt" from provider_token where provider = ${provider} ${lock ? sql`for update` : sql``}`
    const token = row && openToken(keys, ownerOf(provider), row.access)
    const isFresh = row !== undefined && token !== undefined && token !== refused && row.expiresAt.getTime() - now.getTime() > RENEWED_BEFORE_MS
    return { isThere: row !== undefined, token: isFresh ? token : undefined }
  }
  const first = await read(false)
  if (!first.isThere || first.token !== undefined) return first.token
  const locked = await read(true)
  if (!locked.isThere || locked.token !== undefined) return locked.token
  const renewed = await renew()
  await keepProviderToken(sql, provider, renewed, keys)
  return renewed.token
}
