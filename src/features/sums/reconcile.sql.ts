import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { differenceAt, type Mismatch } from './mismatch.rules.ts'
import { productDaysAsRollup } from './product-days.sql.ts'
import { type Fragment, together } from './reading/slice.sql.ts'
import { DIM, type Dim, dayDims, GRAIN, MONTHLY, monthDims, SHAPES, type Shape, shapeOf } from './rollup.rules.ts'
import { lockRollup } from './rollup-lock.sql.ts'
import { columnsOf, inMonth, inYear, sumsOf } from './shapes.sql.ts'

/** A trading day of a location with the number of changes it had when the check began; null where its own row is lost. */
export interface ChangedDay {
  locationId: number
  day: string
  changes: number | null
}

/** The days whose changes moved since they were last checked, or all there are, those as well whose own row is lost. */
export const changedDays = ({ sql, venueId }: VenueScope, all = false): Promise<ChangedDay[]> =>
  all
    ? sql<ChangedDay[]>`
        select location_id as "locationId", day, max(changes) as changes from (
          select location_id, day, changes from trading_day_state where venue_id = ${venueId}
          union all select distinct location_id, business_date, null::bigint from sale where venue_id = ${venueId}) as known group by 1, 2 order by 1, 2`
    : sql<ChangedDay[]>`
        select location_id as "locationId", day, changes from trading_day_state
        where venue_id = ${venueId} and changes <> reconciled_at_change order by 1, 2`

/** Marks days of a location as checked up to the changes they had when the check began, so that the next run checks what arrived since. */
export const markChecked = async ({ sql, venueId }: VenueScope, locationId: number, days: readonly ChangedDay[]): Promise<void> => {
  const dates = texts(days.map(({ day }) => day))
  // Intake locks days in this order too, so that neither waits for the other in a circle.
  await sql`
    select 1 from trading_day_state where venue_id = ${venueId} and location_id = ${locationId} and day = any(${dates}::date[]) order by day for update`
  await sql`
    update trading_day_state t set reconciled_at_change = c.changes
    from unnest(${dates}::date[], ${numbers(days.map(({ changes }) => changes))}::bigint[]) as c(day, changes)
    where t.venue_id = ${venueId} and t.location_id = ${locationId} and t.day = c.day and t.reconciled_at_change < c.changes`
}

/** Compares one trading day of a location with the facts, in one statement and so at one moment. */
export const reconcileDay = async (scope: VenueScope, { locationId, day, changes }: ChangedDay): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  if (changes === null) return [differenceAt(locationId, day)]
  const kept = together(scope, [...SHAPES.map((shape) => keptAt(scope, shape, dayDims(shape), locationId, GRAIN.day, day)), productsAt(scope, locationId, day)])
  const fresh = together(
    scope,
    SHAPES.map(
      (shape) => sql`select dim, key, array[${sumsOf(scope, shape)}] as sums from ${sql(shape.source)}
        where venue_id = ${venueId} and location_id = ${locationId} and business_date = ${day} group by dim, key`,
    ),
  )
  // Told within the one statement: whether the day's products are added up may change with the next sale. Outside of both sides: within them Citus would
  // ask for each dimension by itself.
  const holds: Fragment = sql`(coalesce(k.dim, f.dim) <> ${DIM.product} or (select t.products_at_change = t.changes from trading_day_state t
    where t.venue_id = ${venueId} and t.location_id = ${locationId} and t.day = ${day}))`
  const rows = await certainly(scope, locationId, () => differences(scope, kept, fresh, holds))
  return rows.map((row) => ({ ...row, locationId, grain: GRAIN.day, period: day }))
}

/** Compares a month of a location with its days, products with the lines. */
export const reconcileMonth = async (scope: VenueScope, locationId: number, month: string): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  const ofDays = MONTHLY.map(
    (shape) => sql`select dim, key, array[${sumsOf(scope, shape)}] as sums from ${sql(shape.table)} where venue_id = ${venueId} and grain = ${GRAIN.day}
      and dim = any(${dayDims(shape)}::smallint[]) and location_id = ${locationId} and ${inMonth(scope, 'period', month)} group by dim, key`,
  )
  const ofLines = SHAPES.slice(0, 1).map(
    (shape) => sql`select dim, key, array[${sumsOf(scope, shape)}] as sums from ${sql(shape.source)} where venue_id = ${venueId} and location_id = ${locationId}
      and ${inMonth(scope, 'business_date', month)} and dim = ${DIM.product} group by dim, key`,
  )
  const rows = await certainly(scope, locationId, () =>
    differences(scope, keptMonthly(scope, locationId, GRAIN.month, month), together(scope, [...ofDays, ...ofLines])),
  )
  return rows.map((row) => ({ ...row, locationId, grain: GRAIN.month, period: month }))
}

/** Compares a year of a location with its months. */
export const reconcileYear = async (scope: VenueScope, locationId: number, year: string): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  const ofMonths = MONTHLY.map(
    (shape) => sql`select dim, key, array[${sumsOf(scope, shape)}] as sums from ${sql(shape.table)} where venue_id = ${venueId} and grain = ${GRAIN.month}
      and dim = any(${monthDims(shape)}::smallint[]) and location_id = ${locationId} and ${inYear(scope, year)} group by dim, key`,
  )
  const rows = await certainly(scope, locationId, () => differences(scope, keptMonthly(scope, locationId, GRAIN.year, year), together(scope, ofMonths)))
  return rows.map((row) => ({ ...row, locationId, grain: GRAIN.year, period: year }))
}

const keptMonthly = (scope: VenueScope, locationId: number, grain: number, period: string): Fragment =>
  together(
    scope,
    MONTHLY.map((shape) => keptAt(scope, shape, monthDims(shape), locationId, grain, period)),
  )

const productsAt = (scope: VenueScope, locationId: number, day: string): Fragment => {
  const { sql } = scope
  return sql`select dim, key, array[${columnsOf(scope, shapeOf(DIM.product))}]::bigint[] as sums
    from (${productDaysAsRollup(scope, locationId, sql`day = ${day}`)}) as product`
}

const keptAt = (scope: VenueScope, shape: Shape, dims: readonly Dim[], locationId: number, grain: number, period: string): Fragment => {
  const { sql, venueId } = scope
  return sql`select dim, key, array[${columnsOf(scope, shape)}]::bigint[] as sums from ${sql(shape.table)} where venue_id = ${venueId} and grain = ${grain}
    and dim = any(${dims as number[]}::smallint[]) and location_id = ${locationId} and period = ${period}`
}

/**
 * What still differs while no till adds to the location. On Citus the parts of a statement are not all of one moment, and a sale that comes
 * in between looks like a difference.
 */
const certainly = async <T>(scope: VenueScope, locationId: number, different: () => Promise<T[]>): Promise<T[]> => {
  const seen = await different()
  if (seen.length === 0) return seen
  await lockRollup(scope, locationId)
  return different()
}

/** Rows that are not the same on both sides; a row that is not there is one of zeros. */
const differences = ({ sql }: VenueScope, kept: Fragment, fresh: Fragment, holds: Fragment = sql`true`) => sql<
  { dim: number; key: number; kept: number[]; fresh: number[] }[]
>`
    select coalesce(k.dim, f.dim) as dim, coalesce(k.key, f.key) as key, coalesce(k.sums, array_fill(0::bigint, array[cardinality(f.sums)]))::text[]::float8[] as kept,
      coalesce(f.sums, array_fill(0::bigint, array[cardinality(k.sums)]))::text[]::float8[] as fresh
    from (${kept}) as k full join (${fresh}) as f on f.dim = k.dim and f.key = k.key
    where k.sums is distinct from f.sums and (0 <> any(k.sums) or 0 <> any(f.sums)) and ${holds} order by 1, 2`
