import type { VenueScope } from '#platform/venue-scope.ts'
import type { JsonText } from '#shared/json-text.ts'
import { decimalsOf } from '#shared/money.ts'
import { dayOf, isoWeekday } from '../day.rules.ts'
import { eachCover } from '../guests.sql.ts'
import type { RangedQuery } from '../ranged.contract.ts'
import { rangedAnswerText } from '../ranged-answer.rules.ts'
import { type RangedAsked, type ReadSpan, rangedAsked, spanOfRange, spansOfReference } from '../ranged-asked.sql.ts'
import { ALL, Grid } from '../row-figures.rules.ts'
import { keepPlans } from '../slice.sql.ts'
import type { CoversAnswer } from './bistro-covers.contract.ts'
import { COVERS, COVERS_WIDTH, type CoverMethod, coverFigures, coversInto, WeekdayTally } from './covers.rules.ts'

type Methods = ReadonlyMap<number, CoverMethod>

/**
 * Covers by location and period, each place counted by its own method.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const coversReport = async (scope: VenueScope, query: RangedQuery): Promise<JsonText<CoversAnswer>> => {
  const asked = rangedAsked(scope, query)
  keepPlans(scope)
  const methods = await coverMethods(scope)
  const weekdays = new Map([ALL, ...asked.places.map(({ locationId }) => locationId)].map((locationId) => [locationId, new WeekdayTally()]))
  const grid = gridFor(asked)
  const compared = gridFor(asked)
  await Promise.all([
    readInto(scope, asked, grid, spanOfRange(scope, asked), methods, weekdays),
    ...asked.references.flatMap((reference) => spansOfReference(scope, asked, reference).map((span) => readInto(scope, asked, compared, span, methods))),
  ])
  compared.divideBy(asked.averagedOver)
  return rangedAnswerText<(typeof coverFigures.names)[number], CoversAnswer>({
    ...asked,
    places: asked.places.filter(({ active, locationId }) => active || query.Locations !== undefined || grid.has(locationId)),
    figures: coverFigures,
    grid,
    compared: query.Compare && query.Compare !== 'none' ? { kind: query.Compare, references: asked.references, grid: compared } : undefined,
    more: (locationId, currency) => ({
      ...(locationId === ALL ? {} : { Method: methods.get(locationId) ?? 'patron' }),
      Weekdays: weekdays.get(locationId)?.answer(currency === null ? null : 10 ** decimalsOf(currency)) ?? [],
    }),
    currency: scope.venue.currency,
    now: scope.now,
  })
}

const coverMethods = async ({ sql, venueId }: VenueScope): Promise<Methods> => {
  const rows = await sql<{ locationId: number; method: CoverMethod }[]>`
    select location_id as "locationId", cover_method as method from location where venue_id = ${venueId}`
  return new Map(rows.map(({ locationId, method }) => [locationId, method]))
}

const gridFor = ({ places, periods }: RangedAsked): Grid =>
  new Grid(
    places.map(({ locationId }) => locationId),
    periods.map(({ period }) => period),
    COVERS_WIDTH,
  )

const readInto = (
  scope: VenueScope,
  { weekdays: only }: RangedAsked,
  grid: Grid,
  span: ReadSpan,
  methods: Methods,
  weekdays?: ReadonlyMap<number, WeekdayTally>,
): Promise<void> => {
  const columns = new Map<number, number>()
  const columnOf = (day: number): number => {
    let column = columns.get(day)
    if (column === undefined) {
      column = only && !only.includes(isoWeekday(dayOf(day))) ? -1 : grid.column(span.columnOf(day))
      columns.set(day, column)
    }
    return column
  }
  const added = new Float64Array(COVERS_WIDTH)
  return eachCover(scope, span, (locationId, day, row, at) => {
    const column = columnOf(day)
    if (column < 0) return
    coversInto(added, methods.get(locationId) ?? 'patron', row, at)
    grid.addRow(locationId, column, added)
    if (!weekdays) return
    const [covers, net] = [added[COVERS.covers] as number, added[COVERS.net] as number]
    weekdays.get(locationId)?.add(day, covers, net)
    weekdays.get(ALL)?.add(day, covers, net)
  })
}
