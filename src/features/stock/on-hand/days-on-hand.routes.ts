import { implement } from '#platform/web/implement.ts'
import { daysOnHandCalls } from './days-on-hand.contract.ts'
import { daysOnHandReport } from './days-on-hand.report.ts'
import { stockLedgerCalls } from './stock-ledger.contract.ts'
import { stockLedgerReport } from './stock-ledger.report.ts'

export const daysOnHandImplementation = implement(daysOnHandCalls, {
  daysOnHand: ({ venue, query }) => daysOnHandReport(venue, query),
})

export const stockLedgerImplementation = implement(stockLedgerCalls, {
  stockLedger: ({ venue, query }) => stockLedgerReport(venue, query),
})
