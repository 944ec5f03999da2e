import type { VenueScope } from '#platform/access/venue-scope.ts'
import { differenceAt, type Mismatch } from './mismatch.rules.ts'
import { COARSE_DIMS, DAY_DIMS, DIM, GRAIN, MEASURES } from './rollup.rules.ts'
import { lockRollup } from './rollup-lock.sql.ts'
import { totalsTakenAway } from './totals-taken-away.sql.ts'

/** A trading day of a location with changes nobody has checked yet. */
export interface ChangedDay {
  locationId: number
  day: string
}

const ALL_DIMS = Object.values(DIM)
/** Kept of every day, month and year. */
const COMMON_DIMS = ALL_DIMS.filter((dim) => !COARSE_DIMS.includes(dim) && !DAY_DIMS.includes(dim))
const MONTH_DIMS = ALL_DIMS.filter((dim) => !DAY_DIMS.includes(dim))

/** The days whose changes moved since they were last checked, or all there are, those as well whose own row is lost. */
export const changedDays = ({ sql, venueId }: VenueScope, all = false): Promise<ChangedDay[]> =>
  all
    ? sql<ChangedDay[]>`
        select location_id as "locationId", day from trading_day_state where venue_id = ${venueId}
        union select location_id, business_date from sale where venue_id = ${venueId} order by 1, 2`
    : sql<ChangedDay[]>`
        select location_id as "locationId", day from trading_day_state where venue_id = ${venueId} and changes <> reconciled_at_change order by 1, 2`

/**
 * Compares one trading day of a location with the facts, in one statement and so at one moment; a day that agrees is
 * marked as checked up to the changes seen before, so that what came meanwhile is checked next time.
 */
export const reconcileDay = async (scope: VenueScope, locationId: number, day: string): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  const [state] = await sql<{ changes: number; coversKept: boolean }[]>`
    select changes, covers_kept as "coversKept" from trading_day_state where venue_id = ${venueId} and location_id = ${locationId} and day = ${day}`
  if (!state) return [differenceAt(locationId, day)]
  // Covers that are kept stay so.
  const dims = [...COMMON_DIMS, DIM.product, ...(state.coversKept ? DAY_DIMS : [])]
  const kept: Fragment = sql`select dim, key, ${measures(scope)} from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = any(${dims}::smallint[])
    and location_id = ${locationId} and period = ${day}`
  const fresh: Fragment = sql`select dim, key, ${sums(scope)} from rollup_source where venue_id = ${venueId} and location_id = ${locationId} and business_date = ${day}
    and dim = any(${dims}::smallint[]) group by dim, key`
  // Told within the one statement: whether the day's products are added up may change with the next sale. Outside of both sides: within them Citus would
  // ask for each dimension by itself.
  const holds: Fragment = sql`(coalesce(k.dim, f.dim) <> ${DIM.product} or (select t.products_at_change = t.changes from trading_day_state t
    where t.venue_id = ${venueId} and t.location_id = ${locationId} and t.day = ${day}))`
  const rows = await certainly(scope, locationId, () => differences(scope, kept, fresh, holds))
  if (rows.length > 0) return rows.map((row) => ({ ...row, locationId, grain: GRAIN.day, period: day }))
  await sql`
    update trading_day_state set reconciled_at_change = ${state.changes}
    where venue_id = ${venueId} and location_id = ${locationId} and day = ${day} and reconciled_at_change < ${state.changes}`
  return []
}

/** Compares a month of a location with its days, products with the lines. */
export const reconcileMonth = async (scope: VenueScope, locationId: number, month: string): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  const inMonth = (column: 'period' | 'business_date') => sql`${sql(column)} >= ${month}::date and ${sql(column)} < ${month}::date + interval '1 month'`
  const ofDays = sql`select dim, key, ${sums(scope)} from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = any(${COMMON_DIMS}::smallint[])
        and location_id = ${locationId} and ${inMonth('period')} group by dim, key
      union all
      select dim, key, ${sums(scope)} from rollup_source where venue_id = ${venueId} and location_id = ${locationId}
        and ${inMonth('business_date')} and dim = ${DIM.product} group by dim, key`
  const rows = await certainly(scope, locationId, () => differences(scope, keptAt(scope, locationId, GRAIN.month, month), ofDays))
  return rows.map((row) => ({ ...row, locationId, grain: GRAIN.month, period: month }))
}

/** Compares a year of a location with its months. */
export const reconcileYear = async (scope: VenueScope, locationId: number, year: string): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  const ofMonths = sql`select dim, key, ${sums(scope)} from rollup where venue_id = ${venueId} and grain = ${GRAIN.month} and dim = any(${MONTH_DIMS}::smallint[])
      and location_id = ${locationId} and period >= ${year}::date and period < ${year}::date + interval '1 year' group by dim, key`
  const rows = await certainly(scope, locationId, () => differences(scope, keptAt(scope, locationId, GRAIN.year, year), ofMonths))
  return rows.map((row) => ({ ...row, locationId, grain: GRAIN.year, period: year }))
}

const keptAt = (scope: VenueScope, locationId: number, grain: number, period: string): Fragment => scope.sql`
  select dim, key, ${measures(scope)} from rollup where venue_id = ${scope.venueId} and grain = ${grain}
    and dim = any(${MONTH_DIMS}::smallint[]) and location_id = ${locationId} and period = ${period}`

/**
 * Makes a month of a location anew from its facts, products of its days included, rows in key order; its year is to be made anew after it.
 * `returning`, since a distributed database would otherwise COPY them, which the walls between venues refuse.
 */
export const rebuildMonth = async (scope: VenueScope, locationId: number, month: string): Promise<void> => {
  const { sql, venueId } = scope
  const inMonth = (column: 'period' | 'business_date' | 'day') => sql`${sql(column)} >= ${month}::date and ${sql(column)} < ${month}::date + interval '1 month'`
  await sql.withoutTimeLimit()
  await lockRollup(scope, locationId)
  await sql`
    delete from rollup where venue_id = ${venueId} and grain in (${GRAIN.day}, ${GRAIN.month}) and dim = any(${ALL_DIMS}::smallint[])
      and location_id = ${locationId} and ${inMonth('period')}`
  await sql`${totalsTakenAway(scope, locationId, [month])}`
  await sql`delete from packed_guests where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  await sql`
    insert into rollup (venue_id, grain, dim, location_id, period, key, ${measures(scope)})
    select ${venueId}, ${GRAIN.day}, dim, ${locationId}, business_date, key, ${sums(scope)} from rollup_source
    where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth('business_date')}
    group by dim, business_date, key order by dim, business_date, key returning 1`
  await restoreDays(scope, locationId, month)
  await sql`update trading_day_state set products_at_change = changes, covers_kept = true where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth('day')}`
  await sql`
    insert into rollup (venue_id, grain, dim, location_id, period, key, ${measures(scope)})
    select ${venueId}, ${GRAIN.month}, dim, ${locationId}, ${month}, key, ${sums(scope)} from (
      select dim, key, ${measures(scope)} from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = any(${MONTH_DIMS}::smallint[])
        and location_id = ${locationId} and ${inMonth('period')}
    ) as part group by dim, key order by dim, key returning 1`
}

/** Days that were sold on have a row of their own again; what was marked late on them is not known any more. */
const restoreDays = async ({ sql, venueId }: VenueScope, locationId: number, month: string): Promise<void> => {
  await sql`
    insert into trading_day_state (venue_id, location_id, day, changes, last_sale_at, last_received_at)
    select ${venueId}, ${locationId}, business_date, 1, max(closed_at) filter (where kind in (1, 2)), max(closed_at) from sale
    where venue_id = ${venueId} and location_id = ${locationId} and business_date >= ${month}::date and business_date < ${month}::date + interval '1 month'
    group by business_date on conflict (venue_id, location_id, day) do nothing returning 1`
}

/** Makes a year of a location anew from its months. */
export const rebuildYear = async (scope: VenueScope, locationId: number, year: string): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  await lockRollup(scope, locationId)
  await sql`delete from rollup where venue_id = ${venueId} and grain = ${GRAIN.year} and dim = any(${ALL_DIMS}::smallint[])
      and location_id = ${locationId} and period = ${year}`
  await sql`
    insert into rollup (venue_id, grain, dim, location_id, period, key, ${measures(scope)})
    select ${venueId}, ${GRAIN.year}, dim, ${locationId}, ${year}, key, ${sums(scope)} from rollup
    where venue_id = ${venueId} and grain = ${GRAIN.month} and dim = any(${MONTH_DIMS}::smallint[]) and location_id = ${locationId}
      and period >= ${year}::date and period < ${year}::date + interval '1 year'
    group by dim, key order by dim, key returning 1`
}

type Fragment = ReturnType<VenueScope['sql']>

const measures = ({ sql }: VenueScope): Fragment =>
  listed(
    sql,
    MEASURES.map((name): Fragment => sql`${sql(name)}`),
  )

const sums = ({ sql }: VenueScope): Fragment =>
  listed(
    sql,
    MEASURES.map((name): Fragment => sql`sum(${sql(name)})::bigint as ${sql(name)}`),
  )

const listed = (sql: VenueScope['sql'], parts: readonly Fragment[]): Fragment => parts.reduce((all, one) => sql`${all}, ${one}`)

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
const differences = ({ sql }: VenueScope, kept: Fragment, fresh: Fragment, holds: Fragment = sql`true`) => {
  const list = (side: 'k' | 'f') =>
    listed(
      sql,
      MEASURES.map((name): Fragment => sql`coalesce(${sql(`${side}.${name}`)}, 0)::bigint`),
    )
  return sql<{ dim: number; key: number; kept: number[]; fresh: number[] }[]>`
    select coalesce(k.dim, f.dim) as dim, coalesce(k.key, f.key) as key, array[${list('k')}]::text[]::float8[] as kept, array[${list('f')}]::text[]::float8[] as fresh
    from (${kept}) as k full join (${fresh}) as f on f.dim = k.dim and f.key = k.key
    where (${list('k')}) is distinct from (${list('f')}) and ${holds} order by 1, 2`
}
