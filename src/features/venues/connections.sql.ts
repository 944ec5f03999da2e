import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { fieldFailure } from '#shared/failure.ts'
import { ORDER_PROVIDERS } from '#shared/order-providers.ts'
import { changeSection, sectionOf } from './sections.sql.ts'
import { type Connections, PROVIDERS, type Provider } from './venue-config.contract.ts'

const LOOK_BACK_DAYS = 7

/** These work at a till or a kitchen: they are linked at each location, whatever one would rather. */
const BY_LOCATION: readonly Provider[] = ['Deliverect', 'Tyro', 'Marketplace']

type Scopes = Partial<Record<Provider, 'venue' | 'location'>>

/** What is linked, the tills received lately at the locations of the holder, and the domains that were registered. */
export const connectionsNow = async (venue: VenueScope): Promise<{ Config: Connections; Version: number }> => {
  const [{ version, value }, linked, storefronts, Terminals, Domains] = await Promise.all([
    sectionOf(venue, 'connections'),
    linksOf(venue),
    storefrontsOf(venue),
    heartbeats(venue),
    domainsOf(venue),
  ])
  const scopes = value as Scopes
  const Links = [...linked, ...storefronts]
  const Providers = PROVIDERS.map((provider) => {
    const own = Links.filter((link) => link.Provider === provider)
    const open = own.filter(({ Status }) => Status === 'Linked' || Status === 'Needs attention')
    return { Provider: provider, Scope: scopeOf(provider, scopes), Status: statusOf(open), AccountName: open[0]?.AccountName ?? null, LastSync: lastOf(open) }
  })
  return { Config: { Providers, Links, Terminals, Domains }, Version: version }
}

/** @throws Conflict; ValidationFailed for a provider that is linked at locations only, or named twice */
export const changeConnections = async (
  venue: VenueScope,
  sent: readonly { Provider: Provider; Scope?: 'venue' | 'location' | undefined }[],
  version: number | undefined,
) => {
  for (const [at, { Provider: provider, Scope }] of sent.entries()) {
    const FieldName = `Config.Providers.${at}.Scope`
    if (Scope === 'venue' && BY_LOCATION.includes(provider)) throw fieldFailure(FieldName, `${provider} is linked for each location, not for the venue.`)
    if (sent.findIndex((other) => other.Provider === provider) !== at) throw fieldFailure(FieldName, `${provider} is in the list twice.`)
  }
  await changeSection(venue, 'connections', version, async ({ value }) => {
    const before = Object.fromEntries(PROVIDERS.map((provider) => [provider, scopeOf(provider, value as Scopes)]))
    const after = { ...before, ...Object.fromEntries(sent.flatMap(({ Provider: provider, Scope }) => (Scope ? [[provider, Scope]] : []))) }
    return { value: after, before, after }
  })
  return connectionsNow(venue)
}

const scopeOf = (provider: Provider, scopes: Scopes) => (BY_LOCATION.includes(provider) ? 'location' : (scopes[provider] ?? 'venue'))

type Place = Connections['Links'][number]

/** A provider works as well as the worst of its links. */
const statusOf = (links: readonly Place[]) =>
  links.some(({ Status }) => Status === 'Needs attention') ? ('Needs attention' as const) : links.length > 0 ? ('Linked' as const) : ('Not linked' as const)

const lastOf = (links: readonly Place[]): string | null => links.map(({ LastSync }) => LastSync ?? '').reduce((a, b) => (a > b ? a : b), '') || null

const STATES = { connected: 'Linked', attention: 'Needs attention', disconnecting: 'Disconnecting', revoked: 'Not linked' } as const

const linksOf = async ({ sql, venueId, locations }: VenueScope): Promise<Place[]> => {
  const rows = await sql<
    { provider: string; location_id: number | null; status: keyof typeof STATES; name: string | null; ok: Date | null; trouble: Date | null }[]
  >`
    select l.provider, l.location_id, l.status, case when l.status <> 'revoked' then l.account_name end as name,
      case when l.status <> 'revoked' then l.last_ok_at end as ok, case when l.status <> 'revoked' then l.last_error_at end as trouble
    from link l where l.venue_id = ${venueId}
      and (l.location_id is null or l.location_id = any(${locations.map(({ locationId }) => locationId)}::int[]))
      and (l.status <> 'revoked' or not exists (select from link o where o.venue_id = ${venueId} and o.provider = l.provider
        and o.location_id is not distinct from l.location_id and (o.status <> 'revoked' or o.link_id > l.link_id)))
    order by l.provider, l.location_id nulls first, l.link_id`
  return rows.map(({ provider, location_id, status, name, ok, trouble }) => ({
    Provider: provider,
    LocationId: location_id,
    Status: STATES[status],
    AccountName: name,
    LastSync: ok?.toISOString() ?? null,
    TroubleSince: trouble?.toISOString() ?? null,
  }))
}

/** Locations that publish a storefront: nothing is signed in for, so nothing can need somebody. */
const storefrontsOf = async ({ sql, venueId, locations }: VenueScope): Promise<Place[]> => {
  const rows = await sql<{ location_id: number; name: string }[]>`
    select m.location_id, m.display_name as name from location_marketplace m
    where m.venue_id = ${venueId} and m.enabled and m.location_id = any(${locations.map(({ locationId }) => locationId)}::int[]) order by m.location_id`
  return rows.map(({ location_id, name }) => ({
    Provider: 'Marketplace',
    LocationId: location_id,
    Status: 'Linked',
    AccountName: name,
    LastSync: null,
    TroubleSince: null,
  }))
}

const heartbeats = async ({ sql, venueId, locations, now }: VenueScope) => {
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * 86_400_000).toISOString().slice(0, 10)
  const rows = await sql<{ location_id: number; code: string; sold: Date; received: Date }[]>`
    select s.location_id, d.code, max(s.closed_at) as sold, max(s.received_at) as received
    from sale s join dimension_key d on d.venue_id = ${venueId} and d.key = s.terminal_key
    where s.venue_id = ${venueId} and s.location_id = any(${locations.map(({ locationId }) => locationId)}::int[]) and s.business_date >= ${since} and s.kind <> 5
      and not (d.code = s.source and s.source = any(${texts(ORDER_PROVIDERS)}::text[]))
    group by s.location_id, d.code order by s.location_id, d.code`
  return rows.map(({ location_id, code, sold, received }) => ({
    LocationId: location_id,
    TerminalId: code,
    LastSaleAt: sold.toISOString(),
    LastReceivedAt: received.toISOString(),
  }))
}

const domainsOf = async ({ sql, venueId }: VenueScope) => {
  const rows = await sql<{ domain: string; shown: string; registered_at: Date }[]>`
    select domain, shown, registered_at from venue_domain where venue_id = ${venueId} order by registered_at, domain`
  return rows.map(({ domain, shown, registered_at }) => ({ Domain: domain, Shown: shown, RegisteredAt: registered_at.toISOString() }))
}
