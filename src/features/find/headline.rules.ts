import type { PageAsked } from '#features/dashboard/ask-metric.rules.ts'
import { ITEMS_ASKED, questionOf } from '#features/dashboard/ask-metric.rules.ts'
import { metricOf } from '#features/dashboard/catalogue.rules.ts'
import type { Measure } from '#features/dashboard/measures.rules.ts'
import { type Looker, type Metric, maySeeMetric } from '#features/dashboard/metrics.rules.ts'
import { partsOf, readingOf } from '#features/dashboard/read-metric.rules.ts'
import { callOf } from '#features/dashboard/sources.rules.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { VenueCalendar } from '#shared/range.ts'
import type { Match } from './find.rules.ts'

/** The figure each report leads with, as the dashboard's catalogue calls it. */
const LEADS: Readonly<Record<string, string>> = {
  '/membership/dashboard': 'Net',
  '/reports/sales': 'Net',
  '/reports/daily-sales': 'Net',
  '/reports/plu-sales': 'BestSellers',
  '/reports/control-sheets': 'Variance',
  '/reports/media-summary': 'MediaNet',
  '/reports/time-attendance': 'WageCost',
  '/reports/payments': 'PaymentVolume',
  '/reports/plu-purchases': 'Purchases',
  '/reports/stock-variance': 'StockVariance',
  '/reports/excises': 'ExciseDuty',
  '/reports/loyalty-points': 'PointsAccrued',
  '/loyalty/usage-summary': 'ActiveCards',
}
const BREAKDOWN_LEADS: Readonly<Record<string, string>> = {
  ...{ wastage: 'Wastage', costs: 'PrimeCost', gpmargins: 'GrossProfitPercent' },
  ...{ discount: 'Discounts', promotion: 'Promotions', surcharge: 'Surcharges' },
}
/** Reports that are asked for some weekdays alone. */
const BY_WEEKDAY: readonly Metric['source'][] = ['sales', 'best']

/** Where people work and what they may see, as far as a figure needs it. */
interface Reader extends Looker {
  calendar: VenueCalendar
  locations: readonly { LocationId: number; Currency: string }[]
}

/** The question behind the figure of a report, and what the answer says of it. */
export interface Headline {
  operation: AnyOperation
  query: Record<string, string>
  metric: Metric
  currency: string
  /** The title says which figure it is. */
  isNamed: boolean
  /** @returns nothing where there is no figure */
  read(answer: unknown): { value: number; leader?: string; inPieces?: boolean } | undefined
}

/**
 * The figure that a report leads with, for the days and the location it is asked for: the report's own answer to the same question.
 * @returns nothing for a report without one, without days, for money of several currencies, and where the reader may not see it
 */
export const headlineOf = ({ entry, reading, place }: Match, { calendar, locations, ...looker }: Reader): Headline | undefined => {
  const metric = leadOf(entry)
  const shown = locations.filter(({ LocationId }) => place === undefined || LocationId === place.LocationId)
  const [currency, ...others] = new Set(shown.map(({ Currency }) => Currency))
  if (!metric || !reading || !maySeeMetric(metric, looker) || currency === undefined || others.length > 0) return undefined
  if (reading.weekdays && !BY_WEEKDAY.includes(metric.source)) return undefined
  const page: PageAsked = {
    ...{ range: reading.range, compare: 'none', compareRange: undefined, calendar, currency, hasCurrencies: false },
    locations: place && String(place.LocationId),
    currencyAt: new Map(locations.map(({ LocationId, Currency }) => [LocationId, Currency])),
  }
  const byQuantity = metric.source === 'best' && entry.search.sort === '-Quantity'
  return {
    operation: callOf(metric.source, reading.range) as AnyOperation,
    query: {
      ...questionOf(metric, OF_THE_PAGE as unknown as Measure, page),
      ...(reading.weekdays ? { Weekdays: reading.weekdays.join(',') } : {}),
      ...(byQuantity ? { By: 'quantity', Top: ITEMS_ASKED } : {}),
    },
    ...{ metric, currency, isNamed: Object.keys(entry.search).length > 0 },
    read: (answer) => {
      if (metric.source !== 'best') return valued(readingOf(metric, answer, currency).total)
      const [first] = partsOf(metric, 'Item', answer, currency)
      const value = byQuantity ? first?.quantity : first?.value
      return first && typeof value === 'number' ? { value, leader: first.name, inPieces: byQuantity } : undefined
    },
  }
}

const OF_THE_PAGE = { Period: null, Compare: 'none', Locations: [], Dimension: null }

/** Of what sells least nothing leads. */
const leadOf = ({ path, search }: Match['entry']): Metric | undefined => {
  if (path === '/reports/plu-sales' && search.sort === 'Quantity') return undefined
  const id = path === '/reports/breakdown' ? BREAKDOWN_LEADS[search.dim ?? ''] : (search.fig ?? LEADS[path])
  return id === undefined ? undefined : metricOf(id)
}

const valued = (value: number | null) => (value === null ? undefined : { value })
