import { checkTimes } from '#features/reports/kit/asked-trade.rules.ts'
import { clocksOf, referencesAsked } from '#features/reports/kit/clocks.rules.ts'
import type { Comparison, Reference } from '#features/reports/kit/comparison.rules.ts'
import { hoursAsked, rangeAsked } from '#features/reports/kit/filter.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { type Product, productRange, type Range } from '#features/reports/kit/products.sql.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { addSold, soldBefore, totalsBefore, totalsSold } from '#features/sums/reading/product-sums.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import { noneSold, placeTotals, type Sold, wholeOf } from '#features/sums/reading/sold.rules.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { searchText } from '#shared/search-text.ts'
import { pluAnswer } from './plu-answer.rules.ts'
import type { PluAnswer, PluQuery } from './plu-sales.contract.ts'

/** What a question about products asks, once its words are understood. */
interface Asked {
  range: Span
  places: readonly ScopeLocation[]
  clocks: readonly Clocked[]
  weekdays: readonly number[] | undefined
  /** Wall-clock hours of the daypart asked for. */
  hours: readonly number[] | undefined
  compare: Comparison
  references: readonly Reference[]
}

/** What was sold of the products asked for, and what is known of those who sold it. */
export interface SoldProducts extends Asked {
  menu: Range
  /** Those asked for, by their numbers; the sums go by them. */
  products: readonly Product[]
  sold: Sold
  /** Sums of all of them by location. */
  placeTotals: ReadonlyMap<number, Float64Array>
  /** undefined where nothing is compared. */
  before: Sold | undefined
}

/** Words of a question that both product reports have. */
type ProductQuery = Pick<PluQuery, 'FromDate' | 'ToDate' | 'Locations' | 'Weekdays' | 'Daypart' | 'Compare' | 'CompareFrom' | 'CompareTo'>

/** Whether a question is about a product. */
type IsAsked = (product: Product, menu: Range) => boolean

/**
 * What products sold in a range and in what it is compared with.
 * @param isAsked undefined for all of them
 */
export const soldProducts = async (scope: VenueScope, asked: Asked, isAsked?: IsAsked): Promise<SoldProducts> => {
  const { places, weekdays, hours, references } = asked
  keepPlans(scope)
  const slice = { locationIds: places.map(({ locationId }) => locationId), weekdays, hours }
  // Asked for before the menu is, and added up while the database puts that together.
  const totals = totalsSold(scope, slice, asked.range)
  const before = totalsBefore(scope, slice, asked)
  const [menu] = await Promise.all([productRange(scope), totals, ...before.map((one) => one.totals)])
  const products = isAsked ? menu.products.filter((product) => isAsked(product, menu)) : menu.products
  const keys = Float64Array.from(products, ({ productId }) => productId)
  const sold = noneSold(slice.locationIds, keys)
  const [compared] = await Promise.all([
    references.length > 0 ? soldBefore(scope, slice, asked, before, keys) : undefined,
    addSold(scope, slice, asked.range, sold, totals),
  ])
  return { ...asked, menu, products, sold, placeTotals: placeTotals(sold), before: compared }
}

/**
 * Which trade a question about products means.
 * @throws RangeBackwards, RangeTooLong, BreakdownTimesTooLong, LocationNotFound, ValidationFailed
 */
export const productsAsked = async (scope: VenueScope, query: ProductQuery): Promise<Asked> => {
  const range = rangeAsked(query)
  checkRange(range, 'year')
  const hours = hoursAsked(query.Daypart, scope.venue.dayparts)
  const places = await placesAsked(scope, query.Locations, range)
  const clocks = clocksOf(scope, places)
  const references = referencesAsked(scope, query, range, clocks, places)
  checkTimes({ range, hours, references })
  return { range, places, clocks, weekdays: query.Weekdays, hours, compare: query.Compare ?? 'none', references }
}

/**
 * PLU Sales: every product that sold, with its figures, rank and share.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const pluReport = async (scope: VenueScope, query: PluQuery): Promise<PluAnswer> => {
  const asked = await productsAsked(scope, query)
  const [products, freshness] = await Promise.all([soldProducts(scope, asked, askedIn(query)), freshnessOf(scope, asked.places, asked.clocks)])
  return pluAnswer({
    ...products,
    freshness,
    query,
    sold: products.placeTotals,
    whole: wholeOf(products.sold),
    before: products.before && wholeOf(products.before),
    soldAt: products.sold,
    beforeAt: products.before,
    scope: scopeOf(scope),
  })
}

/** Which products are searched or chosen; undefined where none are. */
const askedIn = ({ Search, Group, Supplier }: PluQuery): IsAsked | undefined => {
  const wanted = searched(Search)
  if (!wanted && Group === undefined && Supplier === undefined) return undefined
  return ({ plu, name, classId, supplierId }, { classes }) => {
    if (Supplier !== undefined && supplierId !== Supplier) return false
    if (Group !== undefined && (classes.get(classId)?.group || '-') !== Group) return false
    return !wanted || searchText(`${plu} ${name}`).includes(wanted)
  }
}

const scopeOf = ({ now, venue }: VenueScope) => ({ now, currency: venue.currency })
const searched = (text: string | undefined): string | undefined => (text === undefined ? undefined : searchText(text).trim())
