import { COMPARISONS } from '#features/reports/kit/comparison.rules.ts'
import { UNITS, type Unit } from '#features/reports/kit/period.rules.ts'
import { fits, naturalUnit } from '#features/reports/kit/range.rules.ts'
import { comparisonsFor, usualComparison } from '#features/reports/kit/screen/screen-state.rules.ts'
import { presetRange, type Range, rangeFromUrl, type VenueCalendar } from '#shared/range.ts'
import type { Viewed } from './saved-views.contract.ts'

/** A report to be asked for: its path below /api and its query. */
export interface ReportCall {
  path: string
  query: Record<string, string>
}

type State = Record<string, string>

const stateOf = (search: string): State => Object.fromEntries(new URLSearchParams(search))

/** Ready-made ranges that run up to today. */
const UP_TO_TODAY = ['today', 'thisweek', 'thismonth', 'thisfy']

/** What a screen shows where its address names no range. */
const USUAL_RANGE = 'thisweek'

/** The range of a view, as its screen would show it on a day. */
const rangeOfView = (search: string, calendar: VenueCalendar): Range => rangeFromUrl(stateOf(search).range, calendar) ?? presetRange(USUAL_RANGE, calendar)

/**
 * The range of a view in the mail about a trading day that is over. A range up to today ends with that day; one of days gone by is as
 * its screen shows it the morning after: "yesterday" is that day, and "last week" in the mail after Sunday the week that just ended.
 * @param next the day after the trading day
 */
export const rangeInMail = (search: string, day: string, next: string, calendar: Omit<VenueCalendar, 'today'>): Range => {
  const word = stateOf(search).range || USUAL_RANGE
  return rangeOfView(search, { ...calendar, today: UP_TO_TODAY.includes(word) ? day : next })
}

const SALES = /^(\/sales(?:\/selected)?)\/(?:day|week|month|year|interval)$/

/** The unit somebody chose: the address names it, or the call was made with another than the one that suited its range best. */
const unitChosen = ({ Search, Report }: Pick<Viewed, 'Search' | 'Report'>): string | undefined => {
  const { by } = stateOf(Search)
  const { Interval, FromDate, ToDate } = Report.Query
  if (by || SALES.test(Report.Path) || !Interval || !FromDate || !ToDate) return by
  return Interval === naturalUnit({ from: FromDate, to: ToDate }) ? undefined : Interval
}

/** The unit that was chosen where it suits the range, else the one that suits it best. */
const unitFor = (range: Range, asked: string | undefined): Unit => {
  const unit = UNITS.find((known) => known === asked)
  return unit && fits(range, unit) ? unit : naturalUnit(range)
}

/** The call of a view for a range, by the rules its screen goes by: unit and comparison follow the range where nobody chose them. */
export const callFor = ({ Search, Report }: Pick<Viewed, 'Search' | 'Report'>, range: Range): ReportCall => {
  const { Date: one, FromDate, ToDate, TrendDate, Compare, ...rest } = Report.Query
  const state = stateOf(Search)
  const unit = unitFor(range, unitChosen({ Search, Report }))
  const query: Record<string, string> = { ...(state.loc ? { Locations: state.loc } : {}), ...rest }
  if (one ?? FromDate ?? ToDate) Object.assign(query, { FromDate: range.from, ToDate: range.to })
  if (TrendDate) query.TrendDate = range.to
  if (query.Interval) query.Interval = unit
  if (Compare) query.Compare = comparisonFor(range, state.cmp, Compare, SALES.test(Report.Path))
  const path = Report.Path.replace(SALES, (_, before: string) => `${before}/${unit === 'hour' ? 'interval' : unit}`)
  return { path, query }
}

const comparisonFor = (range: Range, chosen: string | undefined, asked: string, targets: boolean): string => {
  const kind = COMPARISONS.find((known) => known === (chosen ? asked : undefined))
  return kind && comparisonsFor(range, targets).includes(kind) ? kind : usualComparison(range)
}

/** The locations a view names; nothing where it is about all a reader may see. */
export const locationsNamed = (search: string): number[] | undefined => {
  const named = stateOf(search).loc
  return named ? named.split(',').map(Number).filter(Number.isInteger) : undefined
}

/** Whether a view is about no other locations than these, by its address and by its report. */
export const isAbout = ({ Search, Report }: Pick<Viewed, 'Search' | 'Report'>, locationIds: readonly number[]): boolean =>
  [...(locationsNamed(Search) ?? []), ...(Report.Query.Locations ?? '').split(',').filter(Boolean).map(Number)].every((id) => locationIds.includes(id))

/** The address of a view with its days written out, so that it goes on showing what a mail told. */
export const exactAddress = ({ Path, Search }: Pick<Viewed, 'Path' | 'Search'>, { from, to }: Range): string => {
  const state = new URLSearchParams(Search)
  state.set('range', from === to ? from : `${from}..${to}`)
  return `${Path}?${state.toString().replaceAll('%2C', ',')}`
}
