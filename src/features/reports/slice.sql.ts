import type { Query } from '#platform/sql.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { Unit } from './period.rules.ts'

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
export const bucketOf = (scope: VenueScope, column: 'period' | 'business_date' | 's.business_date', by: BucketBy): Fragment => {
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

/** Several readings of the same columns, one after the other. */
export const together = ({ sql }: VenueScope, parts: readonly Fragment[]): Fragment => parts.reduce((all, part) => sql`${all} union all ${part}`)

/** The same list in a row, parted by commas. */
export const listed = ({ sql }: VenueScope, parts: readonly Fragment[]): Fragment => parts.reduce((all, part) => sql`${all}, ${part}`)

/** One of our own small numbers, written out: the planner knows it, and nothing is looked up for every row. */
export const number = ({ sql }: VenueScope, value: number): Fragment => sql`${sql.unsafe(String(Math.trunc(value)))}`
