import { suppliersOf } from '#features/stock/reorders/supply.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { tradingMoment } from '#shared/day.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { decimalsOf, toMajor } from '#shared/money.ts'
import { searchText } from '#shared/search-text.ts'
import { keepTerms } from './keep-products.sql.ts'
import { productRows } from './product-rows.report.ts'
import { PRODUCTS_AT_ONCE, type ProductRow, type ProductsAnswer, type ProductsQuery } from './products.contract.ts'

/** Products with what they are made of, measure and are bought as, those of which something is missing first. */
export const productsReport = async (scope: VenueScope, query: ProductsQuery): Promise<ProductsAnswer> => {
  const on = query.On ?? todayOf(scope)
  const rows = await productRows(scope, on, query.LocationId)
  const is = {
    all: () => true,
    missing: ({ Missing }: ProductRow) => Missing.length > 0,
    kegs: ({ Container }: ProductRow) => Container === 'keg' || Container === 'cask',
    recipes: ({ Parts }: ProductRow) => Parts.length > 0,
  }
  const words = searchText(query.Search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const found = rows
    .filter(is[query.Show ?? 'all'])
    .filter(({ Plu }) => query.Plu === undefined || Plu === query.Plu)
    .filter((row) => words.every((word) => searchText(`${row.Name} ${row.Plu} ${row.Supplier} ${row.SupplierCode}`).includes(word)))
    .sort(
      (a, b) =>
        Number(b.Missing.length > 0) - Number(a.Missing.length > 0) ||
        Number(isDescribed(b)) - Number(isDescribed(a)) ||
        a.Name.localeCompare(b.Name) ||
        a.Plu.localeCompare(b.Plu),
    )
  const isFile = query.format === 'csv' || query.format === 'xlsx'
  const skip = query.Skip ?? 0
  const count = (which: keyof typeof is) => rows.filter(is[which]).length
  return {
    On: on,
    Products: isFile ? found : found.slice(skip, skip + (query.Take ?? PRODUCTS_AT_ONCE)),
    Total: found.length,
    Counts: { All: rows.length, Missing: count('missing'), Kegs: count('kegs'), Recipes: count('recipes') },
    Suppliers: [...(await suppliersOf(scope)).values()].map(({ supplierId, name, email, leadDays, orderBy, orderMinimum }) => ({
      SupplierId: supplierId,
      Name: name,
      Email: email,
      LeadDays: leadDays,
      OrderBy: orderBy,
      OrderMinimum: orderMinimum === null ? null : toMajor(orderMinimum, scope.venue.currency),
    })),
    Currency: scope.venue.currency,
  }
}

/** Somebody said what it is or who supplies it. */
const isDescribed = ({ Since, Supplier }: ProductRow): boolean => Since !== null || Supplier !== ''

export const todayOf = ({ now, locations }: VenueScope): string => {
  const [place] = locations
  return place ? tradingMoment(now, place.timeZone, place.dayStart).day : now.toISOString().slice(0, 10)
}

/** @throws NotFound */
export const refuseUnknownSupplier = async (scope: VenueScope, supplierId: number): Promise<void> => {
  if (!(await suppliersOf(scope)).has(supplierId)) throw failure('NotFound')
}

/** How a supplier takes orders and delivers. @throws NotFound, NotPermitted */
export const changeTerms = async (
  scope: VenueScope,
  supplierId: number,
  terms: { Email: string; LeadDays: number | null; OrderBy: string | null; OrderMinimum: number | null },
): Promise<void> => {
  await refuseUnknownSupplier(scope, supplierId)
  if (!scope.allLocations) throw failure('WholeVenueOnly')
  if (terms.Email !== '' && !/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(terms.Email)) throw fieldFailure('Email', 'Email must be an e-mail address.')
  const name = await keepTerms(scope, supplierId, {
    ...terms,
    OrderMinimum: terms.OrderMinimum === null ? null : Math.round(terms.OrderMinimum * 10 ** decimalsOf(scope.venue.currency)),
  })
  if (name === undefined) throw failure('NotFound')
  await scope.audit({ action: 'supplier.terms', subject: name, detail: { SupplierId: supplierId } })
}
