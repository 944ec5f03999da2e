import type { VenueScope } from '#platform/venue-scope.ts'
import { dropWrongGuests } from './packed-guests.sql.ts'
import { dropWrongItems } from './packed-items.sql.ts'
import { dropWrongPack } from './packed-months.sql.ts'
import { COARSE_DIMS, DAY_DIMS, DIM, GRAIN, MEASURES } from './rollup.rules.ts'
import { dropWrongTotals } from './running-totals.sql.ts'
import { lockRollup } from './store-sales.sql.ts'
import { totalsTakenAway } from './totals-taken-away.sql.ts'
import { dropWrongVenueTotals } from './venue-totals.sql.ts'

/** A row of the rollup that differs from what the facts say. */
export interface Mismatch {
  locationId: number
  grain: number
  period: string
  dim: number
  key: number
  /** In the order of MEASURES. */
  kept: number[]
  fresh: number[]
}

/** A trading day of a location with changes nobody has checked yet. */
export interface ChangedDay {
  locationId: number
  day: string
}

const ALL_DIMS = Object.values(DIM)
/** Kept of every day, month and year. */
const COMMON_DIMS = ALL_DIMS.filter((dim) => !COARSE_DIMS.includes(dim) && !DAY_DIMS.includes(dim))
const MONTH_DIMS = ALL_DIMS.filter((dim) => !DAY_DIMS.includes(dim))

/** The days whose changes moved since they were last checked, or all of them. */
export const changedDays = async ({ sql, venueId }: VenueScope, all = false): Promise<ChangedDay[]> => sql<ChangedDay[]>`
  select location_id as "locationId", day from trading_day_state
  where venue_id = ${venueId} ${all ? sql`` : sql`and changes <> reconciled_at_change`} order by location_id, day`

/**
 * Compares one trading day of a location with the facts, in one statement and so at one moment; a day that agrees is
 * marked as checked up to the changes seen before, so that what came meanwhile is checked next time.
 */
export const reconcileDay = async (scope: VenueScope, locationId: number, day: string): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  const [state] = await sql<{ changes: number; coversKept: boolean }[]>`
    select changes, covers_kept as "coversKept" from trading_day_state where venue_id = ${venueId} and location_id = ${locationId} and day = ${day}`
  // Covers that are kept stay so.
  const dims = [...COMMON_DIMS, DIM.product, ...(state?.coversKept ? DAY_DIMS : [])]
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
    update trading_day_state set reconciled_at_change = ${state?.changes ?? 0}
    where venue_id = ${venueId} and location_id = ${locationId} and day = ${day} and reconciled_at_change < ${state?.changes ?? 0}`
  return []
}

/**
 * Compares a month of a location with its days (products with the lines), its packed days with their rows, and its year with the months.
 * Packed days or guests that differ are told as the total of the month's first day, packed items and running totals, its own or those of all places, as product 0 of it;
 * all are taken away.
 */
export const reconcileMonth = async (scope: VenueScope, locationId: number, month: string): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  const year = `${month.slice(0, 4)}-01-01`
  const keptAt = (
    grain: number,
    period: string,
  ): Fragment => sql`select dim, key, ${measures(scope)} from rollup where venue_id = ${venueId} and grain = ${grain}
    and dim = any(${MONTH_DIMS}::smallint[]) and location_id = ${locationId} and period = ${period}`
  const ofDays = sql`select dim, key, ${sums(scope)} from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = any(${COMMON_DIMS}::smallint[])
        and location_id = ${locationId} and period >= ${month}::date and period < ${month}::date + interval '1 month' group by dim, key
      union all
      select dim, key, ${sums(scope)} from rollup_source where venue_id = ${venueId} and location_id = ${locationId}
        and business_date >= ${month}::date and business_date < ${month}::date + interval '1 month' and dim = ${DIM.product} group by dim, key`
  const ofMonths = sql`select dim, key, ${sums(scope)} from rollup where venue_id = ${venueId} and grain = ${GRAIN.month} and dim = any(${MONTH_DIMS}::smallint[])
      and location_id = ${locationId} and period >= ${year}::date and period < ${year}::date + interval '1 year' group by dim, key`
  const months = await certainly(scope, locationId, () => differences(scope, keptAt(GRAIN.month, month), ofDays))
  const years = await certainly(scope, locationId, () => differences(scope, keptAt(GRAIN.year, year), ofMonths))
  const packIsWrong = await dropWrongPack(scope, locationId, month)
  const itemsAreWrong = await dropWrongItems(scope, locationId, month)
  const guestsAreWrong = await dropWrongGuests(scope, locationId, month)
  const runsAreWrong = (await dropWrongTotals(scope, locationId, month)) || (await dropWrongVenueTotals(scope, month))
  return [
    ...(runsAreWrong || itemsAreWrong ? [{ locationId, grain: GRAIN.day, period: month, dim: DIM.product, key: 0, kept: [], fresh: [] }] : []),
    ...(packIsWrong || guestsAreWrong ? [{ locationId, grain: GRAIN.day, period: month, dim: DIM.total, key: 0, kept: [], fresh: [] }] : []),
    ...months.map((row) => ({ ...row, locationId, grain: GRAIN.month, period: month })),
    ...years.map((row) => ({ ...row, locationId, grain: GRAIN.year, period: year })),
  ]
}

/**
 * Makes a month of a location anew from its facts, products of its days included, and its year from the months, rows in key order.
 * `returning`, since a distributed database would otherwise COPY them, which the walls between venues refuse.
 */
export const rebuildMonth = async (scope: VenueScope, locationId: number, month: string): Promise<void> => {
  const { sql, venueId } = scope
  const year = `${month.slice(0, 4)}-01-01`
  const inMonth = (column: 'period' | 'business_date' | 'day') => sql`${sql(column)} >= ${month}::date and ${sql(column)} < ${month}::date + interval '1 month'`
  await sql.withoutTimeLimit()
  await lockRollup(scope, locationId)
  await sql`
    delete from rollup where venue_id = ${venueId} and location_id = ${locationId} and dim = any(${ALL_DIMS}::smallint[])
      and ((grain in (${GRAIN.day}, ${GRAIN.month}) and ${inMonth('period')}) or (grain = ${GRAIN.year} and period = ${year}))`
  await sql`delete from packed_month where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  await sql`${totalsTakenAway(scope, locationId, [month])}`
  await sql`delete from packed_guests where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  await sql`
    insert into rollup (venue_id, grain, dim, location_id, period, key, ${measures(scope)})
    select ${venueId}, ${GRAIN.day}, dim, ${locationId}, business_date, key, ${sums(scope)} from rollup_source
    where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth('business_date')}
    group by dim, business_date, key order by dim, business_date, key returning 1`
  await sql`update trading_day_state set products_at_change = changes, covers_kept = true where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth('day')}`
  await sql`
    insert into rollup (venue_id, grain, dim, location_id, period, key, ${measures(scope)})
    select ${venueId}, ${GRAIN.month}, dim, ${locationId}, ${month}, key, ${sums(scope)} from (
      select dim, key, ${measures(scope)} from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = any(${MONTH_DIMS}::smallint[])
        and location_id = ${locationId} and ${inMonth('period')}
    ) as part group by dim, key order by dim, key returning 1`
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
