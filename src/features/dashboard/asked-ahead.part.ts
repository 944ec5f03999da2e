import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { reportScreenAt } from '#features/reports/kit/screen/report-screen.part.tsx'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { AskedCall, PageFile } from '#ui/screen.ts'
import { tagsOf, type VenueConfig } from '#ui/stored-user.ts'
import { type PageAsked, questionOf } from './ask-metric.rules.ts'
import { metricOf } from './catalogue.rules.ts'
import { dashboards } from './dashboards.contract.ts'
import { callOf } from './sources.rules.ts'

/** How the page begins where its address says nothing. */
export const AS_BEGUN = { usual: 'today', targets: true } as const

/** What the head of the page asks all measures. */
export const pageAsked = ({ Locations }: VenueConfig, { state, range, filter, currency, calendar, currencies }: ReportScreen): PageAsked => ({
  ...{ range, compare: state.compare, compareRange: state.compareRange, locations: filter.Locations, calendar, currency },
  currencyAt: new Map(Locations.map(({ LocationId, Currency }) => [LocationId, Currency])),
  firstSales: Locations.map(({ LocationId, FirstSaleDay }) => ({ LocationId, FirstSaleDay })),
  hasCurrencies: currencies.length > 1,
})

/** The measures, and the sales most of them are read from: a phone would otherwise ask for these only once the measures are here. */
export const askedAhead: PageFile['ahead'] = (user, url) => {
  if (user.Config?.FirstRun) return []
  const measures: AskedCall = { operation: dashboards.dashboard, input: {} }
  return user.Config && tagsOf(user).includes('can_viewsales') ? [measures, ...salesAhead(reportScreenAt(user.Config, url, AS_BEGUN), user.Config)] : [measures]
}

const OF_THE_PAGE = { Period: null, Compare: null, Locations: [] }

const salesAhead = (screen: ReportScreen, config: VenueConfig): AskedCall[] => {
  const metric = metricOf('Net')
  if (!metric || screen.currencies.length > 1) return []
  const operation = callOf(metric.source, screen.range) as AnyOperation
  return [{ operation, input: { query: questionOf(metric, OF_THE_PAGE as never, pageAsked(config, screen)) } }]
}
