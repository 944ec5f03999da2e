import type { ScopeLocation, VenueScope } from '#platform/venue-scope.ts'
import type { JsonText } from '#shared/json-text.ts'
import { clocksOf, hourBefore, referencesAsked } from '../clocks.rules.ts'
import type { Comparison, Reference } from '../comparison.rules.ts'
import { rangeAsked } from '../filter.rules.ts'
import type { Span } from '../period.rules.ts'
import { checkRange } from '../range.rules.ts'
import type { Clocked } from '../sales-summary/sales-plan.rules.ts'
import { lastHeard, usuallyTrading } from '../sales-summary/sales-summary.sql.ts'
import { keepPlans } from '../slice.sql.ts'
import { pluAnswer } from './plu-answer.rules.ts'
import type { PluAnswer, PluQuery } from './plu-sales.contract.ts'
import { addSold, soldBefore } from './product-sums.sql.ts'
import { type Product, productRange, type Range } from './products.sql.ts'
import { noneSold, type Sold, totalOf, wholeOf } from './sold.rules.ts'

/** What a question about products asks, once its words are understood. */
interface Asked {
  range: Span
  places: readonly ScopeLocation[]
  clocks: readonly Clocked[]
  weekdays: readonly number[] | undefined
  compare: Comparison
  references: readonly Reference[]
}

/** What was sold of the products asked for, and what is known of those who sold it. */
export interface SoldProducts extends Asked {
  menu: Range
  /** Those asked for, by their numbers; the sums go by them. */
  products: readonly Product[]
  sold: Sold
  /** undefined where nothing is compared. */
  before: Sold | undefined
  fresh: Awaited<ReturnType<typeof lastHeard>>
  trading: ReadonlySet<number>
}

/** Words of a question that both product reports have. */
type ProductQuery = Pick<PluQuery, 'FromDate' | 'ToDate' | 'Locations' | 'Weekdays' | 'Compare' | 'CompareFrom' | 'CompareTo'>

/**
 * What products sold in a range and in what it is compared with.
 * @param isAsked tells the products that are shown
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const soldProducts = async (scope: VenueScope, query: ProductQuery, isAsked: (product: Product, menu: Range) => boolean): Promise<SoldProducts> => {
  const asked = understood(scope, query)
  const { places, weekdays, references } = asked
  keepPlans(scope)
  const locationIds = places.map(({ locationId }) => locationId)
  const [menu, fresh, trading] = await Promise.all([productRange(scope), lastHeard(scope, locationIds), usuallyTrading(scope, asked.clocks.map(hourBefore))])
  const products = menu.products.filter((product) => isAsked(product, menu))
  const keys = Float64Array.from(products, ({ productId }) => productId)
  const sold = noneSold(locationIds, keys)
  const [before] = await Promise.all([
    references.length > 0 ? soldBefore(scope, { locationIds, weekdays }, asked, keys) : undefined,
    addSold(scope, { locationIds, weekdays }, asked.range, sold),
  ])
  return { ...asked, menu, products, sold, before, fresh, trading }
}

const understood = (scope: VenueScope, query: ProductQuery): Asked => {
  const range = rangeAsked(query)
  checkRange(range, 'year')
  const places = scope.chosenLocations(query.Locations)
  const clocks = clocksOf(scope, places)
  const references = referencesAsked(scope, query, range, clocks, places)
  return { range, places, clocks, weekdays: query.Weekdays, compare: query.Compare ?? 'none', references }
}

/**
 * PLU Sales: every product that sold, with its figures, rank and share.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const pluReport = async (scope: VenueScope, query: PluQuery): Promise<JsonText<PluAnswer>> => {
  const wanted = searched(query.Search)
  const asked = await soldProducts(scope, query, ({ plu, name, classId, supplierId }, { classes }) => {
    if (query.Supplier !== undefined && supplierId !== query.Supplier) return false
    if (query.Group !== undefined && (classes.get(classId)?.group || '-') !== query.Group) return false
    return wanted === undefined || plain(`${plu} ${name}`).includes(wanted)
  })
  return pluAnswer({
    ...asked,
    query,
    sold: new Map([...asked.sold].map(([locationId, { sums }]) => [locationId, totalOf(sums)])),
    whole: wholeOf(asked.sold),
    before: asked.before && wholeOf(asked.before),
    scope: scopeOf(scope),
  })
}

const scopeOf = ({ now, venue }: VenueScope) => ({ now, currency: venue.currency })

/** As people type it: wide and narrow, capital and small letters are the same. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
const searched = (text: string | undefined): string | undefined => (text === undefined ? undefined : plain(text).trim())
