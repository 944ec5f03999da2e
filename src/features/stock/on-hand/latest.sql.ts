import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Latest } from './stock-facts.rules.ts'

type Row = [
  locationId: number,
  productId: number,
  countId: string | null,
  countedAt: string | null,
  countedDay: string | null,
  countedQty: number | null,
  averageCost: number | null,
  lastReceived: string | null,
  lastCost: number | null,
]

/** The latest of every product that was ever counted or delivered at these locations. One text, as in `readSpecs`. */
export const readLatest = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], productIds?: readonly number[]): Promise<Latest[]> => {
  const only = productIds ? sql`and product_id = any(${numbers(productIds)}::int[])` : sql``
  const [found] = await sql<{ rows: string | null }[]>`
    select json_agg(json_build_array(location_id, product_id, count_id::text, counted_at, counted_day, counted_qty, average_cost, last_received, last_cost))::text as rows
    from stock_latest where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) ${only}`
  return (JSON.parse(found?.rows ?? '[]') as Row[]).map(([locationId, productId, countId, at, day, qty, averageCost, lastReceived, lastCost]) => ({
    locationId,
    productId,
    counted: countId === null || at === null || day === null ? null : { countId, at: new Date(at), day, qty: qty ?? 0, averageCost },
    lastReceived,
    lastCost,
  }))
}
