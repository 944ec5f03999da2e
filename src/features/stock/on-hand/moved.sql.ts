import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numberColumn } from '#platform/database/columns.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Counted } from './stock-facts.rules.ts'

/** Takes what moved of a product at a location on a day: the day since 1970-01-01, and ten-thousandths of a unit. */
type VisitMoved = (locationId: number, productId: number, day: number, qty: number) => void

/** Visits what moved from a day on. */
export const eachMoved = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], day: string, visit: VisitMoved): Promise<void> => {
  const [found] = await sql<{ locations: string | null; products: string | null; days: string | null; qtys: string | null }[]>`
    select array_agg(location_id)::text as locations, array_agg(product_id)::text as products, array_agg(day - date '1970-01-01')::text as days, array_agg(qty)::text as qtys
    from stock_movement where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) and day >= ${day}`
  const [products, days, qtys] = [numberColumn(found?.products), numberColumn(found?.days), numberColumn(found?.qtys)]
  for (const [i, locationId] of numberColumn(found?.locations).entries()) visit(locationId ?? 0, products[i] ?? 0, days[i] ?? 0, qtys[i] ?? 0)
}

/**
 * What moved of a product at a location since it was counted, by MOVEMENT: ten-thousandths of a unit. On the day of the count a movement with a later time is after it; one
 * without a time happened at the opening of its day, so the count has it already.
 */
export const movedSince = ({ sql, venueId }: VenueScope, { locationId, productId }: { locationId: number; productId: number }, { day, at }: Counted) =>
  sql<{ kind: number; qty: number }[]>`
    select kind, sum(qty)::bigint as qty from stock_movement
    where venue_id = ${venueId} and location_id = ${locationId} and product_id = ${productId} and (day > ${day} or (day = ${day} and at > ${at})) group by kind`.execute()
