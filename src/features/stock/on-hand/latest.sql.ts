import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayColumn, numberColumn } from '#platform/database/columns.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Latest } from './stock-facts.rules.ts'

const COLUMNS = [
  'location_id',
  'product_id',
  'counted_day',
  'counted_qty',
  'average_cost',
  'last_received',
  'last_cost',
  'moved',
  'came_qty',
  'came_cost',
] as const

/** The latest of every product that was ever counted or delivered at these locations, column by column. */
export const readLatest = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], productIds?: readonly number[]): Promise<Latest[]> => {
  const only = productIds ? sql`and product_id = any(${numbers(productIds)}::int[])` : sql``
  const columns = COLUMNS.map((name) => sql`array_agg(${sql(name)})::text as ${sql(name)}`).reduce((all, one) => sql`${all}, ${one}`)
  const [found] = await sql<Record<(typeof COLUMNS)[number] | 'counted_at', string | null>[]>`
    select ${columns}, array_agg((date_part('epoch', counted_at) * 1000)::bigint)::text as counted_at
    from stock_latest where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) ${only}`
  if (!found) return []
  const [locations, products, qtys, averages, lastCosts] = [
    numberColumn(found.location_id),
    numberColumn(found.product_id),
    numberColumn(found.counted_qty),
    numberColumn(found.average_cost),
    numberColumn(found.last_cost),
  ]
  const [moved, cameQty, cameCost] = [numberColumn(found.moved), numberColumn(found.came_qty), numberColumn(found.came_cost)]
  const [moments, days, received] = [numberColumn(found.counted_at), dayColumn(found.counted_day), dayColumn(found.last_received)]
  return locations.map((locationId, i) => {
    const at = moments[i] ?? null
    const day = days[i] ?? null
    return {
      locationId: locationId ?? 0,
      productId: products[i] ?? 0,
      counted: at === null || day === null ? null : { at: new Date(at), day, qty: qtys[i] ?? 0, averageCost: averages[i] ?? null },
      lastReceived: received[i] ?? null,
      lastCost: lastCosts[i] ?? null,
      moved: moved[i] ?? 0,
      cameQty: cameQty[i] ?? 0,
      cameCost: cameCost[i] ?? 0,
    }
  })
}
