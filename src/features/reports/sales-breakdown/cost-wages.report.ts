import { type AskedTrade, idsOf, partsOf } from '#features/reports/kit/asked-trade.rules.ts'
import { averagedOver, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { columnOf, comparedColumnOf } from '#features/reports/kit/sales-plan.rules.ts'
import { hoursOf } from '#features/rosters/roster.rules.ts'
import { type WagesOfDay, wagesTold, withUnplaced } from '#features/rosters/wages-told.report.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber, isoWeekday } from '#shared/day.ts'

/** What hours cost at some locations in a column, in minor units, or in the whole range where no column is named; null where it is not known. */
export type WagesIn = (locationIds: readonly number[], column?: string) => number | null

export interface CostWages {
  now: WagesIn
  compared: WagesIn
  /** Hours to pay whose price nobody has said. */
  unpriced: number
  /** What is paid in areas that are matched to no location: in the totals, and in no location. */
  unplaced: number
}

/**
 * Wages of the range and of what it is compared with, the same as T & A tells; nothing for a reader who may not see timesheets.
 * Nobody knows them by the hour or a part of the day. Where nobody worked at all they are not known either.
 */
export const wagesInCosts = async (scope: VenueScope, asked: AskedTrade, named: readonly number[] | undefined): Promise<CostWages | undefined> => {
  const locationIds = withUnplaced(scope, idsOf(asked), named)
  const told = await wagesTold(scope, { ...howTold(asked), locationIds, spans: [asked.range] })
  if (!told) return undefined
  const rows = told.flat().filter(({ day }) => isAsked(asked.weekdays, day))
  if (asked.hours || rows.length === 0) return { now: unknown, compared: unknown, unpriced: 0, unplaced: 0 }
  return {
    now: asked.unit === 'hour' ? wholeOf(rows) : byColumn(rows, columnOf(asked.unit, scope.venue.weekStart)),
    compared: await comparedWages(scope, asked, locationIds),
    unpriced: hoursOf(rows.reduce((sum, { unpriced }) => sum + unpriced, 0)),
    unplaced: rows.reduce((sum, { locationId, cost }) => sum + (locationId === 0 ? cost : 0), 0),
  }
}

const unknown: WagesIn = () => null

const isAsked = (weekdays: readonly number[] | undefined, day: string): boolean => !weekdays || weekdays.includes(isoWeekday(day))

/** Whole months can be read where neither single days nor weekdays are told apart. */
const howTold = ({ clocks, unit, weekdays }: AskedTrade) => ({ clocks, byMonth: !weekdays && (unit === 'month' || unit === 'year') })

const wholeOf =
  (rows: readonly WagesOfDay[]): WagesIn =>
  (ids, column) =>
    column === undefined ? rows.reduce((sum, { locationId, cost }) => sum + (ids.includes(locationId) ? cost : 0), 0) : null

/** @param over how many references an average is of */
const byColumn = (rows: readonly WagesOfDay[], columnAt: (day: number) => string | undefined, over = 1): WagesIn => {
  const sums = new Map<string, Map<number, number>>()
  for (const { locationId, day, cost } of rows) {
    for (const column of ['', columnAt(dayNumber(day)) ?? '-']) {
      const places = sums.get(column) ?? new Map<number, number>()
      places.set(locationId, (places.get(locationId) ?? 0) + cost)
      sums.set(column, places)
    }
  }
  return (ids, column = '') => ids.reduce((sum, id) => sum + (sums.get(column)?.get(id) ?? 0), 0) / over
}

/** Of a day that has elapsed in part nobody knows the wages so far, and so not of the comparison either. */
const comparedWages = async (scope: VenueScope, asked: AskedTrade, locationIds: readonly number[]): Promise<WagesIn> => {
  const parts = asked.references.flatMap((reference) => partsOf(asked, reference).map((part) => ({ reference, part })))
  if (parts.length === 0 || asked.unit === 'hour' || parts.some(({ part }) => part.untilMinute !== undefined)) return unknown
  const told = await Promise.all(
    parts.map(async ({ reference, part }, i) => {
      // Areas without a location have no clock of their own: they go along with the first part.
      const ids = [...part.locationIds, ...(i === 0 && locationIds.includes(0) ? [0] : [])]
      const rows = await wagesTold(scope, { clocks: asked.clocks, locationIds: ids, spans: [part.span] })
      const weekdays = part.weekdays ?? asked.weekdays
      return { reference, rows: (rows ?? []).flat().filter(({ day }) => isAsked(weekdays, day)) }
    }),
  )
  return together(told.map(({ reference, rows }) => byColumn(rows, laidAgainst(scope, asked, reference), averagedOver(asked.compare, asked.references))))
}

const laidAgainst = ({ venue }: VenueScope, { unit, range }: AskedTrade, reference: Reference) => comparedColumnOf(unit, venue.weekStart, range, reference)

const together =
  (all: readonly WagesIn[]): WagesIn =>
  (ids, column) =>
    all.reduce((sum, of) => sum + (of(ids, column) ?? 0), 0)
