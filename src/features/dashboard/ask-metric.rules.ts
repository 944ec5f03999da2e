import type { Comparison } from '#features/reports/kit/comparison.rules.ts'
import type { Span, Unit } from '#features/reports/kit/period.rules.ts'
import { naturalUnit } from '#features/reports/kit/range.rules.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { comparisonsFor, usualComparison } from '#features/reports/kit/screen/screen-state.rules.ts'
import { type Preset, presetRange, type Range, type VenueCalendar } from '#shared/range.ts'
import type { Measure, PeriodName } from './measures.rules.ts'
import type { Dimension, Metric } from './metrics.rules.ts'

/** What the head of the page says, for all measures that say nothing of their own. */
export interface PageAsked {
  range: Range
  compare: Comparison
  compareRange: Span | undefined
  /** As reports are asked for them; undefined for all. */
  locations: string | undefined
  calendar: VenueCalendar
  /** The currency shown, and that of each location. */
  currency: string
  currencyAt: ReadonlyMap<number, string>
  /** When each location first sold something. */
  firstSales: readonly { LocationId: number; FirstSaleDay: string | null }[]
  /** There are several currencies to choose among. */
  hasCurrencies: boolean
}

const PRESET_OF: Record<Exclude<PeriodName, 'ThisYear'>, Preset> = {
  Today: 'today',
  Yesterday: 'yesterday',
  ThisWeek: 'thisweek',
  LastWeek: 'lastweek',
  ThisMonth: 'thismonth',
  LastMonth: 'lastmonth',
  FinancialYear: 'thisfy',
  Last7Days: 'last7',
  Last28Days: 'last28',
}

/** The days a measure is about: its own, or those of the page. */
export const rangeOf = ({ Period }: Pick<Measure, 'Period'>, { range, calendar }: Pick<PageAsked, 'range' | 'calendar'>): Range => {
  if (Period === null) return range
  if (typeof Period === 'object') return { from: Period.FromDate, to: Period.ToDate }
  return Period === 'ThisYear' ? { from: `${calendar.today.slice(0, 4)}-01-01`, to: calendar.today } : presetRange(PRESET_OF[Period], calendar)
}

/** What a measure is held against; one that does not suit its days gives way to the one that usually does. */
export const comparisonOf = (measure: Pick<Measure, 'Period' | 'Compare'>, page: PageAsked): Comparison => {
  const range = rangeOf(measure, page)
  const asked = measure.Compare ?? page.compare
  return comparisonsFor(range, true).includes(asked) ? asked : usualComparison(range)
}

/** What the answer behind a measure is held against: a trend has comparisons of its own. */
export const heldAgainst = ({ source }: Metric, measure: Pick<Measure, 'Period' | 'Compare'>, page: PageAsked): Comparison => {
  const asked = comparisonOf(measure, page)
  return source === 'trend' && asked !== 'target' ? 'same-days-last-week' : asked
}

/** Where a measure is told, and in which currency. */
interface Places {
  /** As reports are asked for them; undefined for all. */
  locations: string | undefined
  currency: string
}

/** The locations a measure is about, of those the page shows: its own where it has some. Money is not added across currencies, so they are of one. */
export const placesOf = ({ Locations }: Pick<Measure, 'Locations'>, { locations, currency: shownCurrency, currencyAt }: PageAsked): Places => {
  if (Locations.length === 0) return { locations, currency: shownCurrency }
  const shown = locations?.split(',').map(Number)
  const both = shown ? Locations.filter((id) => shown.includes(id)) : Locations
  const told = both.length > 0 ? both : Locations
  const known = told.map((id) => currencyAt.get(id))
  const currency = known.includes(shownCurrency) ? shownCurrency : (known[0] ?? shownCurrency)
  return { locations: told.filter((_, i) => known[i] === currency).join(','), currency }
}

/** How many items the best sellers are asked for. */
export const ITEMS_ASKED = '10'

const COMPARED = ['sales', 'best', 'covers', 'visits', 'reservations', 'points', 'wastage', 'costs', 'media']
/** Whether a report is asked for what its figures are held against; targets are of sales alone. */
const isCompared = ({ source }: Metric, compare: Comparison): boolean =>
  compare !== 'none' && (compare === 'target' ? source === 'sales' : COMPARED.includes(source))

const BY_DAYS = ['covers', 'visits', 'reservations']
/** These tell their periods only where they are asked for. */
const BY_UNIT = ['points', 'usage']

/** What a report is asked with for a measure. Measures of one report, range, comparison and places ask alike, and so once. */
export const questionOf = (metric: Metric, measure: Measure, page: PageAsked): Record<string, string> => {
  const { from, to } = rangeOf(measure, page)
  const Locations = placesOf(measure, page).locations
  if (metric.source === 'trend') return given({ TrendDate: trendDay({ from, to }, page), Locations })
  if (metric.source === 'onHand') return given({ Locations, Take: '1' })
  const compare = comparisonOf(measure, page)
  const unit = naturalUnit({ from, to })
  return given({
    FromDate: from,
    ToDate: to,
    Locations,
    ...(isCompared(metric, compare) ? comparedWith(compare, page) : {}),
    ...(BY_DAYS.includes(metric.source) ? intervalOf({ from, to }) : {}),
    ...(BY_UNIT.includes(metric.source) ? { Interval: unit === 'hour' ? 'day' : unit } : {}),
    ...moreOf(metric, measure.Dimension),
  })
}

/** The day a trend leads up to: the last of some days, and today at the latest. */
export const trendDay = ({ to }: Span, { calendar }: Pick<PageAsked, 'calendar'>): string => (to > calendar.today ? calendar.today : to)

/** The periods a report over days is cut into; days where none are asked for. */
export const intervalOf = (days: Span): { Interval?: Unit } => {
  const unit = naturalUnit(days)
  return unit === 'hour' || unit === 'day' ? {} : { Interval: unit }
}

const comparedWith = (Compare: Comparison, { compareRange }: PageAsked): Record<string, string | undefined> =>
  Compare === 'custom' ? { Compare, CompareFrom: compareRange?.from, CompareTo: compareRange?.to } : { Compare }

const moreOf = ({ source }: Metric, dimension: Dimension | null): Record<string, string> => {
  if (source === 'best') return { Top: ITEMS_ASKED }
  if (source === 'purchases') return { Take: '1' }
  return source === 'wastage' && dimension === 'Item' ? { By: 'plu' } : {}
}
