import { MOVEMENT } from '#features/stock/movements.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { CountedTwice } from './variance.rules.ts'

/**
 * Every product counted on these days, with the count before them, or else the first in them, and what moved between. A movement without a time is one at the opening of its
 * day, as everywhere in the cellar.
 */
export const countedTwice = async (
  { sql, venueId }: VenueScope,
  locationIds: readonly number[],
  { from, to }: { from: string; to: string },
  productIds: readonly number[] | undefined,
): Promise<CountedTwice[]> => {
  const counts = sql`
    select c.location_id, l.product_id, c.counted_at, c.day, c.count_id, l.qty, l.average_cost, c.source
    from stock_count c join stock_count_line l on l.venue_id = ${venueId} and l.count_id = c.count_id ${productIds ? sql`and l.product_id = any(${numbers(productIds)}::int[])` : sql``}
    where c.venue_id = ${venueId} and c.location_id = any(${numbers(locationIds)}::int[])`
  return sql<CountedTwice[]>`
    with inside as (select * from (${counts}) as c where day between ${from} and ${to}),
    closing as (
      select distinct on (location_id, product_id) * from inside where source <> 'first' order by location_id, product_id, counted_at desc, count_id desc),
    before as (
      select distinct on (c.location_id, c.product_id) c.* from (${counts}) as c
      join closing k on k.location_id = c.location_id and k.product_id = c.product_id
      where c.day < ${from} order by c.location_id, c.product_id, c.counted_at desc, c.count_id desc),
    earliest as (select distinct on (location_id, product_id) * from inside order by location_id, product_id, counted_at, count_id),
    spans as (
      select k.location_id, k.product_id, k.counted_at, k.day, k.qty, k.average_cost,
        coalesce(b.counted_at, e.counted_at) as from_at, coalesce(b.day, e.day) as from_day, coalesce(b.qty, e.qty) as from_qty
      from closing k left join before b on b.location_id = k.location_id and b.product_id = k.product_id
      left join earliest e on e.location_id = k.location_id and e.product_id = k.product_id and e.count_id <> k.count_id)
    select s.location_id as "locationId", s.product_id as "productId", s.from_at as "openingAt", s.from_day as "openingDay", coalesce(s.from_qty, 0) as opening,
      s.counted_at as "closingAt", s.day as "closingDay", s.qty as closing, s.average_cost as "averageCost",
      coalesce(sum(m.qty) filter (where m.kind = ${MOVEMENT.purchase}), 0)::bigint as received,
      coalesce(sum(m.qty) filter (where m.kind = ${MOVEMENT.transfer}), 0)::bigint as transferred,
      coalesce(sum(m.qty) filter (where m.kind = ${MOVEMENT.adjustment}), 0)::bigint as adjusted,
      coalesce(-sum(m.qty) filter (where m.kind = ${MOVEMENT.wastage}), 0)::bigint as "writtenOff"
    from spans s left join stock_movement m on m.venue_id = ${venueId} and m.location_id = s.location_id and m.product_id = s.product_id
      and (m.day > s.from_day or (m.day = s.from_day and m.at > s.from_at))
      and (m.day < s.day or (m.day = s.day and coalesce(m.at, '-infinity') <= s.counted_at))
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9`
}
