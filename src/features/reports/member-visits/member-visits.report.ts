import { SUM } from '#features/reports/kit/figures.rules.ts'
import { coarsestFor, piecesOf } from '#features/reports/kit/period.rules.ts'
import { POINTS_ROW, pointsInBuckets } from '#features/reports/kit/points-by-day.sql.ts'
import type { RangedQuery } from '#features/reports/kit/ranged.contract.ts'
import { rangedAnswerOf } from '#features/reports/kit/ranged-answer.rules.ts'
import { type RangedAsked, type ReadSpan, rangedAsked, spanOfRange, spansOfReference } from '#features/reports/kit/ranged-asked.report.ts'
import { columnsOf } from '#features/reports/kit/ranged-columns.rules.ts'
import { Grid } from '#features/reports/kit/row-figures.rules.ts'
import { numbersByKey } from '#features/sums/member-numbers.sql.ts'
import { type CardDay, cardDays } from '#features/sums/reading/guests.sql.ts'
import { eachRow, type Reading } from '#features/sums/reading/readings.rules.ts'
import { salesFromReceipts, salesInBuckets } from '#features/sums/reading/sales-sums.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import { VisitCount } from '#features/sums/reading/visit-count.rules.ts'
import { BEFORE, MemberNumbers, VisitDays } from '#features/sums/reading/visit-days.rules.ts'
import { visitsUpTo } from '#features/sums/reading/visitors.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey } from '#shared/card-number.ts'
import { dayNumber, daysIn, monthStart } from '#shared/day.ts'
import type { VisitsAnswer } from './member-visits.contract.ts'
import { VISITS, VISITS_WIDTH, type VisitFigure, visitFigures } from './visits.rules.ts'

/**
 * Visits of members by location and period, each member once a day; over all locations a member counts once, wherever they went.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const visitsReport = async (scope: VenueScope, query: RangedQuery): Promise<VisitsAnswer> => {
  const asked = await rangedAsked(scope, query)
  keepPlans(scope)
  const [now, ...before] = await Promise.all([
    counted(scope, asked, [spanOfRange(scope, asked)], false),
    ...comparedSpans(scope, asked).map((spans) => counted(scope, asked, spans, asked.averagedOver < asked.references.length)),
  ])
  const places = asked.places.filter(({ active, locationId }) => active || query.Locations !== undefined || now.grid.has(locationId))
  const average = averageOf(asked, before)
  return rangedAnswerOf<VisitFigure, VisitsAnswer>({
    ...asked,
    places,
    figures: visitFigures,
    grid: now.grid,
    compared: query.Compare && query.Compare !== 'none' ? { kind: query.Compare, references: asked.references, grid: average } : undefined,
    more: (locationId) => ({ Weekdays: now.visits.weekdays(locationId) }),
    currency: scope.venue.currency,
    now: scope.now,
  })
}

type ColumnOf = ReturnType<typeof columnsOf>

const idsOf = ({ places }: RangedAsked): number[] => places.map(({ locationId }) => locationId)

const gridFor = (asked: RangedAsked): Grid =>
  new Grid(
    idsOf(asked),
    asked.periods.map(({ period }) => period),
    VISITS_WIDTH,
  )

const averageOf = (asked: RangedAsked, before: readonly { grid: Grid }[]): Grid => {
  const average = gridFor(asked)
  for (const { grid } of before) average.plus(grid)
  average.divideBy(before.length)
  return average
}

/** The spans of each range an average is of; the pieces holidays cut a range into are counted as one, so that a member counts once. */
const comparedSpans = (scope: VenueScope, asked: RangedAsked): ReadSpan[][] => {
  const spans = asked.references.map((reference) => spansOfReference(scope, asked, reference))
  return asked.averagedOver === spans.length || spans.length === 0 ? spans : [spans.flat()]
}

/** Everything about some spans: a reference is its whole days and the day that is cut, in pieces where holidays move. */
const counted = async (scope: VenueScope, asked: RangedAsked, spans: readonly ReadSpan[], inPieces: boolean): Promise<{ grid: Grid; visits: VisitCount }> => {
  const grid = gridFor(asked)
  // Of a range that is still to come nothing is compared.
  if (spans.length === 0) return { grid, visits: new VisitCount(idsOf(asked), 0) }
  const columns = spans.map((span) => columnsOf(span, grid))
  const [visits, readings, points] = await Promise.all([
    visitsInto(scope, asked, spans, columns, inPieces, grid),
    Promise.all(spans.map((span) => moneyIn(scope, span))),
    Promise.all(spans.map((span) => pointsInBuckets(scope, span, span, span.by))),
  ])
  for (const [i, span] of spans.entries()) {
    // Money of a month or week lies under its first day, which may be of a weekday nobody asked for.
    const columnOf = span.weekdays ? columnsOf({ ...span, weekdays: undefined }, grid) : (columns[i] as ColumnOf)
    for (const reading of readings[i] ?? []) addMoney(grid, columnOf, reading)
    addPoints(grid, columnOf, points[i] ?? '')
  }
  return { grid, visits }
}

/** Room for so many of a place and day to begin with. */
const USUAL_VISITS = 64

/**
 * Counts who came. Months before the one the spans begin in tell it as bits; from there on it is read day by day. Between pieces that
 * holidays move there are days that tell only who had been there.
 */
const visitsInto = async (
  scope: VenueScope,
  asked: RangedAsked,
  spans: readonly ReadSpan[],
  columns: readonly ColumnOf[],
  inPieces: boolean,
  grid: Grid,
): Promise<VisitCount> => {
  const ids = idsOf(asked)
  const [from, to] = [firstOf(spans.map((span) => span.from)), lastOf(spans.map((span) => span.to))]
  const month = monthStart(from)
  const cut = spans.filter(({ untilMinute }) => untilMinute !== undefined)
  const days = new VisitDays(ids, dayNumber(month), dayNumber(to), USUAL_VISITS * ids.length * daysIn(month, to))
  const [who, cutDays] = await Promise.all([
    visitsUpTo(scope, { locationIds: ids, from: month, to }, ({ locationId, bytes }) => days.addPack(locationId, bytes)),
    Promise.all(cut.map((span) => cardDays(scope, span))),
  ])
  days.count(ids, dayNumber(month), inPieces ? dayNumber(to) : dayNumber(from) - 1, () => BEFORE)
  for (const [i, span] of spans.entries()) days.count(span.locationIds, dayNumber(span.from), dayNumber(span.to), (day) => columns[i]?.(day) ?? BEFORE)
  const numbers = new MemberNumbers(who.members, await numbersOfNew(scope, [who.cards, ...cutDays].flat()))
  putCards(
    days,
    numbers,
    who.cards.filter(({ day }) => day >= month),
  )
  // A day that is cut is read once more, up to the minute.
  for (const { locationIds, from: day } of cut) for (const locationId of locationIds) days.put(locationId, dayNumber(day), new Set())
  for (const cards of cutDays) putCards(days, numbers, cards)
  const earlier = who.cards.filter(({ day }) => day < month).map((cards) => ({ locationId: cards.locationId, members: numbers.on(cards) }))
  const visits = new VisitCount(ids, numbers.last)
  visits.cameInMonths(who.before)
  for (const { locationId, members } of earlier) for (const member of members) visits.came(locationId, member)
  visits.add(days, grid)
  if (inPieces) recountColumns(asked, grid, days, numbers.last)
  return visits
}

/** Numbers of members whose card is written in a way that was not met when cards were numbered. */
const numbersOfNew = (scope: VenueScope, days: readonly CardDay[]): Promise<Map<string, number>> =>
  numbersByKey(scope, [...new Set(days.flatMap(({ cards }) => cards.map(cardKey)))])

const firstOf = (days: string[]): string => days.sort()[0] ?? ''
const lastOf = (days: string[]): string => days.sort().at(-1) ?? ''

const putCards = (days: VisitDays, numbers: MemberNumbers, cardDays: readonly CardDay[]): void => {
  for (const cards of cardDays) days.put(cards.locationId, dayNumber(cards.day), numbers.on(cards))
}

/** Where holidays move, days of one column do not follow one another: who came in it is counted once more, column by column. */
const recountColumns = (asked: RangedAsked, grid: Grid, days: VisitDays, members: number): void => {
  const own = gridFor(asked)
  new VisitCount(idsOf(asked), members).addByColumn(days, own)
  for (let at = VISITS.unique; at < grid.sums.length; at += VISITS_WIDTH) grid.sums[at] = own.sums[at] as number
}

/** What was sold with a card, and in all. */
const moneyIn = (scope: VenueScope, { locationIds, from, to, untilMinute, weekdays, by }: ReadSpan): Promise<Reading[]> => {
  const slice = { locationIds, weekdays, untilMinute }
  if (untilMinute !== undefined) return salesFromReceipts(scope, slice, { from, to }, 'day')
  return salesInBuckets(scope, slice, piecesOf({ from, to }, coarsestFor(by, weekdays !== undefined)), by)
}

const MONEY = [
  [SUM.loyaltyN, VISITS.sales],
  [SUM.loyaltyAmount, VISITS.amount],
  [SUM.amount, VISITS.allAmount],
] as const

const addMoney = (grid: Grid, columnOf: ColumnOf, reading: Reading): void => {
  const places = MONEY.flatMap(([sum, which]) => {
    const i = reading.sums.findIndex((name) => SUM[name] === sum)
    return i < 0 ? [] : [[i + 2, which] as const]
  })
  if (places.length === 0) return
  const money = new Float64Array(VISITS_WIDTH)
  eachRow(reading, (row) => {
    const column = columnOf(row[1] as number) ?? 0
    for (const [at, which] of places) money[which] = row[at] as number
    grid.addRow(row[0] as number, column, money)
  })
}

const addPoints = (grid: Grid, columnOf: ColumnOf, text: string): void => {
  const points = new Float64Array(VISITS_WIDTH)
  eachRow({ sums: POINTS_ROW, texts: [text] }, (row) => {
    points[VISITS.pointsAccrued] = row[2] as number
    points[VISITS.pointsRedeemed] = row[3] as number
    grid.addRow(row[0] as number, columnOf(row[1] as number) ?? 0, points)
  })
}
