import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { ORDER_PROVIDERS } from '#shared/order-providers.ts'

/** A till that sells at this time of this weekday every week, and sent nothing. */
export interface SilentTill {
  locationId: number
  /** Its small number, and what it is called. */
  key: number
  code: string
  /** When it last sent data today; null for not at all. */
  lastAt: Date | null
  /** Since then, or since it usually sells. */
  since: Date
}

interface PlaceToday {
  locationId: number
  day: string
  timeZone: string
}

/** So many weeks in a row it sold at this time of the weekday. */
const WEEKS = 4

/**
 * Tills that sent nothing for some minutes within the hours they keep: on the same weekday of each of the last four weeks they began to sell before, and went on after this time of
 * the day. The longest silent first.
 */
export const silentTills = ({ sql, venueId, now }: VenueScope, places: readonly PlaceToday[], minutes: number): Promise<SilentTill[]> =>
  sql<SilentTill[]>`
    with place as materialized (
      select p.*, (${now}::timestamptz at time zone p.zone) - p.day::timestamp as clock
      from unnest(${numbers(places.map(({ locationId }) => locationId))}::int[], ${texts(places.map(({ day }) => day))}::date[],
        ${texts(places.map(({ timeZone }) => timeZone))}::text[]) as p(location_id, day, zone)),
    kept as (
      select x.location_id, x.terminal_key, x.business_date, min(x.first_at at time zone p.zone) - x.business_date::timestamp as begins,
        max(x.last_at at time zone p.zone) - x.business_date::timestamp as ends
      from place p join sheet_sold x on x.venue_id = ${venueId} and x.location_id = p.location_id
        and x.business_date in (p.day - 7, p.day - 14, p.day - 21, p.day - 28)
      group by 1, 2, 3),
    heard as (
      select s.location_id, s.terminal_key, max(s.received_at) as at from place p
      join sale s on s.venue_id = ${venueId} and s.location_id = p.location_id and s.business_date = p.day group by 1, 2)
    select p.location_id as "locationId", d.key, d.code, h.at as "lastAt", coalesce(h.at, (p.day::timestamp + u.begins) at time zone p.zone) as since
    from (select location_id, terminal_key, max(begins) as begins, min(ends) as ends from kept group by 1, 2 having count(*) = ${WEEKS}) u
    join place p on p.location_id = u.location_id and p.clock between u.begins and u.ends
    join dimension_key d on d.venue_id = ${venueId} and d.key = u.terminal_key
    left join heard h on h.location_id = u.location_id and h.terminal_key = u.terminal_key
    where coalesce(h.at, (p.day::timestamp + u.begins) at time zone p.zone) <= ${now}::timestamptz - ${minutes}::int * interval '1 minute'
      and d.code <> all(${texts(ORDER_PROVIDERS)}::text[])
    order by since, d.code, p.location_id limit 20`.then((rows) => [...rows])
