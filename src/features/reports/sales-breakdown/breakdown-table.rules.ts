import { breakdownWords as words } from '#features/reports/kit/breakdown.messages.ts'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { headline } from '#features/reports/kit/headline.rules.ts'
import { comparableBase, noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { changePercent, differenceIn, kindOf, reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { inOrder, ranksOf, rowOrder } from '#features/reports/kit/row-order.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column, Headline, Table, TableWords } from '#shared/endpoint.ts'
import type { AnyBreakdown, BreakdownQuery } from './sales-breakdown.contract.ts'

type Row = AnyBreakdown['Totals']['Rows'][number]
type Cells = Table['rows'][number]
type Say = (key: keyof (typeof words)['en'], values?: Record<string, string | number>) => string
/** A column of figures: of a row's members, or of what it is compared with. */
type ValueName =
  | FigureName
  | 'Count'
  | 'Share'
  | 'OfSales'
  | 'Average'
  | 'OfOwnSales'
  | 'CostedSales'
  | 'CostedProfit'
  | 'MarginPercent'
  | 'MarkupPercent'
  | 'NoCostCount'
  | 'NoCostSales'

const LINES: readonly ValueName[] = [
  'Net',
  'Share',
  'Quantity',
  'Gross',
  'Promotions',
  'Discounts',
  'Refunds',
  'Surcharges',
  'Tax',
  'AmountExTax',
  'NetExTax',
  'Cost',
  'GrossProfit',
  'GrossProfitPercent',
]

/** The figures a dimension keeps, in the order of its columns. */
const valuesOf = ({ Dimension, By }: Pick<AnyBreakdown, 'Dimension' | 'By'>): readonly ValueName[] => {
  if (Dimension === 'employee' || Dimension === 'ordertype' || Dimension === 'till')
    return ['Net', 'Share', 'Sales', 'Customers', 'AverageSale', ...LINES.slice(2)]
  if (Dimension === 'promotion') return ['Promotions', 'Share', 'Count', 'Average', 'OfSales']
  if (Dimension === 'discount' && By === 'employee') return ['Discounts', 'Share', 'OfOwnSales', 'Gross', 'Sales']
  if (Dimension === 'discount') return ['Discounts', 'Share', 'Count', 'Average', 'OfSales']
  if (Dimension === 'surcharge') return ['Surcharges', 'Share', 'Count', 'Average', 'OfSales']
  if (Dimension === 'wastage') return ['Cost', 'Share', 'Quantity', 'Gross', 'Count', 'OfSales']
  if (Dimension === 'gpmargins')
    return ['NetExTax', 'Surcharges', 'NoCostSales', 'NoCostCount', 'CostedSales', 'Cost', 'CostedProfit', 'MarginPercent', 'MarkupPercent']
  return LINES
}

/** How a value is written. */
const kindOfValue = (name: ValueName): Column['kind'] => {
  if (name === 'Count' || name === 'NoCostCount') return 'count'
  if (name === 'Share' || name === 'OfSales' || name === 'OfOwnSales' || name === 'MarginPercent' || name === 'MarkupPercent') return 'percent'
  return name === 'Average' || name === 'CostedSales' || name === 'CostedProfit' || name === 'NoCostSales' ? 'money' : kindOf(name)
}

/** What a value is called under its dimension. */
export const titleOf = (name: ValueName, { Dimension, Figure }: Pick<AnyBreakdown, 'Dimension' | 'Figure'>, { say }: TableWords): string => {
  const own = (key: keyof (typeof words)['en']) => say(words, key)
  const isUse = Dimension === 'promotion' || Dimension === 'discount' || Dimension === 'surcharge'
  if (name === 'Count') return own(isUse ? 'Uses' : 'Count')
  if (name === 'OfSales') return own(`OfSales.${Figure as 'Promotions' | 'Discounts' | 'Surcharges' | 'Cost'}`)
  if (Dimension === 'wastage' && name === 'Gross') return own('Retail')
  if (Dimension === 'wastage' && name === 'Cost') return own('WastedCost')
  if (name in words.en) return own(name as 'Share')
  return say(tableWords, name)
}

/** What a row is called on screen and in files. */
export const rowTitle = (
  { Name, Unassigned, Key }: Pick<Row, 'Name' | 'Unassigned' | 'Key'>,
  { By, Dimension }: Pick<AnyBreakdown, 'By' | 'Dimension'>,
  say: Say,
): string => {
  if (Unassigned) return say(By === 'type' ? 'notTold' : By === 'plu' && Key === 0 && Dimension !== 'wastage' ? 'moved' : 'unassigned')
  if (By === 'type') return say(`type.${Name as 'Comp'}`)
  return Dimension === 'ordertype' ? say(Name as 'takeaway') : Name
}

/** The rows of a breakdown: figures across, or in detail periods across; the same on screen, in files and on paper. */
export const breakdownTable = (answer: AnyBreakdown, query: BreakdownQuery, texts: TableWords): Table => {
  const say: Say = (key, values) => texts.say(words, key, values)
  const notes = reportNotes({ ...answer, Currency: answer.Totals.Currency }, query, texts)
  const { columns, rows, totals } = laidOut(answer, query, texts, say)
  const order = query.Sort === undefined ? undefined : rowOrder(query.Sort)
  return {
    title: `${texts.say(reportsMenu, 'salesBreakdown')} – ${say(answer.Dimension)}`,
    notes,
    headline: headlineOf(answer, query, texts),
    columns,
    rows: order ? inOrder(rows, order, (row) => valueIn(row, order.key)) : rows,
    totals,
  }
}

/** The dimension's own figure of all rows; the rows of the mail are in the order that was asked for, or the largest of it. */
const headlineOf = (answer: AnyBreakdown, { View, Sort }: BreakdownQuery, texts: TableWords): Headline => {
  const { Figure, Dimension, Totals, Compare } = answer
  const name = Dimension === 'gpmargins' ? 'CostedProfit' : Figure
  const column = Dimension !== 'gpmargins' && (View === 'locations' || (View === 'detail' && hasSeries(answer))) ? 'Total' : name
  const first = { title: titleOf(name, answer, texts), kind: kindOfValue(name), value: comparedIn(answer, Totals), by: Sort ? undefined : column }
  return headline(
    column === 'Total' ? { ...first, beside: ['Total'] } : first,
    Compare,
    Compare ? comparedIn(answer, Compare.Totals) : null,
    texts,
    answer.Locations,
  )
}

const valueIn = (row: Cells, key: string): string | number | null => {
  const value = row[key]
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

const laidOut = (answer: AnyBreakdown, { View }: BreakdownQuery, texts: TableWords, say: Say): Omit<Table, 'title' | 'notes'> => {
  if (answer.Dimension !== 'gpmargins') {
    if (View === 'detail' && hasSeries(answer)) return periodRows(answer, texts, say)
    if (View === 'locations') return locationRows(answer, texts, say)
  }
  return figureRows(answer, texts, say)
}

/** Whether the rows have their periods. */
export const hasSeries = ({ Totals }: Pick<AnyBreakdown, 'Totals'>): boolean => Totals.Rows.some(({ ByPeriod }) => ByPeriod !== null)

/** Names of what a row lies within, for single rows and files: not needed where all rows share them. */
const heads = (answer: AnyBreakdown, say: Say): Column[] => [
  ...(answer.Totals.Rows.some(({ Path }) => Path.length > 0) ? [{ key: 'Path', title: say('within'), kind: 'text' as const }] : []),
  ...(answer.By === 'plu' ? [{ key: 'Plu', title: say('Plu'), kind: 'text' as const }] : []),
  { key: 'Name', title: say(answer.By ?? (answer.Dimension as 'employee')), kind: 'text' },
]

const headCells = (row: Row, answer: AnyBreakdown, say: Say): Cells => ({
  Key: row.Key,
  Path: row.Path.map((name) => name || say('unassigned')).join(' / '),
  Plu: row.Plu ?? null,
  Name: rowTitle(row, answer, say),
})

const figureRows = (answer: AnyBreakdown, texts: TableWords, say: Say): Omit<Table, 'title' | 'notes'> => {
  const { Compare, Totals } = answer
  const values = valuesOf(answer)
  const own = values.map((name): Column => ({ key: name, title: titleOf(name, answer, texts), kind: kindOfValue(name) }))
  const besideMain = answer.Dimension === 'gpmargins' ? values.indexOf('CostedProfit') + 1 : 2
  const [ranks, before] = [ranksIn(answer, Totals.Rows), ranksIn(answer, Compare?.Totals.Rows)]
  const compared = (now: Compared, base: Compared | undefined): Cells =>
    Compare
      ? {
          Compared: base === undefined ? null : comparedIn(answer, base),
          Difference: differenceFor(answer, now, base),
          Change: changeFor(answer, now, base),
        }
      : {}
  return {
    columns: [
      ...heads(answer, say),
      ...own.slice(0, besideMain),
      // Beside the figure they are about, where they stay in sight.
      ...(Compare
        ? [
            { key: 'Compared', title: texts.say(tableWords, `row.${Compare.Kind}`), kind: kindOf(answer.Figure) },
            { key: 'Difference', title: texts.say(tableWords, 'changeBy'), kind: kindOf(answer.Figure) },
            { key: 'Change', title: texts.say(tableWords, 'change'), kind: 'percent' as const },
          ]
        : []),
      ...(isRanked(answer) ? [{ key: 'Rank', title: say('Rank'), kind: 'count' as const }] : []),
      ...(isRanked(answer) && Compare ? [{ key: 'RankBefore', title: say('RankBefore'), kind: 'count' as const }] : []),
      ...own.slice(besideMain),
    ],
    rows: Totals.Rows.map((row, i) => ({
      ...headCells(row, answer, say),
      ...cellsOf(row, values),
      ...compared(row, Compare?.Totals.Rows[i]),
      Rank: ranks[i] ?? null,
      RankBefore: before[i] ?? null,
    })),
    totals: { Name: say('allRows'), ...cellsOf(Totals, values), Share: figureIn(Totals, answer.Figure) ? 100 : null, ...compared(Totals, Compare?.Totals) },
  }
}

/** Margins stand in the order of a profit that is not theirs alone, so they have no rank. */
const isRanked = ({ Dimension }: Pick<AnyBreakdown, 'Dimension'>): boolean => Dimension !== 'gpmargins'

/** Places by the dimension's own figure; what nobody assigned has none. */
const ranksIn = ({ Figure, Totals }: AnyBreakdown, rows: readonly Partial<Record<FigureName, number | null>>[] = []): (number | null)[] =>
  ranksOf(rows.map((row, i) => (Totals.Rows[i]?.Unassigned ? null : row[Figure])))

type Compared = Partial<Record<FigureName | 'CostedProfit', number | null>>

/** A figure of a row or a total; null where it is not told: what was wasted has three of them. */
export const figureIn = (row: Partial<Record<FigureName, number | null>>, name: FigureName): number | null => row[name] ?? null

/** What rows are compared by: their own figure, or of margins what the lines with a cost made. */
export const comparedIn = ({ Dimension, Figure }: Pick<AnyBreakdown, 'Dimension' | 'Figure'>, row: Compared): number | null =>
  row[Dimension === 'gpmargins' ? 'CostedProfit' : Figure] ?? null

/** Rows keep no count of sales to tell small bases by, so every change is told. */
const changeFor = (answer: AnyBreakdown, now: Compared, base: Compared | undefined): number | null => {
  const { Figure } = answer
  const { Compare, Locations } = answer
  return base === undefined || noDataBefore(Compare?.Ranges, Locations) !== undefined
    ? null
    : changePercent(Figure, { [Figure]: comparedIn(answer, now) }, { [Figure]: comparedIn(answer, base), Sales: Number.POSITIVE_INFINITY })
}

const differenceFor = (answer: AnyBreakdown, now: Compared, base: Compared | undefined): number | null => {
  const known = comparableBase(base, answer.Compare, answer.Locations)
  return known === undefined ? null : differenceIn(answer.Figure, comparedIn(answer, now), comparedIn(answer, known))
}

const cellsOf = (row: object, values: readonly ValueName[]): Cells =>
  Object.fromEntries(values.map((name) => [name, (row as Partial<Record<ValueName, number | null>>)[name] ?? null]))

/** One column for each period, of the dimension's own figure. */
const periodRows = (answer: AnyBreakdown, texts: TableWords, say: Say): Omit<Table, 'title' | 'notes'> => {
  const { Totals, Figure, Periods } = answer
  const kind = kindOf(Figure)
  const cells = (figures: Partial<Record<FigureName, readonly (number | null)[]>> | null): Cells =>
    // What is still to come is not zero: it is left blank.
    Object.fromEntries(Periods.map(({ Period, State }, i) => [Period, State === 'to-come' ? null : (figures?.[Figure]?.[i] ?? null)]))
  return {
    columns: [
      ...heads(answer, say),
      ...Periods.map(({ Period }): Column => ({ key: Period, title: Period, kind })),
      { key: 'Total', title: texts.say(tableWords, 'total'), kind },
    ],
    rows: Totals.Rows.map((row) => ({ ...headCells(row, answer, say), ...cells(row.ByPeriod), Total: figureIn(row, Figure) })),
    totals: { Name: say('allRows'), ...cells(Totals.ByPeriod), Total: figureIn(Totals, Figure) },
  }
}

/** One column for each location, of the dimension's own figure. */
const locationRows = (answer: AnyBreakdown, texts: TableWords, say: Say): Omit<Table, 'title' | 'notes'> => {
  const { Totals, Figure, Locations } = answer
  const kind = kindOf(Figure)
  const sold = Locations.map(({ Rows }) => new Map(Rows?.map((row) => [row.Key, figureIn(row, Figure)])))
  const across = (value: (at: number) => number | null): Cells =>
    Object.fromEntries(Locations.map(({ LocationId }, i) => [locationColumn(LocationId), value(i)]))
  return {
    columns: [
      ...heads(answer, say),
      ...Locations.map(({ LocationId, Name }): Column => ({ key: locationColumn(LocationId), title: Name, kind })),
      { key: 'Total', title: texts.say(tableWords, 'total'), kind },
    ],
    rows: Totals.Rows.map((row) => ({ ...headCells(row, answer, say), ...across((i) => sold[i]?.get(row.Key) ?? 0), Total: figureIn(row, Figure) })),
    totals: { Name: say('allRows'), ...across((i) => figureIn(Locations[i] ?? {}, Figure)), Total: figureIn(Totals, Figure) },
  }
}

/** The name of a location's column. */
export const locationColumn = (locationId: number): string => `at:${locationId}`
