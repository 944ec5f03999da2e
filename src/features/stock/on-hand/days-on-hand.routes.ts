import { implement } from '#platform/web/implement.ts'
import { daysOnHandCalls } from './days-on-hand.contract.ts'
import { daysOnHandReport } from './days-on-hand.report.ts'

export const daysOnHandImplementation = implement(daysOnHandCalls, {
  daysOnHand: ({ venue, query }) => daysOnHandReport(venue, query),
})
