import { clocksOf } from '#features/reports/kit/clocks.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { daysIn } from '#shared/day.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import { signOffLimits } from './sign-off-limit.sql.ts'
import type { Method } from './till.rules.ts'
import type { VarianceAnswer, VarianceSheets } from './variance.contract.ts'
import { namesOf, notCounted, type PeriodUnit, type VarianceAsked, type VarianceRow, varianceRows, varianceSheets } from './variance.sql.ts'

interface RangeQuery {
  FromDate: string
  ToDate: string
  Locations?: readonly number[] | undefined
  Method?: Method | undefined
}

interface Understood {
  asked: VarianceAsked
  places: readonly ScopeLocation[]
  limitIn: (currency: string) => number
}

const understood = async (scope: VenueScope, query: RangeQuery): Promise<Understood> => {
  const range = { from: query.FromDate, to: query.ToDate }
  checkRange(range, unitFor(range))
  const [places, limitIn] = await Promise.all([placesAsked(scope, query.Locations, range), signOffLimits(scope)])
  const limits = places.map(({ currency }) => limitIn(currency) * 10 ** decimalsOf(currency))
  return { asked: { ...range, locationIds: places.map(({ locationId }) => locationId), limits, method: query.Method }, places, limitIn }
}

/** By day for a quarter of a year, by week for a good year, else by month, so that a running total has about a hundred points at most. */
const unitFor = ({ from, to }: { from: string; to: string }): PeriodUnit => {
  const days = daysIn(from, to)
  return days <= 92 ? 'day' : days <= 550 ? 'week' : 'month'
}

/**
 * What counted sheets were over or short, by who was on which till.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const varianceReport = async (scope: VenueScope, query: RangeQuery): Promise<VarianceAnswer> => {
  const { asked, places, limitIn } = await understood(scope, query)
  const unit = unitFor(asked)
  const [rows, left, names, freshness] = await Promise.all([
    varianceRows(scope, asked, unit),
    notCounted(scope, asked),
    namesOf(scope),
    freshnessOf(scope, places, clocksOf(scope, places)),
  ])
  const answer = rowsOf(rows, places, names)
  return {
    FromDate: asked.from,
    ToDate: asked.to,
    Locations: freshness,
    Method: query.Method ?? null,
    SignOffLimit: limitIn(scope.venue.currency),
    Unit: unit,
    NotCounted: left,
    Totals: totalsOf(answer, limitIn),
    Rows: answer,
    AsAt: scope.now.toISOString(),
  }
}

type AnswerRow = VarianceAnswer['Rows'][number]

const rowsOf = (rows: readonly VarianceRow[], places: readonly ScopeLocation[], names: ReadonlyMap<number, string>): AnswerRow[] => {
  const found = new Map<string, AnswerRow>()
  for (const row of rows) {
    const place = placeOf(places, row.locationId)
    const key = `${row.locationId} ${row.clerkKey} ${row.terminalKey}`
    const known = found.get(key) ?? emptyRow(row, place, names)
    found.set(key, known)
    const figures = { Variance: toMajor(row.variance, place.currency), Sheets: row.sheets, OverLimit: row.overLimit }
    if (row.period === null) known.Weekdays.push({ Weekday: row.weekday, ...figures })
    else known.Periods.push({ Period: row.period, ...figures })
  }
  for (const row of found.values()) Object.assign(row, added(row.Weekdays))
  return [...found.values()].sort((a, b) => a.LocationId - b.LocationId || a.Variance - b.Variance)
}

const emptyRow = ({ locationId, clerkKey, terminalKey }: VarianceRow, { name, currency }: ScopeLocation, names: ReadonlyMap<number, string>): AnswerRow => ({
  LocationId: locationId,
  Location: name,
  Currency: currency,
  TillId: terminalKey,
  Till: names.get(terminalKey) ?? '',
  OperatorId: clerkKey,
  Operator: names.get(clerkKey) ?? null,
  Variance: 0,
  Sheets: 0,
  OverLimit: 0,
  Weekdays: [],
  Periods: [],
})

const placeOf = (places: readonly ScopeLocation[], locationId: number): ScopeLocation => {
  const place = places.find((one) => one.locationId === locationId)
  if (!place) throw new Error(`A sheet of location ${locationId}, which was not asked for.`)
  return place
}

interface Figures {
  Variance: number
  Sheets: number
  OverLimit: number
}

/** Figures added up; amounts in hundred-thousandths, so that no double carries a remainder. */
const added = (all: readonly Figures[]): Figures => ({
  Variance: all.reduce((sum, { Variance }) => sum + Math.round(Variance * 100_000), 0) / 100_000,
  Sheets: all.reduce((sum, { Sheets }) => sum + Sheets, 0),
  OverLimit: all.reduce((sum, { OverLimit }) => sum + OverLimit, 0),
})

const totalsOf = (rows: readonly AnswerRow[], limitIn: Understood['limitIn']): VarianceAnswer['Totals'] =>
  [...new Set(rows.map(({ Currency }) => Currency))].map((Currency) => ({
    Currency,
    ...added(rows.filter((row) => row.Currency === Currency)),
    SignOffLimit: limitIn(Currency),
  }))

const MOST_SHEETS = 1000

interface SheetsQuery extends RangeQuery {
  TillId?: number | undefined
  OperatorId?: number | undefined
  Weekday?: number | undefined
}

/** The sheets behind a figure of the variance report. @throws RangeBackwards, RangeTooLong, LocationNotFound */
export const varianceSheetsReport = async (scope: VenueScope, query: SheetsQuery): Promise<VarianceSheets> => {
  const { asked, places } = await understood(scope, query)
  const chosen = { ...asked, terminalKey: query.TillId, clerkKey: query.OperatorId, weekday: query.Weekday }
  const [sheets, names] = await Promise.all([varianceSheets(scope, chosen, MOST_SHEETS + 1), namesOf(scope)])
  const listed = sheets.slice(0, MOST_SHEETS).map((sheet) => {
    const { name, currency } = placeOf(places, sheet.locationId)
    return {
      SheetId: sheet.sessionId,
      LocationId: sheet.locationId,
      Location: name,
      Currency: currency,
      Till: names.get(sheet.terminalKey) ?? '',
      Operator: names.get(sheet.clerkKey) ?? null,
      Day: sheet.day,
      ZNumber: sheet.zNumber,
      Expected: toMajor(sheet.expected, currency),
      Variance: toMajor(sheet.variance, currency),
      IsOverLimit: sheet.isOver,
      Counts: sheet.counts,
    }
  })
  const totals = [...new Set(listed.map(({ Currency }) => Currency))].map((Currency) => {
    const own = listed.filter((sheet) => sheet.Currency === Currency)
    return { Currency, Variance: own.reduce((sum, { Variance }) => sum + Math.round(Variance * 100_000), 0) / 100_000 }
  })
  return { Sheets: listed, Totals: totals, IsCut: sheets.length > MOST_SHEETS }
}
