import { useMemo } from 'react'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { type Range, rangeToUrl } from '#shared/range.ts'
import type { InputOf } from '#ui/api.ts'
import type { Target } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import { comparisonOf, heldAgainst, type PageAsked, placesOf, questionOf, rangeOf, trendDay } from './ask-metric.rules.ts'
import { isLiveSource } from './live-calls.rules.ts'
import { useIsLive } from './live-state.part.ts'
import { measureWords } from './measures.messages.ts'
import type { Measure } from './measures.rules.ts'
import { metricWords } from './metrics.messages.ts'
import type { Metric } from './metrics.rules.ts'
import { rangesOf } from './read-metric.rules.ts'
import { callOf, SOURCE_SCREENS } from './sources.rules.ts'

export const REFRESH_SECONDS = 60
/** Where sales come in as they happen: for what else may change such a figure. */
export const LIVE_REFRESH_SECONDS = 300

/** A measure, what it is of, and what the page says. */
export interface Shown {
  measure: Measure
  metric: Metric
  page: PageAsked
  currency: string
}

/** The report's answer behind a measure: measures that ask alike share it. Days that are still traded are asked for again every minute, unless their sales come in live. */
export const useMeasure = ({ measure, metric, page }: Shown) => {
  const range = rangeOf(measure, page)
  const query = useMemo(() => questionOf(metric, measure, page), [metric, measure, page])
  const operation = callOf(metric.source, range) as AnyOperation
  const isOpen = range.to >= page.calendar.today
  const seconds = useIsLive() && isLiveSource(metric.source) ? LIVE_REFRESH_SECONDS : REFRESH_SECONDS
  return useCall(operation, { query } as unknown as InputOf<typeof operation>, { keepLast: true, everySeconds: isOpen ? seconds : undefined })
}

/** The first trading day of a measure's locations, where it is compared with days before that. */
export const unknownBefore = ({ measure, metric, page }: Shown, answer: unknown): string | undefined => {
  const asked = placesOf(measure, page).locations?.split(',').map(Number)
  const known = page.firstSales.filter(({ LocationId }) => asked?.includes(LocationId) ?? true)
  // An answer that tells it is newer than what was known at sign-in.
  const told = (answer as { Locations?: PageAsked['firstSales'] } | undefined)?.Locations ?? []
  const places = told.some((place) => 'FirstSaleDay' in place) ? told : known
  return noDataBefore(rangesOf(metric, answer, heldAgainst(metric, measure, page)), places)
}

/** What a measure is called: as its owner calls it, or its metric with what it is told by. */
export const useMeasureName = () => {
  const sayMetric = useSay(metricWords)
  const say = useSay(measureWords)
  return ({ Title, Metric, Dimension, Visual }: Pick<Measure, 'Title' | 'Metric' | 'Dimension' | 'Visual'>): string => {
    const name = sayMetric(Metric as Parameters<typeof sayMetric>[0])
    const isPlain = Visual === 'tile' || Dimension === null || SAYS_ITSELF.includes(Metric)
    return Title || (isPlain ? name : say(`by.${Dimension}`, { name }))
  }
}

/** Metrics whose name has in it what they are told by. */
const SAYS_ITSELF = ['BestSellers', 'DaySoFar']

/** The report of a measure with the same days, comparison and locations. @param more what else of it is shown */
export const reportOf = ({ measure, metric, page, currency }: Shown, more: Record<string, string | undefined> = {}): Target => {
  const { to, search } = SOURCE_SCREENS[metric.source]
  const range: Range = metric.source === 'trend' ? dayAlone(rangeOf(measure, page), page) : rangeOf(measure, page)
  const cmp = comparisonOf(measure, page)
  return {
    to,
    search: given({
      range: rangeToUrl(range),
      cmp,
      cmpRange: cmp === 'custom' && page.compareRange ? `${page.compareRange.from}..${page.compareRange.to}` : undefined,
      loc: placesOf(measure, page).locations,
      cur: page.hasCurrencies ? currency : undefined,
      fig: metric.source === 'sales' ? metric.field : undefined,
      ...search,
      ...more,
    }),
  }
}

/** A trend is of one day. */
const dayAlone = (range: Range, page: PageAsked): Range => {
  const day = trendDay(range, page)
  return range.from === day && range.to === day ? range : { from: day, to: day }
}
