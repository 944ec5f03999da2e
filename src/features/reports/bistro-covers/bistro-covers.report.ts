import { COVERS, COVERS_WIDTH, type CoverFigure, type CoverMethod, coverFigures, coversInto, WeekdayTally } from '#features/reports/kit/covers.rules.ts'
import type { RangedQuery } from '#features/reports/kit/ranged.contract.ts'
import { rangedAnswerOf } from '#features/reports/kit/ranged-answer.rules.ts'
import { type RangedAsked, type ReadSpan, rangedAsked, spanOfRange, spansOfReference } from '#features/reports/kit/ranged-asked.report.ts'
import { columnsOf } from '#features/reports/kit/ranged-columns.rules.ts'
import { ALL, Grid } from '#features/reports/kit/row-figures.rules.ts'
import { coversIn, type GuestVisit } from '#features/sums/reading/guests.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber } from '#shared/day.ts'
import { decimalsOf } from '#shared/money.ts'
import type { CoversAnswer } from './bistro-covers.contract.ts'

/**
 * Covers by location and period, each place counted by its own method.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const coversReport = async (scope: VenueScope, query: RangedQuery): Promise<CoversAnswer> => {
  const asked = await rangedAsked(scope, query)
  keepPlans(scope)
  const [first, last] = [dayNumber(asked.range.from), dayNumber(asked.range.to)]
  const weekdays = new Map([ALL, ...asked.places.map(({ locationId }) => locationId)].map((locationId) => [locationId, new WeekdayTally(first, last)]))
  const grid = gridFor(asked)
  const compared = query.Compare && query.Compare !== 'none' ? { kind: query.Compare, references: asked.references, grid: gridFor(asked) } : undefined
  const spansCompared = compared ? compared.references.flatMap((reference) => spansOfReference(scope, asked, reference)) : []
  await Promise.all([
    readInto(scope, grid, spanOfRange(scope, asked), weekdays),
    ...spansCompared.map((span) => compared && readInto(scope, compared.grid, span)),
  ])
  compared?.grid.divideBy(asked.averagedOver)
  return rangedAnswerOf<CoverFigure, CoversAnswer>({
    ...asked,
    places: asked.places.filter(({ active, locationId }) => active || query.Locations !== undefined || grid.has(locationId)),
    figures: coverFigures,
    grid,
    compared,
    more: (locationId, currency) => ({
      ...(locationId === ALL ? {} : { Method: methodOf(scope, locationId) }),
      Weekdays: weekdays.get(locationId)?.answer(currency === null ? null : 10 ** decimalsOf(currency)) ?? [],
    }),
    currency: scope.venue.currency,
    now: scope.now,
  })
}

const gridFor = ({ places, periods }: RangedAsked): Grid =>
  new Grid(
    places.map(({ locationId }) => locationId),
    periods.map(({ period }) => period),
    COVERS_WIDTH,
  )

const methodOf = ({ locations }: VenueScope, locationId: number): CoverMethod => locations.find((one) => one.locationId === locationId)?.coverMethod ?? 'patron'

const readInto = async (scope: VenueScope, grid: Grid, span: ReadSpan, weekdays?: ReadonlyMap<number, WeekdayTally>): Promise<void> => {
  const columnOf = columnsOf(span, grid)
  const added = new Float64Array(COVERS_WIDTH)
  const all = weekdays?.get(ALL)
  const methods = new Map(span.locationIds.map((locationId) => [locationId, methodOf(scope, locationId)]))
  const add: GuestVisit = (locationId, day, row, at) => {
    const column = columnOf(day)
    if (column === undefined) return
    coversInto(added, methods.get(locationId) ?? 'patron', row, at)
    grid.addRow(locationId, column, added)
    if (!weekdays) return
    const [covers, net] = [added[COVERS.covers] as number, added[COVERS.net] as number]
    weekdays.get(locationId)?.add(day, covers, net)
    all?.add(day, covers, net)
  }
  await coversIn(scope, span, add)
}
