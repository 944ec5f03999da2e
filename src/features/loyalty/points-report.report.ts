import { inColumns } from '#features/reports/kit/by-period.rules.ts'
import { bucketsOf, type DayUnit } from '#features/reports/kit/period.rules.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type CompareQuery, pointsCompared } from './points-compared.report.ts'
import { type ReasonSum, reasonsByLocation } from './points-differences.sql.ts'
import { DIFFERENCE_REASONS, type DifferenceReason, POINTS_FIGURES, type PointsFigure, signed } from './points-figures.rules.ts'
import { figuresBefore, figuresByPart, vouchersByPart } from './points-report.sql.ts'
import { added, type PointsRow, rowOf } from './points-row.rules.ts'

/** What reports on points are asked. */
export interface PointsQuery {
  FromDate: string
  ToDate: string
  Locations?: number[] | undefined
  Interval?: DayUnit | undefined
}

type Row = PointsRow
type Explained = { Reason: DifferenceReason; Points: number; Count: number }[]

/** The range as the parts it is shown in: its periods, or the whole of it. */
export const askedParts = (scope: VenueScope, { FromDate, ToDate, Locations, Interval }: PointsQuery) => {
  const range = { from: FromDate, to: ToDate }
  checkRange(range, Interval ?? 'year')
  const places = scope.chosenLocations(Locations)
  const periods = Interval
    ? bucketsOf(range, Interval, scope.venue.weekStart).map(({ period, from, to }) => ({ Period: period, FromDate: from, ToDate: to }))
    : []
  const parts = Interval ? periods.map((period) => ({ from: period.FromDate, to: period.ToDate })) : [range]
  return { places, periods, asked: { locationIds: places.map(({ locationId }) => locationId), parts } }
}

/**
 * The roll-forward of points with its proof: what sales say beside what cards hold, and why they differ.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const pointsReport = async (scope: VenueScope, query: PointsQuery & CompareQuery) => {
  const { places, periods, asked } = askedParts(scope, query)
  const [figures, before, vouchers, reasons, Compare] = await Promise.all([
    figuresByPart(scope, asked),
    figuresBefore(scope, asked, query.FromDate),
    vouchersByPart(scope, asked),
    reasonsByLocation(scope, { locationIds: asked.locationIds, from: query.FromDate, to: query.ToDate }),
    pointsCompared(scope, places, { from: query.FromDate, to: query.ToDate }, query),
  ])
  const Locations = places.map(({ locationId, name, currency }) => {
    const here = <T extends { locationId: number }>(rows: readonly T[]) => rows.filter((row) => row.locationId === locationId)
    let opening = here(before).reduce((sum, { figure, points }) => sum + signed(figure, points), 0)
    const rows = asked.parts.map((_, part) => {
      const at = <T extends { locationId: number; part: number }>(all: readonly T[]) => here(all).filter((row) => row.part === part)
      const row = rowOf(opening, { figures: at(figures), vouchers: at(vouchers) }, currency)
      opening = row.Closing ?? 0
      return row
    })
    const whole = together(rows)
    const explained = explanation(whole.Difference ?? 0, here(reasons))
    return {
      LocationId: locationId,
      Name: name,
      Currency: currency,
      ...whole,
      Explained: explained,
      ...(query.Interval ? { ByPeriod: inColumns(EMPTY, rows) } : {}),
    }
  })
  return {
    FromDate: query.FromDate,
    ToDate: query.ToDate,
    Interval: query.Interval ?? null,
    Periods: periods,
    Locations,
    Totals: totalsOf(Locations, query.Interval !== undefined),
    Compare,
    AsAt: scope.now.toISOString(),
  }
}

const EMPTY = Object.fromEntries(POINTS_FIGURES.map((figure) => [figure, 0])) as Row

/** Several periods as one: what came and went is added, opening is the first's and closing the last's. */
const together = (rows: readonly Row[]): Row => ({ ...added(rows), Opening: rows[0]?.Opening ?? 0, Closing: rows.at(-1)?.Closing ?? 0 })

/** The reasons in their usual order. What no document tells is unexplained too, so that the reasons always add up to the difference. */
const explanation = (difference: number, reasons: readonly ReasonSum[]): Explained => {
  const unexplained = difference - reasons.reduce((sum, { points }) => sum + points, 0)
  const known = unexplained === 0 ? reasons : [...reasons, { reason: 'Unexplained' as const, points: unexplained, count: 0 }]
  return DIFFERENCE_REASONS.map((Reason) => {
    const own = known.filter(({ reason }) => reason === Reason)
    return { Reason, Points: own.reduce((sum, { points }) => sum + points, 0), Count: own.reduce((sum, { count }) => sum + count, 0) }
  }).filter(({ Points, Count }) => Points !== 0 || Count > 0)
}

interface Shown extends Row {
  Currency: string
  Explained: Explained
  ByPeriod?: { [F in PointsFigure]: (number | null)[] }
}

const totalsOf = (locations: readonly Shown[], byPeriod: boolean) => {
  const hasOneCurrency = new Set(locations.map(({ Currency }) => Currency)).size <= 1
  const money = (row: Row): Row => (hasOneCurrency ? row : { ...row, VoucherAmount: null })
  const reasons = DIFFERENCE_REASONS.filter((reason) => locations.some(({ Explained }) => Explained.some(({ Reason }) => Reason === reason)))
  const Explained = reasons.map((Reason) => {
    const own = locations.flatMap((location) => location.Explained.filter((one) => one.Reason === Reason))
    return { Reason, Points: own.reduce((sum, { Points }) => sum + Points, 0), Count: own.reduce((sum, { Count }) => sum + Count, 0) }
  })
  const parts = locations[0]?.ByPeriod?.Opening.length ?? 0
  const rows = Array.from({ length: parts }, (_, i) =>
    money(added(locations.map(({ ByPeriod }) => Object.fromEntries(POINTS_FIGURES.map((figure) => [figure, ByPeriod?.[figure][i] ?? 0])) as Row))),
  )
  return { ...money(added(locations)), Explained, ...(byPeriod ? { ByPeriod: inColumns(EMPTY, rows) } : {}) }
}
