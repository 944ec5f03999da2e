import { implement } from '#platform/implement.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
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
  products: ({ venue, params }) => productsAnswer(venue, params.supplierId),
  setProducts: async ({ venue, params, body }) => {
    await supplierNamed(venue, params.supplierId)
    await setProductsOf(venue, params.supplierId, body.Plus)
    return productsAnswer(venue, params.supplierId)
  },
})

const productsAnswer = async (venue: VenueScope, supplierId: number) => ({
  SupplierId: supplierId,
  Name: await supplierNamed(venue, supplierId),
  Products: (await productsOf(venue, supplierId)).map(({ plu, name }) => ({ Plu: plu, Name: name })),
})
