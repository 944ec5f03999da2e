import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { listProducts, productsOf, setProductsOf, supplierNamed } from './products.sql.ts'
import { PRODUCTS_AT_ONCE, supplierProducts } from './supplier-products.contract.ts'

export const supplierProductsImplementation = implement(supplierProducts, {
  allProducts: async ({ venue, query }) => {
    const { Search, ProductGroup, Supplier, Free, After, Limit = PRODUCTS_AT_ONCE } = query
    const words = (Search ?? '').split(/\s+/u).filter(Boolean).slice(0, 10)
    const { rows, total } = await listProducts(venue, { words, group: ProductGroup, supplierId: Supplier, isFree: Free !== undefined }, After, Limit + 1)
    const Products = rows.slice(0, Limit)
    return { Products, Total: total, Next: rows.length > Limit ? (Products.at(-1)?.Plu ?? null) : null }
  },
  products: async ({ venue, params }) => productsAnswer(venue, params.supplierId, await supplierNamed(venue, params.supplierId)),
  setProducts: async ({ venue, params, body }) => {
    // Asked before: whose last product at the holder's locations is taken away does not exist for them any more.
    const name = await supplierNamed(venue, params.supplierId)
    if (!venue.allLocations) throw failure('AllLocationsNeeded')
    await setProductsOf(venue, params.supplierId, body.Plus)
    return productsAnswer(venue, params.supplierId, name)
  },

  finders: { setProducts: ({ venue, params }) => supplierNamed(venue, params.supplierId) },
})

const productsAnswer = async (venue: VenueScope, supplierId: number, name: string) => ({
  SupplierId: supplierId,
  Name: name,
  Products: (await productsOf(venue, supplierId)).map(({ plu, name }) => ({ Plu: plu, Name: name })),
})
