import { breakdownWords as words } from '#features/reports/kit/breakdown.messages.ts'
import { comeRows } from '#features/reports/kit/by-period.rules.ts'
import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import { reportNotes } from '#features/reports/kit/report-table.rules.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import { moneyText, numberText } from '#shared/money.ts'
import type { BreakdownQuery, CostsAnswer } from './sales-breakdown.contract.ts'

/** The lines of the account in its order, each with its share where it has one. */
export const COST_LINES = [
  'NetExTax',
  'CostOfGoods',
  'Wastage',
  'StockAdjustments',
  'Wages',
  'PaymentFees',
  'DeliveryCommission',
  'OtherCosts',
  'SurchargesReceived',
  'PrimeCost',
  'Contribution',
] as const
export type CostLine = (typeof COST_LINES)[number]

/** The lines of an account: wages only where the reader may see timesheets, payment fees only where they may see Payments. */
export const linesOf = ({ Totals }: CostsAnswer): CostLine[] =>
  COST_LINES.filter((line) => (line === 'Wages' || line === 'PaymentFees' ? Totals[line] !== undefined : true))

type Costs = Omit<CostsAnswer['Totals'], 'Currency' | 'ByPeriod'>

/** A line's share of net sales without GST; of those themselves there is none. */
export const shareOf = (line: CostLine, costs: Costs): number | null => (costs as Partial<Record<string, number | null>>)[`${line}Percent`] ?? null

/** The account of costs: a line each with amount and share, or in detail a row for each location and period. */
export const costsTable = (answer: CostsAnswer, query: BreakdownQuery, texts: TableWords): Table => {
  const say = (key: keyof (typeof words)['en'], values?: Record<string, string | number>) => texts.say(words, key, values)
  const notes = [...reportNotes({ ...answer, Currency: answer.Totals.Currency }, query, texts), ...costNotes(answer, texts)]
  const rows = query.View === 'detail' ? detailRows(answer, texts) : lineRows(answer, texts)
  return { title: `${texts.say(reportsMenu, 'salesBreakdown')} – ${say('costs')}`, notes, ...rows }
}

/** What is not in the account, and what is known of wages and commissions in part only. */
export const costNotes = (answer: CostsAnswer, texts: TableWords): string[] => {
  const { NotKept, UnpricedHours, UnplacedWages, Totals, Interval, Compare, DeliveryChannels, NoCostSales } = answer
  const say = (key: keyof (typeof words)['en'], values?: Record<string, string | number>) => texts.say(words, key, values)
  const isKnown = typeof Totals.Wages === 'number'
  const areFeesKnown = typeof Totals.PaymentFees === 'number'
  const isCommissionKnown = Totals.DeliveryCommission !== null
  const unpricedOrders = DeliveryChannels.reduce((sum, { UnpricedOrders }) => sum + UnpricedOrders, 0)
  return [
    say('noteNotKept', { parts: NotKept.map((part) => say(part)).join(texts.say(tableWords, 'and')) }),
    ...(Totals.CostOfGoods === null && NoCostSales ? [say('noteNoCostAtAll')] : []),
    ...(Totals.CostOfGoods !== null && NoCostSales ? [say('noteNoCostSales', { amount: moneyText(NoCostSales, Totals.Currency ?? '', texts.language) })] : []),
    ...(UnpricedHours ? [say('noteUnpriced', { hours: numberText(UnpricedHours, texts.language, 2) })] : []),
    ...(UnplacedWages ? [say('noteUnplaced', { amount: moneyText(UnplacedWages, Totals.Currency ?? '', texts.language) })] : []),
    ...(isKnown && Interval === 'hour' ? [say('noteWagesByHour')] : []),
    ...(isKnown && Compare && Compare.Totals.Wages === null ? [say('noteWagesCompared')] : []),
    ...(unpricedOrders > 0 ? [say('noteUnpricedOrders', { n: unpricedOrders })] : []),
    ...(areFeesKnown && Interval === 'hour' ? [say('noteFeesByHour')] : []),
    ...(isCommissionKnown && Interval === 'hour' ? [say('noteCommissionByHour')] : []),
    ...(isCommissionKnown && Compare && Compare.Totals.DeliveryCommission === null ? [say('noteCommissionCompared')] : []),
    ...(areFeesKnown && Compare && Compare.Totals.PaymentFees === null ? [say('noteFeesCompared')] : []),
  ]
}

const lineRows = (answer: CostsAnswer, texts: TableWords): Omit<Table, 'title' | 'notes'> => ({
  columns: [
    { key: 'Cost', title: texts.say(words, 'cost'), kind: 'text' },
    { key: 'Amount', title: texts.say(words, 'amount'), kind: 'money' },
    { key: 'Percent', title: texts.say(words, 'percentOfSales'), kind: 'percent' },
    ...(answer.Compare ? [{ key: 'Compared', title: texts.say(tableWords, `row.${answer.Compare.Kind}`), kind: 'money' as const }] : []),
  ],
  rows: linesOf(answer).map((line) => ({
    Line: line,
    Cost: texts.say(words, line),
    Amount: answer.Totals[line] ?? null,
    Percent: shareOf(line, answer.Totals),
    ...(answer.Compare ? { Compared: answer.Compare.Totals[line] ?? null } : {}),
  })),
})

const detailRows = (answer: CostsAnswer, texts: TableWords): Omit<Table, 'title' | 'notes'> => {
  const cells = (costs: Costs) => Object.fromEntries(linesOf(answer).map((line) => [line, costs[line] ?? null]))
  return {
    columns: [
      { key: 'Location', title: texts.say(tableWords, 'location'), kind: 'text' },
      { key: 'Period', title: texts.say(tableWords, 'period'), kind: answer.Interval === 'day' || answer.Interval === 'week' ? 'date' : 'text' },
      ...linesOf(answer).map((line): Column => ({ key: line, title: texts.say(words, line), kind: 'money' })),
    ],
    rows: answer.Locations.flatMap((location) =>
      comeRows(answer.Periods, location.ByPeriod).map((costs) => ({
        Location: location.Name,
        LocationId: location.LocationId,
        Period: costs.Period,
        ...cells(costs),
      })),
    ),
    totals: { Location: texts.say(tableWords, 'allLocations'), Period: null, ...cells(answer.Totals) },
  }
}
