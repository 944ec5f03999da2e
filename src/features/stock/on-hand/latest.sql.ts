import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Latest } from './stock-facts.rules.ts'

interface Row {
  l: number
  p: number
  c: string | null
  a: string | null
  d: string | null
  q: number | null
  v: number | null
  r: string | null
  k: number | null
}

/** The latest of every product that was ever counted or delivered at these locations. One text, as in `readSpecs`. */
export const readLatest = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], productIds?: readonly number[]): Promise<Latest[]> => {
  const only = productIds ? sql`and product_id = any(${numbers(productIds)}::int[])` : sql``
  const [found] = await sql<{ rows: string | null }[]>`
    select json_agg(json_build_object('l', location_id, 'p', product_id, 'c', count_id::text, 'a', counted_at, 'd', counted_day, 'q', counted_qty, 'v', average_cost,
      'r', last_received, 'k', last_cost))::text as rows
    from stock_latest where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) ${only}`
  return (JSON.parse(found?.rows ?? '[]') as Row[]).map(({ l, p, c, a, d, q, v, r, k }) => ({
    locationId: l,
    productId: p,
    counted: c === null || a === null || d === null ? null : { countId: c, at: new Date(a), day: d, qty: q ?? 0, averageCost: v },
    lastReceived: r,
    lastCost: k,
  }))
}
