import { ofOneCurrency } from '#features/reports/kit/one-currency.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { productRange } from '#features/reports/kit/products.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { drinkClasses } from '#features/stock/drink-classes.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { goodsIn, goodsOf, goodsOfUnit, ratesFor, spansOf } from './excise.rules.ts'
import { exciseAnswer } from './excise-answer.rules.ts'
import { ratesOf } from './excise-rates.sql.ts'
import type { ExcisesAnswer, ExcisesQuery } from './excises.contract.ts'
import { boughtIn, soldIn } from './quantities.sql.ts'
import { checkExciseShown } from './shown.rules.ts'

/** Whose tariff holds where a currency is paid. */
const JURISDICTIONS: Record<string, string> = { AUD: 'AU', NZD: 'NZ', JPY: 'JP', GBP: 'GB', USD: 'US', EUR: 'EU' }

/**
 * Excises: litres of alcohol and the duty in what was sold or bought.
 * @throws SwitchedOff, RangeBackwards, RangeTooLong, LocationNotFound
 */
export const excisesReport = async (scope: VenueScope, query: ExcisesQuery): Promise<ExcisesAnswer> => {
  checkExciseShown(scope.venue)
  const range = { from: query.FromDate, to: query.ToDate }
  checkRange(range, 'year')
  const places = ofOneCurrency(await placesAsked(scope, query.Locations, range), scope.venue.currency)
  keepPlans(scope)
  const locationIds = places.map(({ locationId }) => locationId)
  const currency = places[0]?.currency ?? scope.venue.currency
  const jurisdiction = JURISDICTIONS[currency] ?? currency.slice(0, 2)
  const basis = query.Basis ?? 'sold'
  const [menu, specs, all] = await Promise.all([productRange(scope), readSpecs(scope), ratesOf(scope)])
  const rates = all.filter((rate) => rate.jurisdiction === jurisdiction)
  const inside = basis === 'sold' ? goodsOf : goodsOfUnit
  const spans = spansOf(ratesFor(goodsIn(specs, range, inside), rates), range.from, range.to, (day) => addDays(day, 1))
  const drinks = drinkClasses(menu.products, specs, range.to)
  const classOf = new Map(menu.products.map(({ productId, classId }) => [productId, classId]))
  const productIds = menu.products.map(({ productId }) => productId)
  const quantities = basis === 'sold' ? await soldIn(scope, specs, locationIds, spans, productIds) : await boughtIn(scope, specs, locationIds, spans)
  const told = exciseAnswer({
    quantities,
    spans,
    rates,
    currency,
    products: new Map(menu.products.map((product) => [product.productId, product])),
    classes: menu.classes,
    goods: (productId, day) => {
      if (basis === 'bought') return inside(specs, productId, day)
      const isUnknown = !specs.has(productId) && drinks.has(classOf.get(productId) ?? 0)
      return isUnknown ? { goods: [], missing: 'ingredient', wine: false } : inside(specs, productId, day)
    },
  })
  return {
    FromDate: range.from,
    ToDate: range.to,
    Basis: basis,
    Currency: currency,
    Jurisdiction: jurisdiction,
    ...told,
    WithStrength: [...specs.values()].filter((rows) => rows.some(({ abv }) => (abv ?? 0) > 0)).length,
    RatesKept: rates.length,
    Locations: places.map(({ locationId, name }) => ({ LocationId: locationId, Name: name })),
    AsAt: scope.now.toISOString(),
  }
}
