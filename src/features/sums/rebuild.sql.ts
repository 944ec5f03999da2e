import type { VenueScope } from '#platform/access/venue-scope.ts'
import { everyDay, monthEnd } from '#shared/day.ts'
import { makeProductDays, productDaysAsRollup } from './product-days.sql.ts'
import type { Fragment } from './reading/slice.sql.ts'
import { DIM, dayDims, GRAIN, type Grain, MONTHLY, monthDims, SHAPES, type Shape, shapeOf } from './rollup.rules.ts'
import { lockRollup } from './rollup-lock.sql.ts'
import { columnsOf, inMonth, inYear, sumsOf } from './shapes.sql.ts'
import { totalsTakenAway } from './totals-taken-away.sql.ts'
import { stands } from './undone-days.sql.ts'

/**
 * Makes a month of a location anew from its facts, products of its days included, rows in key order; its year is to be made anew after it.
 * `returning`, since a distributed database would otherwise COPY them, which the walls between venues refuse.
 */
export const rebuildMonth = async (scope: VenueScope, locationId: number, month: string): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  await lockRollup(scope, locationId)
  await sql`${totalsTakenAway(scope, locationId, everyDay(month, monthEnd(month)))}`
  await sql`delete from packed_guests where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  for (const shape of SHAPES) await rebuildDays(scope, shape, locationId, month)
  await restoreDays(scope, locationId, month)
  await rebuildProductDays(scope, locationId, month)
  const products = shapeOf(DIM.product)
  for (const shape of MONTHLY) {
    const days = rowsOf(scope, shape, locationId, GRAIN.day, inMonth(scope, 'period', month))
    const parts = shape === products ? sql`${days} union all ${productDaysAsRollup(scope, locationId, inMonth(scope, 'day', month))}` : days
    await rebuildFrom(scope, shape, locationId, { grain: GRAIN.month, period: month, parts })
  }
}

/** Makes the days of a month's products anew from the sales; what lies on days that nobody knows of goes. */
const rebuildProductDays = async (scope: VenueScope, locationId: number, month: string): Promise<void> => {
  const { sql, venueId } = scope
  await sql`delete from product_day where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth(scope, 'day', month)}`
  const days = await sql<{ day: string }[]>`
    select day from trading_day_state where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth(scope, 'day', month)}`
  await makeProductDays(
    scope,
    locationId,
    days.map(({ day }) => day),
  )
}

/** Makes the days of a month anew from the sales. */
const rebuildDays = async (scope: VenueScope, shape: Shape, locationId: number, month: string): Promise<void> => {
  const { sql, venueId } = scope
  const { table, source } = shape
  await sql`
    delete from ${sql(table)} where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = any(${dayDims(shape)}::smallint[])
      and location_id = ${locationId} and ${inMonth(scope, 'period', month)}`
  await sql`
    insert into ${sql(table)} (venue_id, grain, dim, location_id, period, key, ${columnsOf(scope, shape)})
    select ${venueId}, ${GRAIN.day}, dim, ${locationId}, business_date, key, ${sumsOf(scope, shape)} from ${sql(source)}
    where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth(scope, 'business_date', month)} and dim = any(${dayDims(shape) as number[]}::smallint[])
    group by dim, business_date, key order by dim, business_date, key returning 1`
}

/** Makes a month anew from its days, or a year from its months. */
const rebuildFrom = async (
  scope: VenueScope,
  shape: Shape,
  locationId: number,
  { grain, period, parts }: { grain: Grain; period: string; parts: Fragment },
): Promise<void> => {
  const { sql, venueId } = scope
  const dims = monthDims(shape)
  await sql`
    delete from ${sql(shape.table)} where venue_id = ${venueId} and grain = ${grain} and dim = any(${dims}::smallint[]) and location_id = ${locationId}
      and period = ${period}`
  await sql`
    insert into ${sql(shape.table)} (venue_id, grain, dim, location_id, period, key, ${columnsOf(scope, shape)})
    select ${venueId}, ${grain}, dim, ${locationId}, ${period}, key, ${sumsOf(scope, shape)} from (${parts}) as part group by dim, key order by dim, key returning 1`
}

/** Rows of dim, key and measures, of a grain; products' days lie elsewhere. */
const rowsOf = (scope: VenueScope, shape: Shape, locationId: number, grain: Grain, within: Fragment): Fragment => {
  const { sql, venueId } = scope
  const dims = grain === GRAIN.day ? dayDims(shape) : monthDims(shape)
  return sql`select dim, key, ${columnsOf(scope, shape)} from ${sql(shape.table)} where venue_id = ${venueId} and grain = ${grain}
    and dim = any(${dims}::smallint[]) and location_id = ${locationId} and ${within}`
}

/** Days that were sold on have a row of their own again; what was marked late on them is not known any more. */
const restoreDays = async (scope: VenueScope, locationId: number, month: string): Promise<void> => {
  const { sql, venueId } = scope
  await sql`
    insert into trading_day_state (venue_id, location_id, day, changes, last_sale_at, last_received_at)
    select ${venueId}, ${locationId}, business_date, 1, max(closed_at) filter (where ${stands(scope)}), max(closed_at) from sale s
    where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth(scope, 'business_date', month)}
    group by business_date on conflict (venue_id, location_id, day) do nothing returning 1`
  // The year is rebuilt later, so the days count as unchecked until a run compares all three.
  await sql`
    update trading_day_state set reconciled_at_change = 0 where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth(scope, 'day', month)}`
}

/** Makes a year of a location anew from its months. */
export const rebuildYear = async (scope: VenueScope, locationId: number, year: string): Promise<void> => {
  await scope.sql.withoutTimeLimit()
  await lockRollup(scope, locationId)
  for (const shape of MONTHLY) {
    const parts = rowsOf(scope, shape, locationId, GRAIN.month, inYear(scope, year))
    await rebuildFrom(scope, shape, locationId, { grain: GRAIN.year, period: year, parts })
  }
}
