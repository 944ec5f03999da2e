import { claimAccount, claimCode, linkOfAccount, releaseAccount } from '#platform/access/linked-accounts.ts'
import { openToken, sealToken } from '#platform/access/sealed-tokens.ts'
import { hashSecret, newSecret } from '#platform/access/secrets.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure } from '#shared/failure.ts'
import type { Link, LinkedProvider, LinkTrouble } from './link.contract.ts'
import { AUTHORISATION_MINUTES } from './link.rules.ts'
import { askForTroubleMails } from './link-mail.sql.ts'
import type { Exchanged } from './link-provider.adapter.ts'
import { forgetTokens, keepTokens } from './link-tokens.sql.ts'

const userOf = ({ holder }: VenueScope): number => (holder.kind === 'person' || holder.kind === 'admin' ? holder.userId : 0)

/** What is being linked: a location, or with null the whole venue. */
type Place = number | null

/** A sign-in that begins. */
interface Begun {
  provider: string
  place: Place
  redirectUri: string
  shop?: string | undefined
  /** What the exchange has to bring, where the provider is sent its challenge; it rests sealed. */
  verifier?: string | undefined
}

/** What a verifier belongs to: sealed for one sign-in, it opens for no other. */
const ownerOfVerifier = (stateHash: Buffer, provider: string): string => `${stateHash.toString('hex')} ${provider} verifier`

/** Notes that somebody leaves for a provider. Only the hash of the state stays here. */
export const beginAuthorisation = async (
  venue: VenueScope,
  { provider, place, redirectUri, shop, verifier }: Begun,
  tokenKeys: readonly Buffer[],
): Promise<{ state: string; expiresAt: Date }> => {
  const { sql, venueId, now } = venue
  const state = newSecret()
  const stateHash = hashSecret(state)
  const sealed = verifier === undefined ? null : sealToken(tokenKeys, ownerOfVerifier(stateHash, provider), verifier)
  const expiresAt = new Date(now.getTime() + AUTHORISATION_MINUTES * 60_000)
  await sql`
    insert into link_authorisation (venue_id, state_hash, provider, location_id, user_id, redirect_uri, shop, verifier, created_at, expires_at)
    values (${venueId}, ${stateHash}, ${provider}, ${place}, ${userOf(venue)}, ${redirectUri}, ${shop ?? null}, ${sealed}, ${now}, ${expiresAt})`
  await venue.audit({ action: 'link.begun', subject: provider, detail: { LocationId: place } })
  return { state, expiresAt }
}

/** A sign-in that came back. */
export interface Returned {
  provider: string
  place: Place
  code: string
  state?: string | undefined
  redirectUri?: string | undefined
}

/**
 * Uses a sign-in up: it is this person's, for this place, not older than ten minutes, and its code was never sent before, by
 * no venue.
 * @throws NoPendingAuthorisation
 */
export const useAuthorisation = async (
  venue: VenueScope,
  returned: Returned,
  tokenKeys: readonly Buffer[],
): Promise<{ redirectUri: string; shop: string | null; verifier: string | undefined }> => {
  const { sql, venueId, now } = venue
  const { provider, place, code, state, redirectUri } = returned
  const [used] = await sql<{ redirectUri: string; shop: string | null; stateHash: Buffer; verifier: Buffer | null }[]>`
    update link_authorisation a set used_at = ${now}
    where a.venue_id = ${venueId} and a.used_at is null and a.state_hash = (
      select state_hash from link_authorisation p
      where p.venue_id = ${venueId} and p.provider = ${provider} and p.location_id is not distinct from ${place}::int and p.user_id = ${userOf(venue)}
        and p.used_at is null and p.expires_at > ${now} ${state === undefined ? sql`` : sql`and p.state_hash = ${hashSecret(state)}`}
        ${redirectUri === undefined ? sql`` : sql`and p.redirect_uri = ${redirectUri}`}
      order by p.created_at desc limit 1)
    returning a.redirect_uri as "redirectUri", a.shop, a.state_hash as "stateHash", a.verifier`
  if (!used || !(await claimCode(sql, provider, code))) throw failure('NoPendingAuthorisation', { provider })
  const verifier = used.verifier ? openToken(tokenKeys, ownerOfVerifier(used.stateHash, provider), used.verifier) : undefined
  return { redirectUri: used.redirectUri, shop: used.shop, verifier }
}

/** Forgets sign-ins that can no longer be used. */
export const forgetAuthorisations = async ({ sql, venueId, now }: VenueScope): Promise<void> => {
  await sql`delete from link_authorisation where venue_id = ${venueId} and expires_at < ${new Date(now.getTime() - 7 * 86_400_000)}`
}

/** A link that is open: it works, or needs somebody. */
export interface OpenLink {
  linkId: string
  provider: string
  locationId: Place
  status: 'connected' | 'attention'
  accountId: string
  linkedAt: Date
  meta: Record<string, unknown>
  /** Somebody switched on that the provider is told what was sold. */
  tellsSales: boolean
}

/** The open links with a provider, the venue's own first. */
export const openLinks = async ({ sql, venueId }: VenueScope, provider: string): Promise<OpenLink[]> => sql<OpenLink[]>`
  select link_id::text as "linkId", provider, location_id as "locationId", status, account_id as "accountId", linked_at as "linkedAt", meta,
    tells_sales as "tellsSales"
  from link where venue_id = ${venueId} and provider = ${provider} and status in ('connected', 'attention') order by location_id nulls first, link_id`

/** The link that is used at a location: its own, else the venue's. */
export const linkFor = async (venue: VenueScope, provider: string, locationId: number): Promise<OpenLink | undefined> => {
  const open = await openLinks(venue, provider)
  return open.find((link) => link.locationId === locationId) ?? open.find((link) => link.locationId === null)
}

/** One link by its id, while it is open. */
export const openLink = async ({ sql, venueId }: VenueScope, linkId: string): Promise<OpenLink | undefined> => {
  const [row] = await sql<OpenLink[]>`
    select link_id::text as "linkId", provider, location_id as "locationId", status, account_id as "accountId", linked_at as "linkedAt", meta,
    tells_sales as "tellsSales"
    from link where venue_id = ${venueId} and link_id = ${linkId}::bigint and status in ('connected', 'attention')`
  return row
}

/** Whether nothing is linked at the place that works: what needs somebody may be linked again over it. @throws PlaceLinked */
export const refuseLinked = async (venue: VenueScope, provider: string, place: Place): Promise<void> => {
  const open = await openLinks(venue, provider)
  if (open.some((link) => link.locationId === place && link.status === 'connected')) throw failure('PlaceLinked', { provider })
}

/** Holds the link of a place with a provider to the end of the transaction: two who link it at once do so one after the other. */
export const holdPlace = async ({ sql, venueId }: VenueScope, provider: string, place: Place): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`link ${venueId} ${provider} ${place ?? 0}`}, 0))`
}

/** Held in place of a location while an account without a name is linked. */
const UNNAMED = -1

/**
 * Keeps what a provider gave. A link there that needed somebody is mended where it is the same account, and ended where it is another.
 * @returns the link, and the one that ended
 * @throws AccountLinkedElsewhere, PlaceLinked where somebody else was faster
 */
export const keepLink = async (
  venue: VenueScope,
  { provider, place, exchanged, tokenKeys }: { provider: string; place: Place; exchanged: Exchanged; tokenKeys: readonly Buffer[] },
): Promise<{ linkId: string; ended: string | undefined }> => {
  const { sql, venueId, now } = venue
  const { accountName, isLive, scopes, meta, tokens } = exchanged
  await holdPlace(venue, provider, place)
  // An unnamed account may be one that is linked at another location: two links would each import what the other sent.
  const isUnnamed = exchanged.accountId === null
  if (isUnnamed) await holdPlace(venue, provider, UNNAMED)
  await refuseLinked(venue, provider, place)
  const open = await openLinks(venue, provider)
  if (isUnnamed && open.some((link) => link.locationId !== place)) throw failure('AccountLinkedElsewhere', { provider })
  const there = open.find((link) => link.locationId === place)
  const isSame = there?.accountId === exchanged.accountId
  if (there && !isSame) await endLink(venue, there)
  const linkId = isSame ? there.linkId : newFactId()
  const accountId = exchanged.accountId ?? `link-${linkId}`
  // The account is being let go of, here or there: from now on it is this link's again, and nobody is to be told otherwise.
  if (!(await claimAccount(sql, provider, accountId, { venueId, linkId }))) throw failure('AccountLinkedElsewhere', { provider })
  const over = await sql<{ linkId: string }[]>`
    update link set status = 'revoked', ended_at = coalesce(ended_at, ${now}) where venue_id = ${venueId} and provider = ${provider} and account_id = ${accountId}
      and status = 'disconnecting' returning link_id::text as "linkId"`
  for (const ended of over) await forgetTokens(venue, ended.linkId)
  const [kept] = await sql`
    insert into link as l (venue_id, link_id, provider, location_id, status, account_id, account_name, is_live, scopes, meta, linked_by, linked_at)
    values (${venueId}, ${linkId}::bigint, ${provider}, ${place}, 'connected', ${accountId}, ${accountName}, ${isLive}, ${scopes}, ${sql.json(meta)},
      ${userOf(venue)}, ${now})
    on conflict (venue_id, link_id) do update set status = 'connected', account_name = excluded.account_name, is_live = excluded.is_live,
      scopes = excluded.scopes, meta = case when l.meta ? 'FirstDay' then jsonb_build_object('FirstDay', l.meta -> 'FirstDay') else '{}' end || excluded.meta,
      linked_by = excluded.linked_by, linked_at = excluded.linked_at, last_error = null, last_error_at = null
    returning 1`
  if (!kept) throw failure('PlaceLinked', { provider })
  if (tokens) await keepTokens(venue, { linkId, provider }, tokens, tokenKeys)
  await venue.audit({ action: 'link.made', subject: provider, detail: { LocationId: place, Account: accountName ?? '', Again: isSame } })
  return { linkId, ended: there && !isSame ? there.linkId : undefined }
}

/** Ends a link here at once; its provider is told by later work, however long that takes. */
export const endLink = async (venue: VenueScope, link: Pick<OpenLink, 'linkId' | 'provider' | 'locationId'>): Promise<void> => {
  const { sql, venueId, now } = venue
  await sql`
    update link set status = 'disconnecting', ended_at = ${now}, next_try_at = ${now} where venue_id = ${venueId} and link_id = ${link.linkId}::bigint
      and status in ('connected', 'attention')`
  await releaseAccount(sql, { venueId, linkId: link.linkId })
  await venue.audit({ action: 'link.ended', subject: link.provider, detail: { LocationId: link.locationId } })
}

/** A link whose provider is still to be told that it ended, locked so that nobody tells it meanwhile or links the account anew. */
export const linkToRevoke = async ({ sql, venueId }: VenueScope, linkId: string): Promise<{ provider: string; accountId: string } | undefined> => {
  const [row] = await sql<{ provider: string; accountId: string }[]>`
    select provider, account_id as "accountId" from link where venue_id = ${venueId} and link_id = ${linkId}::bigint and status = 'disconnecting' for update`
  return row
}

/** The provider knows: nothing of what it gave out is kept. */
export const noteRevoked = async (venue: VenueScope, linkId: string, how: 'told' | 'given up'): Promise<void> => {
  const { sql, venueId, now } = venue
  const [row] = await sql<{ provider: string; location_id: Place }[]>`
    update link set status = 'revoked', next_try_at = null, ended_at = coalesce(ended_at, ${now})
    where venue_id = ${venueId} and link_id = ${linkId}::bigint and status <> 'revoked' returning provider, location_id`
  if (!row) return
  await forgetTokens(venue, linkId)
  await releaseAccount(sql, { venueId, linkId })
  await venue.audit({ action: 'link.closed', subject: row.provider, detail: { LocationId: row.location_id, How: how } })
}

/** The provider could not be told: when it will be tried again. */
export const noteNextTry = async ({ sql, venueId }: VenueScope, linkId: string, at: Date): Promise<void> => {
  await sql`update link set next_try_at = ${at} where venue_id = ${venueId} and link_id = ${linkId}::bigint and status = 'disconnecting' returning 1`
}

/** What a provider told of an account; a link that needed somebody works again. */
export const noteWorking = async (venue: VenueScope, linkId: string, state?: { accountName: string | null; meta: Exchanged['meta'] }): Promise<void> => {
  const { sql, venueId, now } = venue
  const [was] = await sql<{ status: string; provider: string; location_id: Place }[]>`
    select status, provider, location_id from link where venue_id = ${venueId} and link_id = ${linkId}::bigint and status in ('connected', 'attention') for update`
  if (!was) return
  await sql`
    update link set status = 'connected', last_ok_at = ${now}, last_error = null, last_error_at = null
      ${state ? sql`, account_name = ${state.accountName}, meta = meta || ${sql.json(state.meta)}` : sql``}
    where venue_id = ${venueId} and link_id = ${linkId}::bigint returning 1`
  if (was.status === 'attention') await venue.audit({ action: 'link.works', subject: was.provider, detail: { LocationId: was.location_id } })
}

/** Somebody switched on or off that the provider is told what was sold. */
export const noteTellsSales = async ({ sql, venueId }: VenueScope, linkId: string, on: boolean): Promise<void> => {
  await sql`update link set tells_sales = ${on} where venue_id = ${venueId} and link_id = ${linkId}::bigint returning 1`
}

/** What a provider told of an account, whether or not its link works. @param told what is new of it; the rest stays */
export const noteAccount = async (
  { sql, venueId }: VenueScope,
  linkId: string,
  told: { accountName?: string | null; scopes?: string; meta: Exchanged['meta'] },
): Promise<void> => {
  await sql`
    update link set account_name = coalesce(${told.accountName ?? null}, account_name), scopes = coalesce(${told.scopes ?? null}, scopes),
      meta = meta || ${sql.json(told.meta)}
    where venue_id = ${venueId} and link_id = ${linkId}::bigint returning 1`
}

/** The provider says that Daybook was removed there: what it gave out is worth nothing, and the account may be linked anew, here or elsewhere. */
export const endAtProvider = async (venue: VenueScope, linkId: string): Promise<void> => {
  await forgetTokens(venue, linkId)
  await releaseAccount(venue.sql, { venueId: venue.venueId, linkId })
}

/** Whether an account is or was linked in the venue. */
export const isAccountKnown = async ({ sql, venueId }: VenueScope, provider: string, accountId: string): Promise<boolean> => {
  const [known] = await sql`select 1 from link where venue_id = ${venueId} and provider = ${provider} and account_id = ${accountId} limit 1`
  return known !== undefined
}

/** Whether a link has an account: one that works, and one that needs attention while the provider has not proved that Daybook was removed there. */
export const isAccountLinked = async ({ sql }: VenueScope, provider: string, accountId: string): Promise<boolean> =>
  (await linkOfAccount(sql, provider, accountId)) !== undefined

/** Erases what a provider sent about an account. Returns whether there was anything. */
export const eraseAccount = async ({ sql, venueId }: VenueScope, provider: string, accountId: string): Promise<boolean> => {
  const erased = await sql`
    update link set account_name = null, meta = '{}', scopes = '' where venue_id = ${venueId} and provider = ${provider} and account_id = ${accountId}
      and (account_name is not null or meta <> '{}' or scopes <> '') returning 1`
  return erased.length > 0
}

/** Troubles after which nothing works until somebody links again; others pass. */
const LASTING: readonly LinkTrouble[] = ['revoked-there', 'refused']

/** What went wrong with a link. Its first moment stays, and where it lasts the trail and those who may link it again are told once. */
export const noteTrouble = async (venue: VenueScope, linkId: string, trouble: LinkTrouble): Promise<void> => {
  const { sql, venueId, now } = venue
  const lasts = LASTING.includes(trouble)
  const [was] = await sql<{ status: string; provider: LinkedProvider; location_id: Place }[]>`
    select status, provider, location_id from link where venue_id = ${venueId} and link_id = ${linkId}::bigint and status in ('connected', 'attention') for update`
  if (!was) return
  await sql`
    update link set last_error = ${trouble}, last_error_at = case when last_error = ${trouble} then last_error_at else ${now}::timestamptz end
      ${lasts ? sql`, status = 'attention'` : sql``}
    where venue_id = ${venueId} and link_id = ${linkId}::bigint returning 1`
  if (!lasts || was.status !== 'connected') return
  const told = await askForTroubleMails(venue, { linkId, provider: was.provider, locationId: was.location_id })
  await venue.audit({ action: 'link.trouble', subject: was.provider, detail: { LocationId: was.location_id, Trouble: trouble, MailedTo: told.join(', ') } })
}

interface ShownRow {
  location_id: Place
  status: 'connected' | 'attention' | 'disconnecting'
  account_id: string
  account_name: string | null
  linked_at: Date
  linked_by: string | null
  last_ok_at: Date | null
  last_error: LinkTrouble | null
  last_error_at: Date | null
  next_try_at: Date | null
  meta: { FirstDay?: string; UnreadableRows?: string; ChargesEnabled?: boolean; PayoutsEnabled?: boolean; DetailsSubmitted?: boolean }
  fetched: number | null
  scopes: string
}

/** The links with a provider as screens show them: the venue's, and those of the holder's locations. */
export const linksShown = async (venue: VenueScope, provider: string): Promise<Link[]> => {
  const { sql, venueId, locations, now } = venue
  const rows = await sql<ShownRow[]>`
    select l.location_id, l.status, l.account_id, l.account_name, l.linked_at, l.last_ok_at, l.last_error, l.last_error_at, l.next_try_at, l.meta, l.scopes,
      (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = l.linked_by limit 1) as linked_by,
      (select floor(100 * avg(case when s.first_done_at is not null then 1 when s.at is null then 0
          else extract(epoch from s.until - s.at) / greatest(extract(epoch from s.until - s.since), 1) end))::int
        from link_sync s where s.venue_id = ${venueId} and s.link_id = l.link_id having bool_or(s.first_done_at is null)) as fetched
    from link l where l.venue_id = ${venueId} and l.provider = ${provider} and l.status <> 'revoked'
      and (l.location_id is null or l.location_id = any(${locations.map(({ locationId }) => locationId)}::int[]))
      and (l.status <> 'disconnecting' or l.ended_at > ${new Date(now.getTime() - 7 * 86_400_000)})
    order by l.location_id nulls first, l.linked_at, l.link_id`
  return rows.map((row) => ({
    LocationId: row.location_id,
    Status: ({ connected: 'Linked', attention: 'Needs attention', disconnecting: 'Disconnecting' } as const)[row.status],
    AccountName: row.account_name,
    // An address is no secret, and its end says nothing.
    AccountEnds: row.account_id.includes('.') ? row.account_id : row.account_id.slice(-4),
    LinkedAt: row.linked_at.toISOString(),
    LinkedBy: row.linked_by,
    LastSync: row.last_ok_at?.toISOString() ?? null,
    Trouble: row.last_error,
    TroubleSince: row.last_error_at?.toISOString() ?? null,
    UnreadableRows: row.meta.UnreadableRows ? row.meta.UnreadableRows.split(',') : [],
    NextTry: row.next_try_at?.toISOString() ?? null,
    Ready:
      row.meta.ChargesEnabled === undefined
        ? null
        : { Charges: row.meta.ChargesEnabled, Payouts: row.meta.PayoutsEnabled ?? false, Details: row.meta.DetailsSubmitted ?? false },
    Fetched: row.fetched,
    FirstDay: row.meta.FirstDay ?? null,
    Scopes: row.scopes.split(/[\s,]+/).filter(Boolean),
  }))
}
