import { implement } from '#platform/web/implement.ts'
import { buyerCalls } from './buyers.contract.ts'
import { buyersReport, buyerToChange, keepBuyer, takeBuyerAway } from './buyers.report.ts'
import { exciseRateCalls } from './excise-rates.contract.ts'
import { keepRate, ratesReport, rateToChange, takePublished, takeRateAway } from './excise-rates.report.ts'
import { exciseCalls } from './excises.contract.ts'
import { excisesReport } from './excises.report.ts'
import { liquorReturnCalls } from './liquor-return.contract.ts'
import { liquorReturnReport } from './liquor-return.report.ts'

export const excisesImplementation = implement(exciseCalls, {
  excises: ({ venue, query }) => excisesReport(venue, query),
})

export const exciseRatesImplementation = implement(exciseRateCalls, {
  exciseRates: ({ venue }) => ratesReport(venue),
  addExciseRate: ({ venue, body }) => keepRate(venue, body),
  changeExciseRate: ({ venue, params, body }) => keepRate(venue, body, params.rateId),
  removeExciseRate: ({ venue, params }) => takeRateAway(venue, params.rateId),
  takePublishedRates: ({ venue }) => takePublished(venue),

  finders: { changeExciseRate: ({ venue, params }) => rateToChange(venue, params.rateId) },
})

export const licensedBuyersImplementation = implement(buyerCalls, {
  licensedBuyers: ({ venue }) => buyersReport(venue),
  addLicensedBuyer: ({ venue, body }) => keepBuyer(venue, body),
  changeLicensedBuyer: ({ venue, params, body }) => keepBuyer(venue, body, params.buyerId),
  removeLicensedBuyer: ({ venue, params }) => takeBuyerAway(venue, params.buyerId),

  finders: { changeLicensedBuyer: ({ venue, params }) => buyerToChange(venue, params.buyerId) },
})

export const liquorReturnImplementation = implement(liquorReturnCalls, {
  liquorReturn: ({ venue, query }) => liquorReturnReport(venue, query),
})
