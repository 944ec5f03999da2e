import { MOVEMENT } from '#features/stock/movements.rules.ts'
import { eachRow } from '#features/sums/reading/readings.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Count, Moved } from './stock-facts.rules.ts'

/** Takes what moved of a product at a location on a day, counted since 1970-01-01. */
type VisitMoved = (locationId: number, productId: number, day: number, moved: Moved) => void

/** Visits what moved from a day on. */
export const eachMoved = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], from: string, visit: VisitMoved): Promise<void> => {
  const days = await sql<{ locationId: number; day: number; rows: string }[]>`
    select location_id as "locationId", day - date '1970-01-01' as day, string_agg(concat_ws(',', product_id, qty, case kind when ${MOVEMENT.wastage} then -qty else 0 end), ';') as rows
    from stock_movement where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) and day >= ${from} group by location_id, day`
  for (const { locationId, day, rows } of days)
    eachRow({ sums: ['wasted'], texts: [rows] }, (row) => visit(locationId, row[0] as number, day, { qty: row[1] as number, wasted: row[2] as number }))
}

/**
 * What moved of a product at a location since it was counted, by MOVEMENT: ten-thousandths of a unit. On the day of the count a movement with a later time is after it; one
 * without a time happened at the opening of its day, so the count has it already.
 */
export const movedSince = ({ sql, venueId }: VenueScope, productId: number, { locationId, day, at }: Count) =>
  sql<{ kind: number; qty: number }[]>`
    select kind, sum(qty)::bigint as qty from stock_movement
    where venue_id = ${venueId} and location_id = ${locationId} and product_id = ${productId} and (day > ${day} or (day = ${day} and at > ${at})) group by kind`.execute()
