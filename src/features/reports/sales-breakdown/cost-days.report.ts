import { type AskedTrade, partsOf } from '#features/reports/kit/asked-trade.rules.ts'
import { averagedOver, type Reference } from '#features/reports/kit/comparison.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { columnOf, comparedColumnOf } from '#features/reports/kit/sales-plan.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber } from '#shared/day.ts'
import { type CostIn, type CostOfDay, isAskedDay, unknownCost } from './cost-days.rules.ts'

/** What is known by the day only, in the columns of a range: nobody knows it by the hour. */
export const costByColumn = (scope: VenueScope, asked: AskedTrade, rows: readonly CostOfDay[]): CostIn =>
  asked.unit === 'hour' ? wholeOf(rows) : byColumn(rows, columnOf(asked.unit, scope.venue.weekStart))

const wholeOf =
  (rows: readonly CostOfDay[]): CostIn =>
  (ids, column) =>
    column === undefined ? rows.reduce((sum, { locationId, cost }) => sum + (ids.includes(locationId) ? cost : 0), 0) : null

/** @param over how many references an average is of */
const byColumn = (rows: readonly CostOfDay[], columnAt: (day: number) => string | undefined, over = 1): CostIn => {
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

/**
 * The same of what the range is compared with. Of a day that has elapsed in part nobody knows it so far, and so not of the comparison either.
 * @param rowsIn what the days of a span cost at some locations
 */
export const comparedCost = async (
  scope: VenueScope,
  asked: AskedTrade,
  locationIds: readonly number[],
  rowsIn: (locationIds: readonly number[], span: Span) => Promise<readonly CostOfDay[]>,
): Promise<CostIn> => {
  const parts = asked.references.flatMap((reference) => partsOf(asked, reference).map((part) => ({ reference, part })))
  if (parts.length === 0 || asked.unit === 'hour' || parts.some(({ part }) => part.untilMinute !== undefined)) return unknownCost
  const told = await Promise.all(
    parts.map(async ({ reference, part }, i) => {
      // What is at no location has no clock of its own: it goes along with the first part.
      const ids = [...part.locationIds, ...(i === 0 && locationIds.includes(0) ? [0] : [])]
      const rows = await rowsIn(ids, part.span)
      const weekdays = part.weekdays ?? asked.weekdays
      return { reference, rows: rows.filter(({ day }) => isAskedDay({ weekdays }, day)) }
    }),
  )
  return together(told.map(({ reference, rows }) => byColumn(rows, laidAgainst(scope, asked, reference), averagedOver(asked.compare, asked.references))))
}

const laidAgainst = ({ venue }: VenueScope, { unit, range }: AskedTrade, reference: Reference) => comparedColumnOf(unit, venue.weekStart, range, reference)

const together =
  (all: readonly CostIn[]): CostIn =>
  (ids, column) =>
    all.reduce((sum, of) => sum + (of(ids, column) ?? 0), 0)
