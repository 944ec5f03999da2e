import { implement } from '#platform/web/implement.ts'
import { enterInvoiceCalls } from './enter-invoice.contract.ts'
import { enterInvoice } from './enter-invoice.sql.ts'
import { purchaseCalls } from './plu-purchases.contract.ts'
import { purchasesReport, supplierInvoice, supplierInvoices } from './plu-purchases.report.ts'

export const purchasesImplementation = implement(purchaseCalls, {
  pluPurchases: ({ venue, query }) => purchasesReport(venue, query),
  supplierInvoices: ({ venue, query }) => supplierInvoices(venue, query),
  supplierInvoice: ({ venue, query }) => supplierInvoice(venue, query),
})

export const enterInvoiceImplementation = implement(enterInvoiceCalls, {
  enterInvoice: async ({ venue, body }) => ({ Status: await enterInvoice(venue, body) }),
})
