import { SOURCE } from '#features/rosters/roster.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { AnyProvider, ListedLink } from './connections.contract.ts'
import type { LinkedProvider } from './link.contract.ts'
import { linksShown } from './link.sql.ts'

/** The links with these providers, those that ended last: the venue's, and those of the holder's locations. */
export const linksListed = async (venue: VenueScope, providers: readonly LinkedProvider[]): Promise<ListedLink[]> => {
  const [open, ended, refused] = await Promise.all([
    Promise.all(providers.map(async (provider) => ({ provider, links: await linksShown(venue, provider) }))),
    endedLinks(venue, providers),
    refusedDomains(venue),
  ])
  return open.flatMap(({ provider, links }) => {
    const RefusedDomains = (LocationId: number | null) =>
      provider === 'Stripe' ? refused.filter(({ locationId }) => locationId === LocationId).map(({ domain }) => domain) : []
    const there = new Set(links.map(({ LocationId }) => LocationId))
    return [
      ...links.map((link) => ({ ...link, Provider: provider, RefusedDomains: RefusedDomains(link.LocationId) })),
      ...ended.filter((link) => link.Provider === provider && !there.has(link.LocationId)),
    ]
  })
}

/** The last link of each place where nothing is linked any more. Of what ended nothing is told but that it was. */
const endedLinks = async ({ sql, venueId, locations }: VenueScope, providers: readonly LinkedProvider[]): Promise<ListedLink[]> => {
  const rows = await sql<{ provider: LinkedProvider; locationId: number | null; linkedAt: Date }[]>`
    select l.provider, l.location_id as "locationId", max(l.linked_at) as "linkedAt" from link l
    where l.venue_id = ${venueId} and l.provider = any(${texts(providers)}::text[])
      and (l.location_id is null or l.location_id = any(${numbers(locations.map(({ locationId }) => locationId))}::int[]))
    group by l.provider, l.location_id having bool_and(l.status in ('revoked', 'disconnecting')) order by l.location_id nulls first, l.provider`
  return rows.map(({ provider, locationId, linkedAt }) => ({ ...NOTHING, Provider: provider, LocationId: locationId, LinkedAt: linkedAt.toISOString() }))
}

const NOTHING = {
  Status: 'Not linked' as const,
  AccountName: null,
  AccountEnds: '',
  LinkedBy: null,
  LastSync: null,
  Trouble: null,
  TroubleSince: null,
  NextTry: null,
  Ready: null,
  Fetched: null,
  FirstDay: null,
  Scopes: [],
  UnreadableRows: [],
  RefusedDomains: [],
}

const refusedDomains = ({ sql, venueId }: VenueScope) => sql<{ domain: string; locationId: number | null }[]>`
  select r.domain, l.location_id as "locationId" from domain_refusal r join link l on l.venue_id = ${venueId} and l.link_id = r.link_id
  where r.venue_id = ${venueId} and l.status in ('connected', 'attention') order by r.domain`

/** What Deputy names and nobody has matched; `newest` is another one as soon as there is one more. */
interface Unmatched {
  People: number
  Areas: number
  newest: number
}

/**
 * People and areas that Deputy names and nobody has matched: those with hours in the last four weeks. Only whoever holds all locations is told, since what
 * is not matched is at none.
 * @returns null where Deputy is not linked, or that is not the reader's to know
 */
export const unmatchedInDeputy = async ({ sql, venueId, allLocations, now }: VenueScope): Promise<Unmatched | null> => {
  if (!allLocations) return null
  const recently = sql`s.venue_id = ${venueId} and s.source = ${SOURCE.deputy} and s.day > ${now}::date - 28 and s.day <= ${now}::date + 7`
  const worked = sql`
    select s.person_id, s.area_id from roster_shift s where ${recently} and not s.withdrawn
    union select s.person_id, s.area_id from timesheet s where ${recently} and s.state <> 4`
  const [row] = await sql<Unmatched[]>`
    with worked as (${worked}), people as (
      select p.person_id as id from roster_person p where p.venue_id = ${venueId} and p.source = ${SOURCE.deputy} and not p.settled
        and p.person_id in (select person_id from worked)
    ), areas as (
      select a.area_id as id from roster_area a where a.venue_id = ${venueId} and a.source = ${SOURCE.deputy} and a.location_id is null
        and a.area_id in (select area_id from worked)
    ) select (select count(*) from people)::int as "People", (select count(*) from areas)::int as "Areas",
      coalesce((select max(id) from (select id from people union all select id from areas) as both_kinds), 0)::int as newest
    where exists (select from link l where l.venue_id = ${venueId} and l.provider = 'Deputy' and l.status in ('connected', 'attention'))`
  return row ?? null
}

/** For so long a till may leave an order before somebody should look. */
const LEFT_MINUTES = 10

/** Orders of a provider that wait for somebody. */
interface WaitingOrders {
  Provider: 'Shopify' | 'Deliverect'
  NoSales: number
  LeftByTill: number
  /** When the newest of them was placed. */
  newestAt: Date
}

/**
 * Online orders that wait for somebody. An order whose place nobody matched is at no location yet: of those only whoever holds all locations is told.
 * @param providers whose orders may be seen
 */
export const ordersWaiting = async (
  { sql, venueId, locations, allLocations, now }: VenueScope,
  providers: readonly LinkedProvider[],
): Promise<WaitingOrders[]> => {
  const granted = numbers(locations.map(({ locationId }) => locationId))
  return sql<WaitingOrders[]>`
    select p.provider as "Provider", coalesce(o.n, 0)::int as "NoSales", case p.provider when 'Deliverect' then coalesce(t.n, 0) else 0 end::int as "LeftByTill",
      greatest(o.newest, case p.provider when 'Deliverect' then t.newest end) as "newestAt"
    from unnest(${texts(providers.filter((one) => one === 'Shopify' || one === 'Deliverect'))}::text[]) as p(provider)
    left join (select o.provider, count(*) as n, max(o.placed_at) as newest from online_order o
        left join online_place l on l.venue_id = ${venueId} and l.provider = o.provider and l.account_id = o.account_id and l.place_id = o.place_id
      where o.venue_id = ${venueId} and o.state in ('waiting', 'refused') and (${allLocations} or l.location_id = any(${granted}::int[]))
      group by o.provider) o on o.provider = p.provider
    cross join (select count(*) as n, max(d.placed_at) as newest from deliverect_order d where d.venue_id = ${venueId} and d.location_id = any(${granted}::int[])
      and d.till in ('waiting', 'recalled') and d.till_since < ${new Date(now.getTime() - LEFT_MINUTES * 60_000)}) t
    where coalesce(o.n, 0) > 0 or (p.provider = 'Deliverect' and t.n > 0) order by p.provider`
}

/** Which providers were chosen to be linked at each location, or once for the venue. */
export const chosenScopes = async ({ sql, venueId }: VenueScope): Promise<Partial<Record<AnyProvider, 'venue' | 'location'>>> => {
  const [row] = await sql<{ value: Partial<Record<AnyProvider, 'venue' | 'location'>> }[]>`
    select value from venue_setting where venue_id = ${venueId} and section = 'connections'`
  return row?.value ?? {}
}

/** Domains payments are taken on, as they were registered. */
export const domainsListed = ({ sql, venueId }: VenueScope): Promise<{ Domain: string; Shown: string }[]> =>
  sql<
    { Domain: string; Shown: string }[]
  >`select domain as "Domain", shown as "Shown" from venue_domain where venue_id = ${venueId} order by registered_at, domain`

/** Locations of the holder that publish a storefront. */
export const storefrontsListed = ({ sql, venueId, locations }: VenueScope): Promise<{ LocationId: number; Name: string }[]> =>
  sql<{ LocationId: number; Name: string }[]>`
    select location_id as "LocationId", display_name as "Name" from location_marketplace
    where venue_id = ${venueId} and enabled and location_id = any(${numbers(locations.map(({ locationId }) => locationId))}::int[]) order by 1`
