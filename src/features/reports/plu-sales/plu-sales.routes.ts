import { implement } from '#platform/web/implement.ts'
import { pluSales } from './plu-sales.contract.ts'
import { pluReport } from './plu-sales.report.ts'

export const pluSalesImplementation = implement(pluSales, {
  pluSales: ({ venue, query }) => pluReport(venue, query),
})
