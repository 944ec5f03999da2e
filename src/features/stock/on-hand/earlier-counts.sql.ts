import type { PlaceMoment } from '#features/sums/reading/product-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

/** The last count of a product before a moment. */
interface EarlierCount {
  productId: number
  day: string
  at: Date
  /** Ten-thousandths of a unit. */
  qty: number
}

const lastCounts = ({ sql, venueId }: VenueScope, { locationId, at }: PlaceMoment, productIds: readonly number[]) => sql`
  select distinct on (l.product_id) l.product_id, c.day, c.counted_at, l.qty
  from stock_count_line l join stock_count c on c.venue_id = ${venueId} and c.count_id = l.count_id and c.location_id = ${locationId} and c.counted_at < ${at}
  where l.venue_id = ${venueId} and l.product_id = any(${numbers(productIds)}::int[])
  order by l.product_id, c.counted_at desc, c.count_id desc`

/** The last count before a moment of each of these products that was counted. */
export const countsBefore = async (scope: VenueScope, moment: PlaceMoment, productIds: readonly number[]): Promise<EarlierCount[]> =>
  scope.sql<EarlierCount[]>`
    select product_id as "productId", day, counted_at as at, qty from (${lastCounts(scope, moment, productIds)}) as counted`

/** What moved of each product between its last count before a moment and that moment, in ten-thousandths of a unit. */
export const movedBetween = async (scope: VenueScope, moment: PlaceMoment, productIds: readonly number[]): Promise<Map<number, number>> => {
  const { sql, venueId } = scope
  const rows = await sql<{ productId: number; qty: number }[]>`
    select m.product_id as "productId", sum(m.qty)::bigint as qty
    from (${lastCounts(scope, moment, productIds)}) as k
    join stock_movement m on m.venue_id = ${venueId} and m.location_id = ${moment.locationId} and m.product_id = k.product_id
      and (m.day > k.day or (m.day = k.day and m.at > k.counted_at))
      and (m.day < ${moment.day} or (m.day = ${moment.day} and coalesce(m.at, '-infinity') <= ${moment.at}))
    group by 1`
  return new Map(rows.map(({ productId, qty }) => [productId, qty]))
}
