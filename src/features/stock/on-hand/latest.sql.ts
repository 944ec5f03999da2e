import { eachRow, unboxed } from '#features/sums/reading/readings.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Latest } from './stock-facts.rules.ts'

/** What was counted at a location at one time, or was never counted: a row of numbers for each product. */
interface CountRows {
  locationId: number
  at: Date | null
  day: string | null
  rows: string
}

/** What the numbers of a row hold after its product. A cost is never below zero, so -1 says that there is none. */
const NUMBERS = ['qty', 'averageCost', 'lastCost', 'moved', 'cameQty', 'cameCost'] as const
const NONE = -1

/**
 * The latest of every product that was ever counted or delivered at these locations. Most of a cellar is counted at once, so the moment of a count comes once and not with
 * each of twenty thousand products.
 */
export const readLatest = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], productIds?: readonly number[]): Promise<Latest[]> => {
  const only = productIds ? sql`and product_id = any(${numbers(productIds)}::int[])` : sql``
  const counts = await sql<CountRows[]>`
    select location_id as "locationId", counted_at as at, counted_day as day,
      string_agg(concat_ws(',', product_id, coalesce(counted_qty, 0), coalesce(average_cost, ${NONE}), coalesce(last_cost, ${NONE}), moved, came_qty, came_cost), ';') as rows
    from stock_latest where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) ${only}
    group by location_id, counted_at, counted_day`
  const latest: Latest[] = []
  for (const { locationId, at, day, rows } of counts) {
    const count = at === null || day === null ? null : { locationId, at, day }
    eachRow({ sums: NUMBERS.slice(1), texts: [rows] }, (row) => {
      latest.push({
        locationId,
        productId: unboxed(row[0] as number),
        count,
        countedQty: unboxed(row[1] as number),
        countedCost: orNone(row[2] as number),
        lastCost: orNone(row[3] as number),
        moved: unboxed(row[4] as number),
        cameQty: unboxed(row[5] as number),
        cameCost: unboxed(row[6] as number),
      })
    })
  }
  return latest
}

/** The day of the latest delivery of a product at a location; null where none came. */
export const lastReceived = async ({ sql, venueId }: VenueScope, locationId: number, productId: number): Promise<string | null> => {
  const [row] = await sql<{ day: string | null }[]>`
    select last_received as day from stock_latest where venue_id = ${venueId} and location_id = ${locationId} and product_id = ${productId}`
  return row?.day ?? null
}

const orNone = (value: number): number | null => (value === NONE ? null : unboxed(value))
