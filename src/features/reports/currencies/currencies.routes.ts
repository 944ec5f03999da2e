import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { implement } from '#platform/web/implement.ts'
import { currencies } from './currencies.contract.ts'

export const currenciesImplementation = implement(currencies, {
  currencies: async ({ venue, query }) => {
    const range = { from: query.FromDate, to: query.ToDate }
    checkRange(range, 'year')
    const places = await placesAsked(venue, query.Locations, range)
    return { Currencies: [...new Set(places.map(({ currency }) => currency))].sort() }
  },
})
