import { isSealedByNewest, openToken, sealToken } from '#platform/access/sealed-tokens.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { KeptTokens, Tokens } from './link-provider.adapter.ts'

type Field = 'access' | 'refresh'

/** What a token belongs to: sealed for one link, provider and field, it opens nowhere else. */
const ownerOf = (linkId: string, provider: string, field: Field): string => `${linkId} ${provider} ${field}`

interface SealedRow {
  linkId: string
  provider: string
  access: Buffer
  refresh: Buffer | null
  expiresAt: Date | null
}

/** Tokens that are good for less than this are renewed before they are used. */
const RENEWED_BEFORE_MS = 5 * 60_000

/** Keeps what a provider gave out for a link, over what it gave before. */
export const keepTokens = async (
  { sql, venueId }: VenueScope,
  { linkId, provider }: { linkId: string; provider: string },
  { access, refresh, expiresAt }: Tokens,
  keys: readonly Buffer[],
): Promise<void> => {
  const seal = (field: Field, token: string) => sealToken(keys, ownerOf(linkId, provider, field), token)
  await sql`
    insert into link_secret as s (venue_id, link_id, provider, access_token, refresh_token, expires_at)
    values (${venueId}, ${linkId}::bigint, ${provider}, ${seal('access', access)}, ${refresh === null ? null : seal('refresh', refresh)}, ${expiresAt})
    on conflict (venue_id, link_id) do update set access_token = excluded.access_token, refresh_token = coalesce(excluded.refresh_token, s.refresh_token),
      expires_at = excluded.expires_at
    returning 1`
}

/** The link ended: nothing of what was given out is kept. */
export const forgetTokens = async ({ sql, venueId }: VenueScope, linkId: string): Promise<void> => {
  await sql`delete from link_secret where venue_id = ${venueId} and link_id = ${linkId}::bigint`
}

/**
 * The token by which a provider is asked for a link, renewed where it is about to end. Whoever renews holds the row meanwhile; others wait,
 * and find it renewed, so that a provider is asked once, however many processes there are.
 * @param renew asks the provider with the token to renew by
 * @returns nothing where the link has none, or none that opens with these keys
 */
export const accessTokenOf = async (
  venue: VenueScope,
  linkId: string,
  keys: readonly Buffer[],
  renew: (refreshToken: string) => Promise<Tokens>,
): Promise<string | undefined> => {
  const { sql, venueId, now } = venue
  const [row] = await sql<SealedRow[]>`
    select link_id::text as "linkId", provider, access_token as access, refresh_token as refresh, expires_at as "expiresAt" from link_secret
    where venue_id = ${venueId} and link_id = ${linkId}::bigint for update`
  if (!row) return undefined
  const open = (field: Field, sealed: Buffer | null) => (sealed ? openToken(keys, ownerOf(linkId, row.provider, field), sealed) : undefined)
  const isFresh = row.expiresAt === null || row.expiresAt.getTime() - now.getTime() > RENEWED_BEFORE_MS
  const refreshToken = open('refresh', row.refresh)
  if (isFresh || refreshToken === undefined) return open('access', row.access)
  const renewed = await renew(refreshToken)
  await keepTokens(venue, row, renewed, keys)
  return renewed.access
}

/** The tokens of a link as they were kept, for whoever ends them; none where there are none, or none that opens with these keys. */
export const keptTokens = async ({ sql, venueId }: VenueScope, linkId: string, keys: readonly Buffer[]): Promise<KeptTokens> => {
  const [row] = await sql<SealedRow[]>`
    select link_id::text as "linkId", provider, access_token as access, refresh_token as refresh, expires_at as "expiresAt" from link_secret
    where venue_id = ${venueId} and link_id = ${linkId}::bigint`
  const open = (field: Field, sealed: Buffer | null) => (row && sealed ? openToken(keys, ownerOf(linkId, row.provider, field), sealed) : undefined)
  return { access: open('access', row?.access ?? null), refresh: open('refresh', row?.refresh ?? null) }
}

/** A token was refused before its end: it is renewed before it is used again. */
export const expireToken = async ({ sql, venueId, now }: VenueScope, linkId: string): Promise<void> => {
  await sql`update link_secret set expires_at = ${now} where venue_id = ${venueId} and link_id = ${linkId}::bigint returning 1`
}

/**
 * Puts tokens that lie under an older key under the newest.
 * @returns of how many links
 */
export const resealTokens = async (venue: VenueScope, keys: readonly Buffer[]): Promise<number> => {
  const { sql, venueId } = venue
  const rows = await sql<SealedRow[]>`
    select link_id::text as "linkId", provider, access_token as access, refresh_token as refresh, expires_at as "expiresAt" from link_secret
    where venue_id = ${venueId} order by link_id for update`
  let sealed = 0
  for (const row of rows) {
    if (isSealedByNewest(keys, row.access) && (row.refresh === null || isSealedByNewest(keys, row.refresh))) continue
    const access = openToken(keys, ownerOf(row.linkId, row.provider, 'access'), row.access)
    const refresh = row.refresh && openToken(keys, ownerOf(row.linkId, row.provider, 'refresh'), row.refresh)
    // No key of these opens it: it stays as it is, should the key come back.
    if (access === undefined || refresh === undefined) continue
    await keepTokens(venue, row, { access, refresh, expiresAt: row.expiresAt }, keys)
    sealed += 1
  }
  return sealed
}
