import { SOURCE } from '#features/rosters/roster.rules.ts'
import { type HourSold, hoursSold } from '#features/sums/reading/days-sold.sql.ts'
import type { OpenLink } from '#integrations/link.sql.ts'
import { noteTellsSales, openLinks } from '#integrations/link.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import type { DeputySales } from './deputy.contract.ts'
import { hourOf, hourTold, referenceOf, type SalesHour } from './deputy-sales.rules.ts'

/** Sales that change later than so many days ago are not told any more: their rosters are paid. */
const TOLD_DAYS = 35

interface SalesArea {
  locationId: number
  /** Deputy's id. */
  area: number
  name: string
}

/** The area that has the sales of each location: the first one that was placed there. Deputy keeps sales by area, tills by location. */
const salesAreas = async ({ sql, venueId }: VenueScope, endpoint: string): Promise<SalesArea[]> => sql<SalesArea[]>`
  select distinct on (a.location_id) a.location_id as "locationId", split_part(a.code, '/', 2)::bigint as area, a.name from roster_area a
  where a.venue_id = ${venueId} and a.source = ${SOURCE.deputy} and starts_with(a.code, ${`${endpoint}/`}) and a.location_id is not null and a.active
  order by a.location_id, split_part(a.code, '/', 2)::bigint`

/** Hours whose sales Deputy does not know as they are now: of the last 35 trading days, at the places whose link this is. */
export const salesToTell = async (venue: VenueScope, link: OpenLink): Promise<SalesHour[]> => {
  const { sql, venueId, now } = venue
  const others = (await openLinks(venue, 'Deputy')).filter(({ linkId }) => linkId !== link.linkId).map(({ locationId }) => locationId)
  const areas = (await salesAreas(venue, link.accountId)).filter(({ locationId }) =>
    link.locationId === null ? !others.includes(locationId) : locationId === link.locationId,
  )
  const places = venue.locations.filter(({ locationId }) => areas.some((one) => one.locationId === locationId))
  if (places.length === 0) return []
  const today =
    places
      .map((place) => tradingTime(now.getTime(), calendarOf(place)).businessDate)
      .sort()
      .at(-1) ?? ''
  const days = everyDay(addDays(today, -TOLD_DAYS), today)
  const sold = await hoursSold(
    venue,
    places.map(({ locationId }) => locationId),
    days,
  )
  const told = await sql<{ reference: string; area: number; value: number }[]>`
    select reference, area, value from sales_told where venue_id = ${venueId} and link_id = ${link.linkId}::bigint`
  const hours = [...sold, ...nothingLeft(told, sold)].flatMap((hour): SalesHour[] => {
    const [place, area] = [places.find(({ locationId }) => locationId === hour.locationId), areas.find(({ locationId }) => locationId === hour.locationId)]
    return place && area && days.includes(hour.day) ? [hourTold(hour, place, area.area)] : []
  })
  const before = new Map(told.map((one) => [one.reference, one]))
  return hours.filter(({ reference, area, value }) => before.get(reference)?.value !== value || before.get(reference)?.area !== area)
}

/** Hours that were told and of which nothing is left: they are told as nothing. */
const nothingLeft = (told: readonly { reference: string }[], sold: readonly HourSold[]): HourSold[] => {
  const there = new Set(sold.map(referenceOf))
  return told.flatMap(({ reference }) => (there.has(reference) ? [] : [{ ...hourOf(reference), net: 0 }]))
}

/** Deputy knows these hours. */
export const noteTold = async ({ sql, venueId, now }: VenueScope, linkId: string, hours: readonly SalesHour[]): Promise<void> => {
  await sql`
    insert into sales_told (venue_id, link_id, reference, area, value, told_at)
    select ${venueId}, ${linkId}::bigint, u.reference, u.area, u.value, ${now}
    from unnest(${texts(hours.map(({ reference }) => reference))}::text[], ${numbers(hours.map(({ area }) => area))}::bigint[],
      ${numbers(hours.map(({ value }) => value))}::bigint[]) as u(reference, area, value)
    on conflict (venue_id, link_id, reference) do update set area = excluded.area, value = excluded.value, told_at = excluded.told_at
    returning 1`
}

/** Whether each link tells sales, when it did last, and which area has those of each location. */
export const salesShown = async (venue: VenueScope): Promise<DeputySales> => {
  const { sql, venueId } = venue
  const links = await openLinks(venue, 'Deputy')
  const told = await sql<{ linkId: string; at: Date }[]>`
    select link_id::text as "linkId", max(told_at) as at from sales_told where venue_id = ${venueId} group by 1`
  const areas = await Promise.all(links.map(({ accountId }) => salesAreas(venue, accountId)))
  return {
    Links: links.map(({ linkId, locationId, tellsSales, meta }, i) => ({
      LocationId: locationId,
      On: tellsSales,
      ToldAt: told.find((one) => one.linkId === linkId)?.at.toISOString() ?? null,
      RefusedAt: typeof meta.SalesRefused === 'string' ? meta.SalesRefused : null,
      Areas: (areas[i] ?? [])
        .filter((area) => locationId === null || area.locationId === locationId)
        .map(({ locationId: LocationId, name }) => ({ LocationId, Area: name })),
    })),
  }
}

/**
 * Switches telling sales on or off for the link of a place.
 * @returns the link; nothing where there is none, and so nothing to switch off
 * @throws NotFound where there is none to switch on
 */
export const switchSales = async (venue: VenueScope, place: number | null, on: boolean): Promise<string | undefined> => {
  const link = (await openLinks(venue, 'Deputy')).find(({ locationId }) => locationId === place)
  if (!link && on) throw failure('NotFound')
  if (!link) return undefined
  if (link.tellsSales !== on) {
    await noteTellsSales(venue, link.linkId, on)
    await venue.audit({ action: 'deputy.sales-switched', subject: 'Deputy', detail: { LocationId: place, On: on } })
  }
  return link.linkId
}
