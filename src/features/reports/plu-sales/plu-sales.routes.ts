import { implement } from '#platform/web/implement.ts'
import { pluReport } from './plu-report.sql.ts'
import { pluSales } from './plu-sales.contract.ts'

export const pluSalesImplementation = implement(pluSales, {
  pluSales: ({ venue, query }) => pluReport(venue, query),
})
