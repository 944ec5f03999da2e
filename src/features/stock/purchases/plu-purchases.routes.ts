import { implement } from '#platform/web/implement.ts'
import { purchaseCalls } from './plu-purchases.contract.ts'
import { purchasesReport, supplierInvoice, supplierInvoices } from './plu-purchases.report.ts'

export const purchasesImplementation = implement(purchaseCalls, {
  pluPurchases: ({ venue, query }) => purchasesReport(venue, query),
  supplierInvoices: ({ venue, query }) => supplierInvoices(venue, query),
  supplierInvoice: ({ venue, query }) => supplierInvoice(venue, query),
})
