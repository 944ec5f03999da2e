import type { Comparison } from '#features/reports/kit/comparison.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
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
  return comparisonsFor(range).includes(asked) ? asked : usualComparison(range)
}

/** The locations a measure is about, of those the page shows: its own where it has some. */
export const locationsOf = ({ Locations }: Pick<Measure, 'Locations'>, { locations }: PageAsked): string | undefined => {
  if (Locations.length === 0) return locations
  const shown = locations?.split(',').map(Number)
  const both = shown ? Locations.filter((id) => shown.includes(id)) : Locations
  return (both.length > 0 ? both : Locations).join(',')
}

/** How many items a list of a dashboard has. */
const ITEMS_SHOWN = '8'

const COMPARED = ['sales', 'best', 'covers', 'visits', 'reservations', 'points', 'wastage', 'costs', 'media']
const BY_UNIT = ['covers', 'visits', 'reservations', 'points', 'usage']

/** What a report is asked with for a measure. Measures of one report, range, comparison and places ask alike, and so once. */
export const questionOf = (metric: Metric, measure: Measure, page: PageAsked): Record<string, string> => {
  const { from, to } = rangeOf(measure, page)
  const Locations = locationsOf(measure, page)
  if (metric.source === 'trend') return given({ TrendDate: to, Locations })
  if (metric.source === 'onHand') return given({ Locations, Take: '1' })
  const compare = comparisonOf(measure, page)
  const unit = naturalUnit({ from, to })
  return given({
    FromDate: from,
    ToDate: to,
    Locations,
    ...(COMPARED.includes(metric.source) && compare !== 'none' ? comparedWith(compare, page) : {}),
    ...(BY_UNIT.includes(metric.source) ? { Interval: unit === 'hour' ? 'day' : unit } : {}),
    ...moreOf(metric, measure.Dimension),
  })
}

const comparedWith = (Compare: Comparison, { compareRange }: PageAsked): Record<string, string | undefined> =>
  Compare === 'custom' ? { Compare, CompareFrom: compareRange?.from, CompareTo: compareRange?.to } : { Compare }

const moreOf = ({ source }: Metric, dimension: Dimension | null): Record<string, string> => {
  if (source === 'best') return { Top: ITEMS_SHOWN }
  if (source === 'purchases') return { Take: '1' }
  return source === 'wastage' && dimension === 'Item' ? { By: 'plu' } : {}
}
