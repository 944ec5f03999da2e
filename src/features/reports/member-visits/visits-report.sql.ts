import type { VenueScope } from '#platform/venue-scope.ts'
import type { JsonText } from '#shared/json-text.ts'
import { addDays, dayNumber, dayOf, isoWeekday, monthStart } from '../day.rules.ts'
import { SUM } from '../figures.rules.ts'
import { firstDays, visitsIn } from '../guests.sql.ts'
import { coarsestFor, piecesOf } from '../period.rules.ts'
import type { RangedQuery } from '../ranged.contract.ts'
import { rangedAnswerText } from '../ranged-answer.rules.ts'
import { type RangedAsked, type ReadSpan, rangedAsked, spanOfRange, spansOfReference } from '../ranged-asked.sql.ts'
import { eachRow, type Reading } from '../readings.rules.ts'
import { Grid } from '../row-figures.rules.ts'
import { salesFromReceipts, salesInBuckets } from '../sales-summary/sales-summary.sql.ts'
import { keepPlans } from '../slice.sql.ts'
import type { VisitsAnswer } from './member-visits.contract.ts'
import { MemberNumbers, type PlaceDay, placeDays, VISITS, VISITS_WIDTH, VisitCount, type VisitFigure, visitFigures } from './visits.rules.ts'

/**
 * Visits of members by location and period, each member once a day; over all locations a member counts once, wherever they went.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const visitsReport = async (scope: VenueScope, query: RangedQuery): Promise<JsonText<VisitsAnswer>> => {
  const asked = rangedAsked(scope, query)
  keepPlans(scope)
  const first = (await firstDays(scope, idsOf(asked))).map(({ day }) => day).sort()[0]
  const [now, ...before] = await Promise.all([
    counted(scope, asked, [spanOfRange(scope, asked)], first, false),
    ...comparedSpans(scope, asked).map((spans) => counted(scope, asked, spans, first, asked.averagedOver < asked.references.length)),
  ])
  const compared = gridFor(asked)
  for (const { grid } of before) compared.plus(grid)
  compared.divideBy(before.length)
  return rangedAnswerText<VisitFigure, VisitsAnswer>({
    ...asked,
    places: asked.places.filter(({ active, locationId }) => active || query.Locations !== undefined || now.grid.has(locationId)),
    figures: visitFigures,
    grid: now.grid,
    compared: query.Compare && query.Compare !== 'none' ? { kind: query.Compare, references: asked.references, grid: compared } : undefined,
    more: (locationId) => ({ Weekdays: now.visits.weekdays(locationId) }),
    currency: scope.venue.currency,
    now: scope.now,
  })
}

const idsOf = ({ places }: RangedAsked): number[] => places.map(({ locationId }) => locationId)

const gridFor = (asked: RangedAsked): Grid =>
  new Grid(
    idsOf(asked),
    asked.periods.map(({ period }) => period),
    VISITS_WIDTH,
  )

/** The spans of each range an average is of; the pieces holidays cut a range into are counted as one, so that a member counts once. */
const comparedSpans = (scope: VenueScope, asked: RangedAsked): ReadSpan[][] => {
  const spans = asked.references.map((reference) => spansOfReference(scope, asked, reference))
  return asked.averagedOver === spans.length ? spans : [spans.flat()]
}

/** Everything about some spans: a reference is its whole days and the day that is cut, in pieces where holidays move. */
const counted = async (
  scope: VenueScope,
  asked: RangedAsked,
  spans: readonly ReadSpan[],
  firstDay: string | undefined,
  inPieces: boolean,
): Promise<{ grid: Grid; visits: VisitCount }> => {
  const grid = gridFor(asked)
  const from = spans.map((span) => span.from).sort()[0]
  if (from === undefined) return { grid, visits: new VisitCount(idsOf(asked), 0) }
  // Months before the one the range begins in tell who came as bits; the days of that month are read with the range.
  const month = monthStart(from)
  const history = firstDay !== undefined && firstDay < month ? { locationIds: idsOf(asked), from: monthStart(firstDay), to: addDays(month, -1) } : undefined
  const lastAround = inPieces
    ? (spans
        .map(({ to }) => to)
        .sort()
        .at(-1) as string)
    : addDays(from, -1)
  const [earlier, around, reads] = await Promise.all([
    history && visitsIn(scope, history, true),
    month <= lastAround ? visitsIn(scope, { locationIds: idsOf(asked), from: month, to: lastAround }, false) : undefined,
    Promise.all(spans.map(async (span) => ({ span, texts: await visitsIn(scope, span, false), readings: await moneyIn(scope, asked, span) }))),
  ])
  const numbers = new MemberNumbers(Math.max(earlier?.members ?? 0, around?.members ?? 0, ...reads.map(({ texts }) => texts.members)))
  const others = around ? placeDays(around, numbers, dayNumber(month), dayNumber(lastAround)).filter((day) => !inPieces || !isWithin(spans, day)) : []
  const days = reads.flatMap(({ span, texts }) =>
    placeDays(texts, numbers, dayNumber(span.from), dayNumber(span.to)).map((day) => ({ day, column: columnIn(asked, grid, span, day.day) })),
  )
  for (const { card, memberNo } of earlier?.cards ?? []) numbers.of(card, memberNo)
  const visits = new VisitCount(idsOf(asked), numbers.last)
  if (earlier) visits.cameBefore(earlier, numbers)
  // Places in several zones come in several spans; a member counts once a day over all of them.
  const inOrder = [...others.map((day) => ({ day, column: -1 })), ...days].sort((a, b) => a.day.day - b.day.day)
  for (const { day, column } of inOrder) visits.add(day, column, grid)
  if (inPieces) recountColumns(asked, grid, days, numbers.last)
  for (const { span, readings } of reads) for (const reading of readings) addMoney(grid, span, reading)
  return { grid, visits }
}

const isWithin = (spans: readonly ReadSpan[], { locationId, day }: PlaceDay): boolean =>
  spans.some(({ locationIds, from, to }) => dayNumber(from) <= day && day <= dayNumber(to) && locationIds.includes(locationId))

/** Where holidays move, days of one column do not follow one another: who came in it is counted once more, column by column. */
const recountColumns = (asked: RangedAsked, grid: Grid, days: readonly { day: PlaceDay; column: number }[], members: number): void => {
  const own = gridFor(asked)
  const visits = new VisitCount(idsOf(asked), members)
  for (const { day, column } of [...days].sort((a, b) => a.column - b.column || a.day.day - b.day.day)) visits.add(day, column, own)
  for (let at = VISITS.unique; at < grid.sums.length; at += VISITS_WIDTH) grid.sums[at] = own.sums[at] as number
}

const columnIn = ({ weekdays }: RangedAsked, grid: Grid, span: ReadSpan, day: number): number =>
  weekdays && !weekdays.includes(isoWeekday(dayOf(day))) ? -1 : grid.column(span.columnOf(day))

/** What was sold with a card, and in all. */
const moneyIn = (scope: VenueScope, { weekdays }: RangedAsked, { locationIds, from, to, untilMinute, by }: ReadSpan): Promise<Reading[]> => {
  const slice = { locationIds, weekdays, untilMinute }
  if (untilMinute !== undefined) return salesFromReceipts(scope, slice, { from, to }, 'day')
  return salesInBuckets(scope, slice, piecesOf({ from, to }, coarsestFor(by, weekdays !== undefined)), by)
}

const MONEY = [
  [SUM.loyaltyN, VISITS.sales],
  [SUM.loyaltyAmount, VISITS.amount],
  [SUM.amount, VISITS.allAmount],
] as const

const addMoney = (grid: Grid, span: ReadSpan, reading: Reading): void => {
  const places = MONEY.flatMap(([sum, which]) => {
    const i = reading.sums.findIndex((name) => SUM[name] === sum)
    return i < 0 ? [] : [[i + 2, which] as const]
  })
  if (places.length === 0) return
  eachRow(reading, (row) => {
    const column = grid.column(span.columnOf(row[1] as number))
    for (const [at, which] of places) grid.add(row[0] as number, column, which, row[at] as number)
  })
}
