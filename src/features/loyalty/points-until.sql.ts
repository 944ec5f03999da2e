import { FIGURE } from '#features/ledger/ledger.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'

/** A trading day at some locations, up to the time of day it is now there: the part of it that can be compared with today. */
export interface DaySoFar {
  day: string
  /** Trading days from it to today. */
  daysBack: number
  places: readonly { locationId: number; timeZone: string }[]
}

/** Each location with the moment up to which its day counts, on its own clock. */
const cutOf = ({ sql, now }: VenueScope, { daysBack, places }: DaySoFar) => sql`
  cut as (
    select p.location_id, ((${now}::timestamptz at time zone p.zone) - ${daysBack} * interval '1 day') at time zone p.zone as until
    from unnest(${numbers(places.map(({ locationId }) => locationId))}::int[], ${texts(places.map(({ timeZone }) => timeZone))}::text[]) as p(location_id, zone))`

/** Figures of the roll-forward of a day so far, by location: from its movements, since the sums of days know no time of day. */
export const figuresUntil = (scope: VenueScope, asked: DaySoFar) => {
  const { sql, venueId } = scope
  // What an undone import gave is taken off where it was counted.
  const part = (points: ReturnType<typeof sql>) => sql`case when s.undoes then least(${points}, 0) else greatest(${points}, 0) end`
  return sql<{ locationId: number; figure: number; points: number }[]>`
    with ${cutOf(scope, asked)}
    select m.location_id as "locationId", f.figure, sum(f.points)::bigint as points
    from cut join loyalty_movement m on m.venue_id = ${venueId} and m.location_id = cut.location_id and m.business_date = ${asked.day}::date and m.at < cut.until
      left join sale s on s.venue_id = ${venueId} and s.sale_id = m.movement_id
      cross join lateral (
        select coalesce(sum(delta) filter (where account = 3), 0) as issued, coalesce(sum(delta) filter (where account in (4, 6)), 0) as redeemed,
          coalesce(sum(delta) filter (where account = 5), 0) as adjusted, coalesce(sum(delta) filter (where account = 6), 0) as voucher,
          coalesce(sum(delta) filter (where account = 7), 0) as expired,
          case when bool_or(account > 2) then 0 else coalesce(sum(delta) filter (where delta > 0), 0) end as moved
        from loyalty_entry where venue_id = ${venueId} and movement_id = m.movement_id) e
      cross join lateral (values (1, ${part(sql`-e.issued`)}), (2, ${part(sql`e.issued`)}), (3, ${part(sql`e.redeemed`)}), (4, ${part(sql`-e.redeemed`)}),
        (5, -e.adjusted), (6, case when m.kind in (3, 6) then e.moved else 0 end), (7, case when m.kind in (3, 6) then e.moved else 0 end),
        (8, case when m.kind = 4 then e.moved else 0 end), (9, case when m.kind = 4 then e.moved else 0 end), (10, e.expired), (11, e.voucher)) as f(figure, points)
    where f.points <> 0 group by 1, 2`
}

/** Vouchers of a day so far. */
export const vouchersUntil = (scope: VenueScope, asked: DaySoFar) => {
  const { sql, venueId } = scope
  return sql<{ locationId: number; voucher: number; sold: number; amount: number; redeemed: number }[]>`
    with ${cutOf(scope, asked)}
    select x.location_id as "locationId", x.voucher, sum(x.sold)::bigint as sold, sum(x.amount)::bigint as amount, sum(x.redeemed)::bigint as redeemed
    from (
      select l.location_id, l.sale_id, l.voucher, round(l.qty / 10000.0)::bigint as sold, l.amount, 0 as redeemed from sale_line l
        where l.venue_id = ${venueId} and l.voucher is not null and l.kind = 2 and not l.voided and l.business_date = ${asked.day}::date
      union all
      select y.location_id, y.sale_id, y.voucher, 0, 0, sign(y.net)::int from sale_payment y
        where y.venue_id = ${venueId} and y.voucher is not null and y.business_date = ${asked.day}::date
    ) as x join cut on cut.location_id = x.location_id
      join sale s on s.venue_id = ${venueId} and s.sale_id = x.sale_id and s.closed_at < cut.until
    group by 1, 2`
}

/** Points that the sales of a day so far say. */
export const salesPointsUntil = (scope: VenueScope, asked: DaySoFar) => {
  const { sql, venueId } = scope
  return sql<{ locationId: number; figure: number; points: number }[]>`
    with ${cutOf(scope, asked)}
    select s.location_id as "locationId", ${FIGURE.salesPoints}::int as figure, sum(s.points_accrued)::bigint as points
    from cut join sale s on s.venue_id = ${venueId} and s.location_id = cut.location_id and s.business_date = ${asked.day}::date and s.closed_at < cut.until
      and s.kind in (1, 2, 5) and s.points_accrued <> 0
    group by 1`
}
