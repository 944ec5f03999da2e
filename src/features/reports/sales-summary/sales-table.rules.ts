import { comeRows } from '#features/reports/kit/by-period.rules.ts'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { headline } from '#features/reports/kit/headline.rules.ts'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { changePercent, differenceIn, kindOf, reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords as words } from '#features/reports/kit/table.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { SalesAnswer, SalesQuery } from './sales-summary.contract.ts'

type Row = Table['rows'][number]
type Say = (key: keyof (typeof words)['en'], values?: Record<string, string | number>) => string

/** The figures of the detail view, in the order of an account. */
export const DETAIL: readonly FigureName[] = [
  'Sales',
  'Customers',
  'Quantity',
  'Gross',
  'Promotions',
  'Discounts',
  'Refunds',
  'Net',
  'Surcharges',
  'Amount',
  'Tax',
  'NetExTax',
  'Cost',
  'GrossProfitPercent',
  'AverageSpend',
  'ShiftCount',
  'TakeawayCount',
  'DeliveryCount',
  'LoyaltyCount',
  'LoyaltySales',
  'NonSales',
  'Tips',
  'Rounding',
  'Takings',
]

/** The columns a manager wants first of every figure. */
export const SALES_DETAIL = {
  table: 'sales-detail',
  heads: 2,
  usual: ['Net', 'Sales', 'Customers', 'AverageSpend', 'Discounts', 'GrossProfitPercent', 'Takings'],
} as const

/** The rows of the Sales Summary: location by period in the summary, one row per location and period in the detail. */
export const salesTable = (answer: SalesAnswer, query: SalesQuery, texts: TableWords): Table => {
  const say: Say = (key, values) => texts.say(words, key, values)
  const figure = query.Figure ?? 'Net'
  const rows = query.View === 'detail' ? detailRows(answer, say) : isTall(answer) ? tallRows(answer, figure, say) : summaryRows(answer, figure, say)
  const noted = { ...answer, ...(query.View === 'detail' ? {} : { Figure: figure }), Currency: answer.Totals.Currency, WithoutTarget: withoutTarget(answer) }
  const notes = reportNotes(noted, query, texts)
  return { title: texts.say(reportsMenu, 'salesSummary'), notes, ...rows, headline: headlineOf(answer, query, figure, texts) }
}

/** The figure of all locations; the rows of the mail are the largest of it. */
const headlineOf = ({ Totals, Compare, Locations }: SalesAnswer, { View }: SalesQuery, figure: FigureName, texts: TableWords) => {
  const rows = View === 'detail' ? { by: figure } : { by: 'Total', beside: ['Total', 'Compared', 'Difference', 'Change'] }
  const first = { title: texts.say(words, figure), kind: kindOf(figure), value: Totals[figure], ...rows }
  return headline(first, Compare, Compare?.Totals[figure], texts, Locations)
}

/** The locations for want of whose target all together have none. */
export const withoutTarget = ({ Compare, Locations }: SalesAnswer): string[] =>
  Locations.filter(({ LocationId }) => Compare?.WithoutTarget?.includes(LocationId)).map(({ Name }) => Name)

/** Whether several days are told and the last of them is not over: then a target is that of the days up to today. */
export const goesOn = ({ FromDate, ToDate, Periods }: Pick<SalesAnswer, 'FromDate' | 'ToDate' | 'Periods'>): boolean =>
  FromDate !== ToDate && Periods.some(({ State }) => State !== 'closed')

/** More columns than a page is wide: then periods go down and locations across. */
const MOST_COLUMNS = 14
export const isTall = ({ Periods }: Pick<SalesAnswer, 'Periods'>): boolean => Periods.length > MOST_COLUMNS

type Cells = { [K in FigureName]?: number | null }
type ByPeriodOf = { readonly [K in FigureName]: readonly (number | null)[] }

const summaryRows = (answer: SalesAnswer, figure: FigureName, say: Say): Omit<Table, 'title' | 'notes'> => {
  const { Compare, Periods, Totals } = answer
  const kind = kindOf(figure)
  const columns: Column[] = [
    { key: 'Location', title: say('location'), kind: 'text' },
    ...Periods.map(({ Period }) => ({ key: Period, title: Period, kind })),
    { key: 'Total', title: say('total'), kind },
    ...(Compare?.Kind === 'target'
      ? targetColumns(kind, say, say(goesOn(answer) ? 'targetSoFar' : 'row.target'))
      : Compare
        ? [{ key: 'Difference', title: say('changeBy'), kind }]
        : []),
    ...(Compare ? [{ key: 'Change', title: say('change'), kind: 'percent' as const }] : []),
  ]
  const cells = ({ ByPeriod }: { ByPeriod: ByPeriodOf }, isTarget = false): Row =>
    // What is still to come is not zero: it is left blank. A target is known before.
    Object.fromEntries(Periods.map(({ Period, State }, i) => [Period, State === 'to-come' && !isTarget ? null : (ByPeriod[figure][i] ?? null)]))
  const change = (now: Cells, base: Cells | undefined, places: SalesAnswer['Locations']): Row => {
    const known = comparableBase(base, Compare, places)
    if (!Compare) return {}
    return {
      ...(Compare.Kind === 'target' ? onTarget(figure, now, base) : { Difference: differenceIn(figure, now[figure], known?.[figure]) }),
      Change: changePercent(figure, now, known),
    }
  }
  return {
    columns,
    rows: answer.Locations.map((location) => ({
      Location: location.Name,
      LocationId: location.LocationId,
      ...cells(location),
      Total: location[figure],
      ...change(
        location,
        Compare?.Locations.find(({ LocationId }) => LocationId === location.LocationId),
        [location],
      ),
    })),
    totals: { Location: say('allLocations'), ...cells(Totals), Total: Totals[figure], ...change(Totals, Compare?.Totals, answer.Locations) },
    ...(Compare
      ? { beneath: [{ Location: say(`row.${Compare.Kind}`), ...cells(Compare.Totals, Compare.Kind === 'target'), Total: Compare.Totals[figure] }] }
      : {}),
  }
}

const targetColumns = (kind: Column['kind'], say: Say, title = say('row.target')): Column[] => [
  { key: 'Compared', title, kind },
  { key: 'Difference', title: say('difference'), kind },
]

/** A target, and what is more or less than it. */
const onTarget = (figure: FigureName, now: Cells, base: Cells | undefined): Row => ({
  Compared: base?.[figure] ?? null,
  Difference: differenceIn(figure, now[figure], base?.[figure]),
})

const tallRows = (answer: SalesAnswer, figure: FigureName, say: Say): Omit<Table, 'title' | 'notes'> => {
  const { Compare, Periods, Totals, Locations } = answer
  const kind = kindOf(figure)
  const knownBase = (base: Cells | undefined, part: string) => comparableBase(base, Compare, Locations, { begins: answer.FromDate, part })
  const compared = (now: Cells | undefined, base: Cells | undefined, part = answer.FromDate): Row =>
    Compare && now
      ? {
          ...(Compare.Kind === 'target'
            ? onTarget(figure, now, base)
            : { Compared: base?.[figure] ?? null, Difference: differenceIn(figure, now[figure], knownBase(base, part)?.[figure]) }),
          Change: changePercent(figure, now, knownBase(base, part)),
        }
      : {}
  return {
    columns: [
      { key: 'Period', title: say('period'), kind: answer.Interval === 'day' || answer.Interval === 'week' ? 'date' : 'text' },
      ...Locations.map(({ LocationId, Name }) => ({ key: `loc:${LocationId}`, title: Name, kind })),
      { key: 'Total', title: say('total'), kind },
      ...(Compare?.Kind === 'target'
        ? targetColumns(kind, say)
        : Compare
          ? [
              { key: 'Compared', title: say(`row.${Compare.Kind}`), kind },
              { key: 'Difference', title: say('changeBy'), kind },
            ]
          : []),
      ...(Compare ? [{ key: 'Change', title: say('change'), kind: 'percent' as const }] : []),
    ],
    rows: Periods.map(({ Period, FromDate, State }, i) => {
      if (State === 'to-come') return { Period, ...(Compare?.Kind === 'target' ? { Compared: Compare.Totals.ByPeriod[figure][i] ?? null } : {}) }
      const cells = Locations.map(({ LocationId, ByPeriod }) => [`loc:${LocationId}`, ByPeriod[figure][i] ?? null])
      const at = ({ ByPeriod }: { ByPeriod: ByPeriodOf }): Cells => ({ Sales: ByPeriod.Sales[i] ?? null, [figure]: ByPeriod[figure][i] ?? null })
      return {
        Period,
        ...Object.fromEntries(cells),
        Total: Totals.ByPeriod[figure][i] ?? null,
        ...compared(at(Totals), Compare ? at(Compare.Totals) : undefined, FromDate),
      }
    }),
    totals: {
      Period: say('total'),
      ...Object.fromEntries(Locations.map((location) => [`loc:${location.LocationId}`, location[figure]])),
      Total: Totals[figure],
      ...compared(Totals, Compare?.Totals),
    },
  }
}

const detailRows = (answer: SalesAnswer, say: Say): Omit<Table, 'title' | 'notes'> => {
  return {
    columns: [
      { key: 'Location', title: say('location'), kind: 'text' },
      { key: 'Period', title: say('period'), kind: answer.Interval === 'day' || answer.Interval === 'week' ? 'date' : 'text' },
      ...DETAIL.map((figure) => ({ key: figure, title: say(figure), kind: kindOf(figure) })),
    ],
    rows: answer.Locations.flatMap((location) =>
      comeRows<Record<FigureName, number | null>>(answer.Periods, location.ByPeriod).map((cell) => ({
        Location: location.Name,
        LocationId: location.LocationId,
        Period: cell.Period,
        ...figuresIn(cell),
      })),
    ),
    totals: { Location: say('allLocations'), Period: null, ...figuresIn(answer.Totals) },
    ...(answer.Compare ? { beneath: [{ Location: say(`row.${answer.Compare.Kind}`), Period: null, ...figuresIn(answer.Compare.Totals) }] } : {}),
  }
}

const figuresIn = (cell: Partial<Record<FigureName, number | null>>): Row => Object.fromEntries(DETAIL.map((figure) => [figure, cell[figure] ?? null]))
