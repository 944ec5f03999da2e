import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'

/** What is asked: locations, and the parts of the range one by one. */
export interface Asked {
  locationIds: readonly number[]
  parts: readonly { from: string; to: string }[]
}

/** Something of a location in a part of the range, by its place among the parts. */
interface Cell {
  locationId: number
  part: number
}

const partsOf = ({ sql }: VenueScope, { parts }: Asked) =>
  sql`unnest(${texts(parts.map(({ from }) => from))}::date[], ${texts(parts.map(({ to }) => to))}::date[]) with ordinality as p(from_day, to_day, n)`

/** Figures of the roll-forward by location and part of the range. */
export const figuresByPart = (scope: VenueScope, asked: Asked) => {
  const { sql, venueId } = scope
  return sql<(Cell & { figure: number; points: number })[]>`
    select d.location_id as "locationId", p.n::int - 1 as part, d.figure, sum(d.points)::bigint as points from ${partsOf(scope, asked)}
    join loyalty_day d on d.venue_id = ${venueId} and d.location_id = any(${numbers(asked.locationIds)}::int[]) and d.day between p.from_day and p.to_day
    group by 1, 2, 3`
}

/** Figures of everything before a day, by location. */
export const figuresBefore = ({ sql, venueId }: VenueScope, { locationIds }: Asked, day: string) => sql<
  { locationId: number; figure: number; points: number }[]
>`
  select location_id as "locationId", figure, sum(points)::bigint as points from loyalty_day
  where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) and day < ${day}::date group by 1, 2`

/** Vouchers sold by value, and how many were redeemed; what was taken back does not count. */
export const vouchersByPart = (scope: VenueScope, asked: Asked) => {
  const { sql, venueId } = scope
  return sql<(Cell & { voucher: number; sold: number; amount: number; redeemed: number })[]>`
    select x.location_id as "locationId", p.n::int - 1 as part, x.voucher, sum(x.sold)::bigint as sold, sum(x.amount)::bigint as amount, sum(x.redeemed)::bigint as redeemed
    from ${partsOf(scope, asked)} join (
      select l.location_id, l.business_date, l.voucher, round(l.qty / 10000.0)::bigint as sold, l.amount, 0 as redeemed from sale_line l
        where l.venue_id = ${venueId} and l.voucher is not null and l.kind = 2 and not l.voided and l.location_id = any(${numbers(asked.locationIds)}::int[])
      union all
      select y.location_id, y.business_date, y.voucher, 0, 0, sign(y.net)::int from sale_payment y
        where y.venue_id = ${venueId} and y.voucher is not null and y.location_id = any(${numbers(asked.locationIds)}::int[])
    ) x on x.business_date between p.from_day and p.to_day
    group by 1, 2, 3`
}
