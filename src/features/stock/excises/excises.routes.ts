import { implement } from '#platform/web/implement.ts'
import { exciseRateCalls } from './excise-rates.contract.ts'
import { keepRate, ratesReport, takePublished, takeRateAway } from './excise-rates.report.ts'
import { exciseCalls } from './excises.contract.ts'
import { excisesReport } from './excises.report.ts'

export const excisesImplementation = implement(exciseCalls, {
  excises: ({ venue, query }) => excisesReport(venue, query),
})

export const exciseRatesImplementation = implement(exciseRateCalls, {
  exciseRates: ({ venue }) => ratesReport(venue),
  addExciseRate: ({ venue, body }) => keepRate(venue, body),
  changeExciseRate: ({ venue, params, body }) => keepRate(venue, body, params.rateId),
  removeExciseRate: ({ venue, params }) => takeRateAway(venue, params.rateId),
  takePublishedRates: ({ venue }) => takePublished(venue),
})
