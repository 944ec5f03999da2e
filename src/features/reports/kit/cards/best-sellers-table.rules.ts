import { pluWords as words } from '#features/reports/kit/products.messages.ts'
import { reportNotes } from '#features/reports/kit/report-table.rules.ts'
import type { BestAnswer, BestQuery } from '#features/reports/plu-sales/best-sellers.contract.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'

/** The best sellers of all locations together as rows of screen and files. */
export const bestTable = (answer: BestAnswer, query: BestQuery, texts: TableWords): Table => {
  const { say } = texts
  const column = (key: string, title: string, kind: Column['kind']): Column => ({ key, title, kind })
  const { Compare, Totals, Per } = answer
  return {
    title: say(words, 'bestSellers'),
    notes: reportNotes({ ...answer, Currency: Totals.Currency }, query, texts),
    columns: [
      column('Rank', say(words, 'Rank'), 'count'),
      column('Key', say(words, 'Plu'), 'text'),
      column('Name', say(words, 'Name'), 'text'),
      ...(Per === 'all' ? [] : [column('Within', say(words, PER_WORDS[Per]), 'text')]),
      column('Quantity', say(words, 'Quantity'), 'quantity'),
      column('Net', say(words, 'Net'), 'money'),
      column('GrossProfit', say(words, 'GrossProfit'), 'money'),
      column('GrossProfitPercent', say(words, 'GrossProfitPercent'), 'percent'),
      column('Share', say(words, 'Share'), 'percent'),
      column('Cumulative', say(words, 'cumulative'), 'percent'),
      column('Class', say(words, 'abc'), 'text'),
      ...(Compare
        ? [
            column('NetBefore', say(words, 'NetBefore'), 'money'),
            column('Difference', say(words, 'Difference'), 'money'),
            column('Growth', say(words, 'growth'), 'percent'),
            column('RankBefore', say(words, 'RankBefore'), 'count'),
          ]
        : []),
    ],
    rows: Totals.Rows.map((row) => ({ ...row, Within: row.Within || say(words, 'unassigned') })),
  }
}

const PER_WORDS = { group: 'Group', department: 'Department', 'product-group': 'ProductGroup', category: 'Category' } as const
