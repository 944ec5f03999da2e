import type { VenueScope } from '#platform/access/venue-scope.ts'
import { fieldFailure } from '#shared/failure.ts'
import { changeSection, sectionOf } from './sections.sql.ts'
import { type Connections, PROVIDERS, type Provider } from './venue-config.contract.ts'

const LOOK_BACK_DAYS = 7

/** These work at a till or a kitchen: they are linked at each location, whatever one would rather. */
const BY_LOCATION: readonly Provider[] = ['Deliverect', 'Tyro', 'Marketplace']

type Scopes = Partial<Record<Provider, 'venue' | 'location'>>

/** What is linked, the tills received lately at the locations of the holder, and the domains that were registered. */
export const connectionsNow = async (venue: VenueScope): Promise<{ Config: Connections; Version: number }> => {
  const [{ version, value }, Links, Terminals, Domains] = await Promise.all([
    sectionOf(venue, 'connections'),
    linksOf(venue),
    heartbeats(venue),
    domainsOf(venue),
  ])
  const scopes = value as Scopes
  const Providers = PROVIDERS.map((provider) => {
    const own = Links.filter((link) => link.Provider === provider)
    const open = own.filter(({ Status }) => Status !== 'Disconnecting')
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
    if (Scope === 'venue' && BY_LOCATION.includes(provider)) throw fieldFailure(FieldName, `${provider} is linked at each location, not for the venue.`)
    if (sent.findIndex((other) => other.Provider === provider) !== at) throw fieldFailure(FieldName, `${provider} is named twice.`)
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

const STATES = { connected: 'Linked', attention: 'Needs attention', disconnecting: 'Disconnecting' } as const

const linksOf = async ({ sql, venueId, locations }: VenueScope): Promise<Place[]> => {
  const rows = await sql<
    { provider: string; location_id: number | null; status: keyof typeof STATES; name: string | null; ok: Date | null; trouble: Date | null }[]
  >`
    select provider, location_id, status, account_name as name, last_ok_at as ok, last_error_at as trouble from link
    where venue_id = ${venueId} and status <> 'revoked'
      and (location_id is null or location_id = any(${locations.map(({ locationId }) => locationId)}::int[]))
    order by provider, location_id nulls first, link_id`
  return rows.map(({ provider, location_id, status, name, ok, trouble }) => ({
    Provider: provider,
    LocationId: location_id,
    Status: STATES[status],
    AccountName: name,
    LastSync: ok?.toISOString() ?? null,
    TroubleSince: trouble?.toISOString() ?? null,
  }))
}

const heartbeats = async ({ sql, venueId, locations, now }: VenueScope) => {
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * 86_400_000).toISOString().slice(0, 10)
  const rows = await sql<{ location_id: number; code: string; sold: Date; received: Date }[]>`
    select s.location_id, d.code, max(s.closed_at) as sold, max(s.received_at) as received
    from sale s join dimension_key d on d.venue_id = ${venueId} and d.key = s.terminal_key
    where s.venue_id = ${venueId} and s.location_id = any(${locations.map(({ locationId }) => locationId)}::int[]) and s.business_date >= ${since} and s.kind <> 5
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
