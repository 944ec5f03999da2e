import { eachRow } from '#features/sums/reading/readings.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Count } from './stock-facts.rules.ts'

/** Takes what moved of a product at a location on a day: the day since 1970-01-01, and ten-thousandths of a unit. */
type VisitMoved = (locationId: number, productId: number, day: number, qty: number) => void

/** Visits what moved from a day on. */
export const eachMoved = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], from: string, visit: VisitMoved): Promise<void> => {
  const days = await sql<{ locationId: number; day: number; rows: string }[]>`
    select location_id as "locationId", day - date '1970-01-01' as day, string_agg(concat_ws(',', product_id, qty), ';') as rows
    from stock_movement where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) and day >= ${from} group by location_id, day`
  for (const { locationId, day, rows } of days) eachRow({ sums: [], texts: [rows] }, (row) => visit(locationId, row[0] as number, day, row[1] as number))
}

/**
 * What moved of a product at a location since it was counted, by MOVEMENT: ten-thousandths of a unit. On the day of the count a movement with a later time is after it; one
 * without a time happened at the opening of its day, so the count has it already.
 */
export const movedSince = ({ sql, venueId }: VenueScope, productId: number, { locationId, day, at }: Count) =>
  sql<{ kind: number; qty: number }[]>`
    select kind, sum(qty)::bigint as qty from stock_movement
    where venue_id = ${venueId} and location_id = ${locationId} and product_id = ${productId} and (day > ${day} or (day = ${day} and at > ${at})) group by kind`.execute()
