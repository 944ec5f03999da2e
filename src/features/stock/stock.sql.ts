import type { VenueScope } from '#platform/access/venue-scope.ts'
import { MOVEMENT } from './movements.rules.ts'

/** What moved of a product at a location since its first movement, in ten-thousandths of a unit. */
export interface StockRow {
  locationId: number
  productId: number
  since: string
  purchased: number
  sold: number
  wasted: number
  /** What came by transfers and adjustments, below zero where it left. */
  moved: number
}

/**
 * Purchases and other movements since the first of them, and what sales took since that day by their lines: sold net of refunds, and what tills rang up as
 * wastage, together with what was written off. What was there before the first movement nobody has told, so there is no figure for what is on hand.
 */
export const stockMoved = async ({ sql, venueId }: VenueScope, productIds: readonly number[], locationIds: readonly number[]): Promise<StockRow[]> => {
  if (productIds.length === 0 || locationIds.length === 0) return []
  return sql<StockRow[]>`
    with moved as (
      select location_id, product_id, min(day) as since, coalesce(sum(qty) filter (where kind = ${MOVEMENT.purchase}::smallint), 0)::bigint as purchased,
        -coalesce(sum(qty) filter (where kind = ${MOVEMENT.wastage}::smallint), 0)::bigint as wasted,
        coalesce(sum(qty) filter (where kind not in (${MOVEMENT.purchase}::smallint, ${MOVEMENT.wastage}::smallint)), 0)::bigint as moved
      from stock_movement
      where venue_id = ${venueId} and product_id = any(${productIds as number[]}::int[]) and location_id = any(${locationIds as number[]}::int[])
      group by location_id, product_id
    ), gone as (
      select m.location_id, m.product_id, coalesce(sum(l.qty) filter (where l.counts), 0)::bigint as sold,
        coalesce(sum(l.qty) filter (where l.wastage and not l.voided), 0)::bigint as wasted
      from moved m join sale_line l on l.venue_id = ${venueId} and l.product_id = m.product_id and l.location_id = m.location_id and l.business_date >= m.since
      join sale s on s.venue_id = ${venueId} and s.sale_id = l.sale_id and s.kind in (1, 2, 5)
      group by m.location_id, m.product_id
    )
    select m.location_id as "locationId", m.product_id as "productId", m.since, m.purchased, coalesce(g.sold, 0)::bigint as sold,
      (m.wasted + coalesce(g.wasted, 0))::bigint as wasted, m.moved
    from moved m left join gone g on g.location_id = m.location_id and g.product_id = m.product_id`
}
