import { headline } from '#features/reports/kit/headline.rules.ts'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { pluWords as words } from '#features/reports/kit/products.messages.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { changePercent, differenceIn, reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { inOrder, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import { byPlu, PLU_FIGURES, pluKind } from './plu-figures.rules.ts'
import type { PluAnswer, PluColumn, PluQuery } from './plu-sales.contract.ts'

type Row = PluAnswer['Rows'][number]
type Cells = Table['rows'][number]

/** Columns of texts about a product. */
const ABOUT = ['Plu', 'Name', 'Group', 'Department', 'ProductGroup', 'Category', 'Supplier'] as const

/** The columns of screen and files. */
export const pluColumns = ({ Columns, Compare }: Pick<PluAnswer, 'Columns' | 'Compare'>, { say }: Pick<TableWords, 'say'>): Column[] => [
  { key: 'Rank', title: say(words, 'Rank'), kind: 'count' },
  ...(Columns.includes('Location') ? [{ key: 'Location', title: say(words, 'Location'), kind: 'text' as const }] : []),
  ...ABOUT.map((key): Column => ({ key, title: say(words, key), kind: 'text' })),
  ...PLU_FIGURES.map((key): Column => ({ key, title: say(words, key), kind: pluKind(key) })),
  ...(Compare
    ? [
        { key: 'QuantityBefore', title: say(words, 'QuantityBefore'), kind: 'quantity' as const },
        { key: 'NetBefore', title: say(words, 'NetBefore'), kind: 'money' as const },
        { key: 'Difference', title: say(words, 'Difference'), kind: 'money' as const },
        { key: 'Change', title: say(words, 'Change'), kind: 'percent' as const },
        { key: 'RankBefore', title: say(words, 'RankBefore'), kind: 'count' as const },
      ]
    : []),
]

/** Reads rows of an answer: a value by its column's name, texts about the product included. */
export const pluReader = (answer: Pick<PluAnswer, 'Columns' | 'Classes' | 'Suppliers' | 'Locations'>): ((row: Row, key: string) => string | number | null) => {
  const at = new Map(answer.Columns.map((column, i) => [column, i]))
  const classes = new Map(answer.Classes.map((one) => [one.ClassId, one]))
  const suppliers = new Map(answer.Suppliers.map(({ SupplierId, Name }) => [SupplierId, Name]))
  const locations = new Map(answer.Locations.map(({ LocationId, Name }) => [LocationId, Name]))
  const valueIn = (row: Row, key: PluColumn) => row[at.get(key) ?? -1] ?? null
  return (row, key) => {
    if (key === 'Group' || key === 'Department' || key === 'ProductGroup' || key === 'Category') {
      return classes.get(Number(valueIn(row, 'Class')))?.[key] || null
    }
    if (key === 'Supplier') return suppliers.get(Number(valueIn(row, 'Supplier'))) ?? null
    if (key === 'Location') return locations.get(Number(valueIn(row, 'Location'))) ?? null
    return valueIn(row, key as PluColumn)
  }
}

/** Rows in the order asked for; otherwise by rank. */
export const sortedRows = (answer: PluAnswer, sort: string | undefined): readonly Row[] => {
  if (!sort) return answer.Rows
  const order = rowOrder(sort)
  const read = pluReader(answer)
  return inOrder(answer.Rows, order, (row) => read(row, order.key), order.key === 'Plu' ? (a, b) => byPlu(String(a), String(b)) : undefined)
}

/** What all products were in the range compared with, and how their net sales changed; there is no change against a time before the first sale. */
export const comparedTotals = ({ Compare, Totals, Locations }: PluAnswer): Cells => {
  if (!Compare) return {}
  const known = comparableBase(Compare.Totals, Compare, Locations)
  return {
    QuantityBefore: Compare.Totals.Quantity,
    NetBefore: Compare.Totals.Net,
    Difference: differenceIn('Net', Totals.Net, known?.Net),
    Change: changePercent('Net', Totals, known),
  }
}

/** The columns as the screen has them: the name leads, as people call it; in detail the location and the main figures follow. */
export const pluScreenColumns = (answer: Pick<PluAnswer, 'Columns' | 'Compare'>, words: Pick<TableWords, 'say'>): Column[] => {
  const columns = pluColumns(answer, words)
  const isDetail = answer.Columns.includes('Location')
  const leading = ['Name', 'Location', ...(isDetail ? PLU_CHOICE.usual : [])].flatMap((name) => columns.filter(({ key }) => key === name))
  return [...leading, ...columns.filter((column) => !leading.includes(column))]
}

/** The columns a manager wants first, and in detail everything that is known of a product; on a phone the name, what it came to and how that changed are in sight before anybody scrolls. */
export const PLU_CHOICE = {
  table: 'plu-sales',
  usual: ['Net', 'Difference', 'Change', 'Quantity', 'GrossProfit', 'GrossProfitPercent', 'Share', 'AveragePrice'],
} as const
/** What names a row of the detail, item and location, stays. */
export const PLU_DETAIL = { table: 'plu-sales-detail', usual: 'all', heads: 2 } as const

/** The products as rows of screen and files. */
export const pluTable = (answer: PluAnswer, query: PluQuery, texts: TableWords): Table => {
  const columns = pluColumns(answer, texts)
  const { Compare } = answer
  const read = pluReader(answer)
  const cellsOf = (row: Row): Cells => Object.fromEntries(columns.map(({ key }) => [key, read(row, key)]))
  const figures = (of: PluAnswer['Totals']): Cells => Object.fromEntries(PLU_FIGURES.map((figure) => [figure, of[figure]]))
  return {
    title: texts.say(reportsMenu, 'pluSales'),
    notes: [
      ...reportNotes(answer, query, texts),
      ...(query.Group ? [texts.say(words, 'noteGroup', { group: query.Group })] : []),
      ...(query.Supplier === undefined
        ? []
        : [texts.say(words, 'noteSupplier', { supplier: answer.Suppliers.find(({ SupplierId }) => SupplierId === query.Supplier)?.Name ?? '' })]),
      ...(query.Search ? [texts.say(words, 'noteSearch', { search: query.Search })] : []),
    ],
    columns,
    headline: headline(
      { title: texts.say(words, 'Net'), kind: 'money', value: answer.Totals.Net, by: query.Sort ? undefined : 'Net', beside: ['Quantity', 'Net', 'Change'] },
      Compare,
      Compare?.Totals.Net,
      texts,
      answer.Locations,
    ),
    rows: sortedRows(answer, query.Sort).map(cellsOf),
    totals: {
      Name: texts.say(words, 'total', { n: answer.Count }),
      ...figures(answer.Totals),
      ...comparedTotals(answer),
    },
  }
}
