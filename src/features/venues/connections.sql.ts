import { shopIn, shopSetting } from '#integrations/shopify/shop.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { fieldFailure } from '#shared/failure.ts'
import { ORDER_PROVIDERS } from '#shared/order-providers.ts'
import { changeSection, sectionOf } from './sections.sql.ts'
import { type ChosenConnections, type Connections, PROVIDERS, type Provider } from './venue-config.contract.ts'

const LOOK_BACK_DAYS = 7

/** These work at a till or a kitchen: they are linked at each location, whatever one would rather. */
const BY_LOCATION: readonly Provider[] = ['Deliverect', 'Tyro', 'Marketplace']

/** Section `connections`: the scope of providers by name, and addresses of shops by `shopSetting`. */
type Stored = Partial<Record<Provider, 'venue' | 'location'>> & Record<string, string | undefined>

/** What is linked, the tills received lately at the locations of the holder, and the domains that were registered. */
export const connectionsNow = async (venue: VenueScope): Promise<{ Config: Connections; Version: number }> => {
  const [{ version, value }, linked, storefronts, Terminals, Domains] = await Promise.all([
    sectionOf(venue, 'connections'),
    linksOf(venue),
    storefrontsOf(venue),
    heartbeats(venue),
    domainsOf(venue),
  ])
  const stored = value as Stored
  const Links = [...withShops(venue, linked, stored), ...storefronts]
  const Providers = PROVIDERS.map((provider) => {
    const own = Links.filter((link) => link.Provider === provider)
    const open = own.filter(({ Status }) => Status === 'Linked' || Status === 'Needs attention')
    const shop = provider === 'Shopify' ? { ShopUrl: shopOf(linked, stored, null) } : {}
    return {
      Provider: provider,
      Scope: scopeOf(provider, stored),
      Status: statusOf(open),
      AccountName: open[0]?.AccountName ?? null,
      LastSync: lastOf(open),
      ...shop,
    }
  })
  return { Config: { Providers, Links, Terminals, Domains }, Version: version }
}

/** @throws Conflict; LocationNotFound; ValidationFailed for a provider that is linked at locations only, or named twice, or for a wrong shop */
export const changeConnections = async (venue: VenueScope, { Providers, Links = [] }: ChosenConnections, version: number | undefined) => {
  for (const [at, { Provider: provider, Scope }] of Providers.entries()) {
    const FieldName = `Config.Providers.${at}.Scope`
    if (Scope === 'venue' && BY_LOCATION.includes(provider)) throw fieldFailure(FieldName, `${provider} is linked for each location, not for the venue.`)
    if (Providers.findIndex((other) => other.Provider === provider) !== at) throw fieldFailure(FieldName, `${provider} is in the list twice.`)
  }
  await changeSection(venue, 'connections', version, async ({ value }) => {
    const scopes = Object.fromEntries(PROVIDERS.map((provider) => [provider, scopeOf(provider, value as Stored)]))
    const before = { ...value, ...scopes }
    const chosen = Object.fromEntries(Providers.flatMap(({ Provider: provider, Scope }) => (Scope ? [[provider, Scope]] : [])))
    const after = { ...before, ...chosen, ...(await shopsIn(venue, { Providers, Links })) }
    return { value: after, before, after }
  })
  return connectionsNow(venue)
}

/** Addresses of shops to store, by `shopSetting`; undefined removes one. */
const shopsIn = async (venue: VenueScope, { Providers, Links = [] }: Pick<ChosenConnections, 'Providers' | 'Links'>) => {
  const sent = [
    ...Providers.map(({ Provider: provider, ShopUrl }, at) => ({ provider, place: null, ShopUrl, field: `Config.Providers.${at}.ShopUrl` })),
    // A link of the whole venue has its shop in Providers.
    ...Links.flatMap(({ Provider: provider, LocationId, ShopUrl }, at) =>
      typeof LocationId === 'number' ? [{ provider, place: LocationId, ShopUrl, field: `Config.Links.${at}.ShopUrl` }] : [],
    ),
  ]
  const linked = await linksOf(venue)
  return Object.fromEntries(
    sent.flatMap(({ provider, place, ShopUrl, field }) => {
      if (ShopUrl === undefined) return []
      if (provider !== 'Shopify') throw fieldFailure(field, 'Only Shopify has a shop address.')
      if (place !== null) venue.chosenLocations([place])
      const shop = ShopUrl === null ? undefined : shopIn(ShopUrl)
      if (ShopUrl !== null && !shop) throw fieldFailure(field, 'Enter the shop’s address at Shopify, such as my-shop.myshopify.com.')
      const open = openShop(linked, place)
      if (open !== undefined && open !== shop) throw fieldFailure(field, `The shop ${open} is linked. Disconnect it before you set another address.`)
      return open === undefined ? [[shopSetting(place), shop]] : []
    }),
  )
}

const scopeOf = (provider: Provider, stored: Stored) => (BY_LOCATION.includes(provider) ? 'location' : (stored[provider] ?? 'venue'))

type Place = Connections['Links'][number]

/** A provider works as well as the worst of its links. */
const statusOf = (links: readonly Place[]) =>
  links.some(({ Status }) => Status === 'Needs attention') ? ('Needs attention' as const) : links.length > 0 ? ('Linked' as const) : ('Not linked' as const)

const lastOf = (links: readonly Place[]): string | null => links.map(({ LastSync }) => LastSync ?? '').reduce((a, b) => (a > b ? a : b), '') || null

/** A link as it is read, with the account of an open one. */
type ReadLink = Place & { account: string | null }

const openShop = (links: readonly ReadLink[], place: number | null): string | undefined =>
  links.find(({ Provider, LocationId, account }) => Provider === 'Shopify' && LocationId === place && account !== null)?.account ?? undefined

const shopOf = (links: readonly ReadLink[], stored: Stored, place: number | null): string | null => openShop(links, place) ?? stored[shopSetting(place)] ?? null

/** The links as they are shown, and a row for each location that has a shop and no link. */
const withShops = ({ locations }: VenueScope, links: readonly ReadLink[], stored: Stored): Place[] => {
  const shown = links.map(({ account: _, ...link }) =>
    link.Provider === 'Shopify' && link.LocationId !== null ? { ...link, ShopUrl: shopOf(links, stored, link.LocationId) } : link,
  )
  const unlinked = locations
    .map(({ locationId }) => locationId)
    .filter((place) => stored[shopSetting(place)] !== undefined && !shown.some(({ Provider, LocationId }) => Provider === 'Shopify' && LocationId === place))
  return [...shown, ...unlinked.map((place) => ({ ...NO_LINK, LocationId: place, ShopUrl: stored[shopSetting(place)] ?? null }))]
}

const NO_LINK = { Provider: 'Shopify', Status: 'Not linked', AccountName: null, LastSync: null, TroubleSince: null } as const

const STATES = { connected: 'Linked', attention: 'Needs attention', disconnecting: 'Disconnecting', revoked: 'Not linked' } as const

const linksOf = async ({ sql, venueId, locations }: VenueScope): Promise<ReadLink[]> => {
  const rows = await sql<
    {
      provider: string
      location_id: number | null
      status: keyof typeof STATES
      account: string | null
      name: string | null
      ok: Date | null
      trouble: Date | null
    }[]
  >`
    select l.provider, l.location_id, l.status, case when l.status in ('connected', 'attention') then l.account_id end as account,
      case when l.status <> 'revoked' then l.account_name end as name,
      case when l.status <> 'revoked' then l.last_ok_at end as ok, case when l.status <> 'revoked' then l.last_error_at end as trouble
    from link l where l.venue_id = ${venueId}
      and (l.location_id is null or l.location_id = any(${locations.map(({ locationId }) => locationId)}::int[]))
      and (l.status <> 'revoked' or not exists (select from link o where o.venue_id = ${venueId} and o.provider = l.provider
        and o.location_id is not distinct from l.location_id and (o.status <> 'revoked' or o.link_id > l.link_id)))
    order by l.provider, l.location_id nulls first, l.link_id`
  return rows.map(({ provider, location_id, status, account, name, ok, trouble }) => ({
    account,
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
