import type { ChoosableTable } from '#shared/choosable-tables.ts'
import type { Table, TableWords } from '#shared/endpoint.ts'
import { breakdownTable, hasSeries } from './breakdown-table.rules.ts'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'

interface Columns {
  table: ChoosableTable
  usual: readonly string[]
}

const PRODUCTS: Columns = {
  table: 'breakdown-products',
  usual: ['Net', 'Difference', 'Change', 'Share', 'Quantity', 'GrossProfit', 'GrossProfitPercent', 'Gross', 'Discounts'],
}
const PEOPLE: Columns = {
  table: 'breakdown-people',
  usual: ['Net', 'Difference', 'Change', 'Share', 'Sales', 'AverageSale', 'Customers', 'GrossProfitPercent', 'Discounts'],
}
const USES: Columns = {
  table: 'breakdown-uses',
  usual: ['Promotions', 'Discounts', 'Surcharges', 'Difference', 'Change', 'Share', 'Count', 'OfSales', 'OfOwnSales', 'Average', 'Gross'],
}

/** The columns a manager wants first of each dimension. */
export const COLUMNS: Readonly<Record<AnyBreakdown['Dimension'], Columns>> = {
  group: PRODUCTS,
  department: PRODUCTS,
  productgroup: PRODUCTS,
  category: PRODUCTS,
  employee: PEOPLE,
  ordertype: PEOPLE,
  till: PEOPLE,
  promotion: USES,
  discount: USES,
  surcharge: USES,
  wastage: { table: 'breakdown-wastage', usual: ['Cost', 'Difference', 'Change', 'Share', 'Quantity', 'Gross', 'OfSales', 'Count'] },
  gpmargins: {
    table: 'breakdown-margins',
    usual: ['NetExTax', 'CostedProfit', 'Difference', 'Change', 'MarginPercent', 'MarkupPercent', 'Cost', 'NoCostSales'],
  },
}

interface Shown {
  across: 'summary' | 'detail' | 'locations'
  sort: string | undefined
}

/** Whether figures stand across, of which the reader chooses; periods and locations follow from what was asked. */
export const isFigures = (answer: AnyBreakdown, { across }: Pick<Shown, 'across'>): boolean =>
  answer.Dimension === 'gpmargins' || across === 'summary' || (across === 'detail' && !hasSeries(answer))

/** The rows as the screen has them: the name leads, where it stays in sight. */
export const shownTable = (answer: AnyBreakdown, { across, sort }: Shown, words: TableWords): Table => {
  const table = breakdownTable(answer, { View: across, Sort: sort }, words)
  // The rank before stands beside the rank, as what one has climbed or fallen.
  const columns = table.columns.filter(({ key }) => key !== 'Path' && key !== 'RankBefore')
  return { ...table, columns: [...columns.filter(({ key }) => key === 'Name'), ...columns.filter(({ key }) => key !== 'Name')] }
}
