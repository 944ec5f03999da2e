import { implement } from '#platform/web/implement.ts'
import { changeProducts } from './change-products.report.ts'
import { productCalls } from './products.contract.ts'
import { changeTerms, productsReport, refuseUnknownSupplier } from './products.report.ts'

export const stockProductsImplementation = implement(productCalls, {
  stockProducts: ({ venue, query }) => productsReport(venue, query),
  changeProducts: async ({ venue, body }) => ({ Changed: await changeProducts(venue, body) }),
  changeSupplierTerms: async ({ venue, params, body }) => {
    await changeTerms(venue, params.supplierId, body)
    return { SupplierId: params.supplierId }
  },

  finders: { changeSupplierTerms: ({ venue, params }) => refuseUnknownSupplier(venue, params.supplierId) },
})
