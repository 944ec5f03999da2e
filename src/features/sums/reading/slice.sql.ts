import type { SumName } from '#features/reports/kit/figures.rules.ts'
import type { Piece, Unit } from '#features/reports/kit/period.rules.ts'
import { DIM, type Dim, GRAIN, shapeOf } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { everyDay, isoWeekday } from '#shared/day.ts'
import type { Reading } from './readings.rules.ts'

/**
 * From here on the transaction's questions are asked with the plans their connection has kept: planning is as much work as most of their
 * answers. For questions whose one good way is the key of what they read, whatever the values. Sequential scans are out of the running, so
 * that a plan made while a table was empty serves when it is full. On Citus the plan says which worker is asked, and none is kept.
 * @param areMany whether thousands of rows are added up: a plan made without knowing that sorts them, which takes a third longer than hashing them
 */
export const keepPlans = ({ sql }: VenueScope, areMany = false): void => {
  sql`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', ${areMany ? 'off' : 'on'}, true), set_config('plan_cache_mode',
    case when current_setting('citus.version', true) is null then 'force_generic_plan' else 'auto' end, true)`
    .execute()
    .catch(() => undefined)
}

/** Which part of the venue's trade a question is about; locations are among the scope's own. */
export interface Slice {
  locationIds: readonly number[]
  /** ISO weekdays of the business date; absent means all. */
  weekdays?: readonly number[] | undefined
  /** Wall-clock hours 0 to 23; absent means all. */
  hours?: readonly number[] | undefined
  /** Only what was rung up within so many minutes of the trading day. */
  untilMinute?: number | undefined
}

/** What buckets are made of: whole days in a unit, or hours of the day. */
export type BucketBy = Unit

/** A piece of SQL to be put into another. */
export type Fragment = Query<readonly unknown[]>

/** Sales, refunds and the entries that take sales back; a till's void record, no-sales and training count nowhere. */
export const counted = ({ sql }: VenueScope): Fragment => sql`(1, 2, 5)`

/**
 * The bucket a row falls in: the day it begins on, or a local hour. Days are counted as numbers, since taking a date apart
 * for every row costs more than adding it up; nothing in it is a parameter, so that it may stand in a GROUP BY.
 */
export const bucketOf = (scope: VenueScope, column: 'period' | 'day' | 'business_date' | 's.business_date', by: BucketBy): Fragment => {
  const { sql, venue } = scope
  if (by === 'hour') return sql`local_hour`
  const day = sql(column)
  if (by === 'day') return sql`${day}`
  // Only dates from the year 1 on come here, so the remainder is never negative; 1 January of the year 1 was a Monday.
  if (by === 'week') return sql`(${day} - (${day} - date '0001-01-01' + ${number(scope, 8 - venue.weekStart)}) % 7)`
  return by === 'month' ? sql`date_trunc('month', ${day}::timestamp)::date` : sql`date_trunc('year', ${day}::timestamp)::date`
}

/** Keeps the weekdays asked for. */
export const onWeekdays = ({ sql }: VenueScope, column: string, weekdays: readonly number[] | undefined): Fragment =>
  weekdays ? sql`and (${sql(column)} - date '0001-01-01') % 7 + 1 = any(${weekdays as number[]}::int[])` : sql``

/** Keeps the weekdays, hours and minutes asked for, of rows of `sale`. */
export const atTimes = (scope: VenueScope, slice: Slice, alias: '' | 's.' = ''): Fragment => {
  const { sql } = scope
  return sql`
    ${onWeekdays(scope, `${alias}business_date`, slice.weekdays)}
    ${slice.hours ? sql`and ${sql(`${alias}local_hour`)} % 100 = any(${slice.hours as number[]}::int[])` : sql``}
    ${slice.untilMinute === undefined ? sql`` : sql`and ${sql(`${alias}local_minute`)} <= ${slice.untilMinute}`}`
}

/** Where in the rollup a question is answered: a dimension, perhaps some of its keys, and which of its shape's measures. */
export interface RollupRead {
  dim: Dim
  columns: readonly string[]
  where?: Fragment
  /** Added up over their keys: they lie by location and period, so that it is done while they are read, and a third cheaper than afterwards. */
  overKeys?: boolean
}

/** The rows of the rollup that a range is made of, with the sign they count by: location_id, period, key unless it is added up over, and the measures asked for. */
export const rollupRows = (scope: VenueScope, { locationIds, weekdays }: Slice, pieces: readonly Piece[], place: RollupRead): Fragment => {
  const { sql, venueId } = scope
  const { dim, columns, where, overKeys } = place
  const measure = (name: string) => (overKeys ? sql`sum(${sql(name)}::float8)` : sql`${sql(name)}`)
  const rows = pieces.map(
    ({ grain, from, to, less }) => sql`
      select location_id, period, ${overKeys ? sql`` : sql`key,`} ${listed(
        scope,
        columns.map((name) => sql`${less ? sql`-` : sql``}${measure(name)} as ${sql(name)}`),
      )}
      from ${sql(shapeOf(dim).table)} where venue_id = ${venueId} and grain = ${number(scope, GRAIN[grain])} and dim = ${number(scope, dim)}
        and location_id = any(${locationIds as number[]}::int[]) and ${inPeriods(scope, { grain, from, to }, tellsWeekdays(dim) ? undefined : weekdays)} ${where ?? sql``}
      ${overKeys ? sql`group by location_id, period` : sql``}`,
  )
  return together(scope, rows)
}

/** Whether a dimension's keys tell weekdays, so that those asked for are found by them in its months and years too. */
const tellsWeekdays = (dim: Dim): boolean => dim === DIM.weekdayHour || dim === DIM.besideHour

/** The periods of a piece; chosen weekdays day by day, since a range would read the other days between them as well. */
const inPeriods = ({ sql }: VenueScope, { grain, from, to }: Pick<Piece, 'grain' | 'from' | 'to'>, weekdays: readonly number[] | undefined): Fragment => {
  if (!weekdays || grain !== 'day') return sql`period between ${from} and ${to}`
  return sql`period = any(${texts(everyDay(from, to).filter((day) => weekdays.includes(isoWeekday(day))))}::date[])`
}

/**
 * A sum. Sums of bigint go by way of numeric, at three times the cost; a double holds every whole number up to 2^53, and beyond that
 * none is read.
 */
export const sumOf = ({ sql }: VenueScope, column: Fragment): Fragment => sql`sum(${column}::float8)::bigint`

/** A bucket as a number: a day since 1 January 1970, or a local hour. */
export const bucketNumber = ({ sql }: VenueScope, bucket: Fragment, by: BucketBy): Fragment => (by === 'hour' ? bucket : sql`(${bucket} - date '1970-01-01')`)

/** Rows of location_id, bucket and sums, each under its name. */
export interface Summed {
  /** The columns before the sums, where they are not location_id and bucket. */
  heads?: readonly string[]
  sums: readonly SumName[]
  rows: Fragment
}

/**
 * Reads sums, all in one statement. Each comes as one text: a thousand days at five places are a hundred thousand numbers, and taking
 * each for itself from the wire costs ten times what reading them from the disk does.
 */
export const readingsOf = async (scope: VenueScope, wanted: readonly Summed[]): Promise<Reading[]> => {
  const { sql } = scope
  const texts = wanted.map(({ heads = ['location_id', 'bucket'], sums, rows }, i) => {
    const columns = [...heads, ...sums].map((name) => sql`${sql(name)}`)
    return sql`(select string_agg(concat_ws(',', ${listed(scope, columns)}), ';') from (${rows}) as one) as ${sql(`numbers${i}`)}`
  })
  const [row] = await sql<Record<string, string | null>[]>`select ${listed(scope, texts)}`
  return wanted.map(({ sums }, i) => ({ sums, texts: [row?.[`numbers${i}`] ?? ''] }))
}

/** Columns under the names of sums. */
export const named = (scope: VenueScope, made: readonly (readonly [SumName, Fragment])[]): Fragment =>
  listed(
    scope,
    made.map(([name, column]) => scope.sql`${column} as ${scope.sql(name)}`),
  )

/** Several readings of the same columns, one after the other. */
export const together = ({ sql }: VenueScope, parts: readonly Fragment[]): Fragment => parts.reduce((all, part) => sql`${all} union all ${part}`)

/** The same list in a row, separated by commas. */
export const listed = ({ sql }: VenueScope, parts: readonly Fragment[]): Fragment => parts.reduce((all, part) => sql`${all}, ${part}`)

/** One of our own small numbers, written out: the planner knows it, and nothing is looked up for every row. */
export const number = ({ sql }: VenueScope, value: number): Fragment => sql`${sql.unsafe(String(Math.trunc(value)))}`
