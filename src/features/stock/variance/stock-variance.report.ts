import { ofOneCurrency } from '#features/reports/kit/one-currency.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { productRange } from '#features/reports/kit/products.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { specOn } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import { usedSteps } from '#features/stock/use.rules.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { searchText } from '#shared/search-text.ts'
import { countedTwice } from './counted-twice.sql.ts'
import { eachUse } from './use-between-counts.report.ts'
import type { StockVarianceAnswer, StockVarianceQuery } from './variance.contract.ts'
import { type Compared, isBetween, varianceRow, varianceTotals } from './variance.rules.ts'

/** What was sold of a product between the counts of what it is made of. */
interface SoldOf {
  locationId: number
  productId: number
  qty: number
  use: number
}

interface Placed {
  Name: string
  Plu: string
  LocationId: number
}

const byName = (a: Placed, b: Placed): number => a.Name.localeCompare(b.Name) || a.Plu.localeCompare(b.Plu) || a.LocationId - b.LocationId

/**
 * Theoretical against actual use of every product counted in a range, what is missing most in money first.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound
 */
export const stockVarianceReport = async (scope: VenueScope, query: StockVarianceQuery): Promise<StockVarianceAnswer> => {
  const range = { from: query.FromDate, to: query.ToDate }
  checkRange(range, 'year')
  keepPlans(scope)
  const places = ofOneCurrency(await placesAsked(scope, query.Locations, range), scope.venue.currency)
  const locationIds = places.map(({ locationId }) => locationId)
  const [specs, menu] = await Promise.all([readSpecs(scope), productRange(scope)])
  const seen = new Map(menu.products.map((product) => [product.productId, product]))
  const wanted = query.Plu === undefined ? undefined : menu.products.filter(({ plu }) => plu === query.Plu).map(({ productId }) => productId)
  const search = query.Search === undefined ? '' : searchText(query.Search).trim()
  const counted = (await countedTwice(scope, locationIds, range, wanted)).filter(({ productId }) => {
    const product = seen.get(productId)
    return product !== undefined && searchText(`${product.plu} ${product.name}`).includes(search)
  })
  const between = counted.filter(isBetween)
  const [uses, wastes] = [new Map<string, number>(), new Map<string, number>()]
  const sold = new Map<string, SoldOf>()
  await eachUse(scope, specs, between, (locationId, stockId, use, { productId, qty, isWasted }) => {
    const sums = isWasted ? wastes : uses
    sums.set(`${locationId} ${stockId}`, (sums.get(`${locationId} ${stockId}`) ?? 0) + use)
    if (wanted === undefined || isWasted) return
    const one = sold.get(`${locationId} ${productId}`) ?? { locationId, productId, qty: 0, use: 0 }
    sold.set(`${locationId} ${productId}`, { ...one, qty: one.qty + qty, use: one.use + use })
  })
  const currency = places[0]?.currency ?? scope.venue.currency
  const compared = between.map((one): Compared => {
    const product = seen.get(one.productId)
    const unit = specOn(specs, one.productId, one.closingDay).unit
    const [use, wasted] = [uses, wastes].map((sums) => usedSteps(sums.get(`${one.locationId} ${one.productId}`) ?? 0)) as [number, number]
    return { counted: { ...one, writtenOff: one.writtenOff + wasted }, plu: product?.plu ?? '', name: product?.name ?? '', unit, use }
  })
  return {
    FromDate: range.from,
    ToDate: range.to,
    Currency: currency,
    Rows: compared
      .map((one) => varianceRow(one, currency))
      .sort((a, b) => (a.VarianceCost ?? 0) - (b.VarianceCost ?? 0) || a.Variance - b.Variance || byName(a, b)),
    Totals: varianceTotals(compared, currency),
    Locations: places.map(({ locationId, name }) => ({
      LocationId: locationId,
      Name: name,
      CountedOnce: counted.filter((one) => one.locationId === locationId && !isBetween(one)).length,
    })),
    Sold: [...sold.values()]
      .map(({ locationId, productId, qty, use }) => ({
        LocationId: locationId,
        Plu: seen.get(productId)?.plu ?? '',
        Name: seen.get(productId)?.name ?? '',
        Quantity: qty / QUANTITY_STEPS,
        Used: usedSteps(use) / QUANTITY_STEPS,
      }))
      .sort((a, b) => b.Used - a.Used || byName(a, b)),
    AsAt: scope.now.toISOString(),
  }
}
