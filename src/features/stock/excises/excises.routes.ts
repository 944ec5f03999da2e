import { implement } from '#platform/web/implement.ts'
import { licensedBuyers } from './buyers.contract.ts'
import { buyersOf, keepBuyer, removeBuyer } from './buyers.sql.ts'
import { exciseRateCalls } from './excise-rates.contract.ts'
import { keepRate, ratesReport, takePublished, takeRateAway } from './excise-rates.report.ts'
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
})

export const liquorReturnImplementation = implement(liquorReturnCalls, {
  liquorReturn: ({ venue, query }) => liquorReturnReport(venue, query),
})

export const licensedBuyersImplementation = implement(licensedBuyers, {
  licensedBuyers: async ({ venue }) => ({ Buyers: await buyersOf(venue), MayChange: venue.allLocations && venue.tags.includes('can_editstock') }),
  keepLicensedBuyer: ({ venue, body }) => keepBuyer(venue, body),
  removeLicensedBuyer: ({ venue, params }) => removeBuyer(venue, params.buyerId),
})
