import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import type { ReordersAnswer, Suggested } from './reorders.contract.ts'
import { reorderWords as words } from './reorders.messages.ts'

const KINDS = {
  Location: 'text',
  Supplier: 'text',
  SupplierCode: 'text',
  Plu: 'text',
  Name: 'text',
  OnHand: 'quantity',
  OnOrder: 'quantity',
  Unit: 'text',
  PerDay: 'quantity',
  InStockDays: 'count',
  Days: 'count',
  Forecast: 'quantity',
  Spare: 'quantity',
  Short: 'quantity',
  PackSize: 'quantity',
  Packs: 'count',
  PackCost: 'money',
  Cost: 'money',
  RunsOutOn: 'date',
} as const satisfies Partial<Record<keyof Suggested | 'Location' | 'Supplier', ColumnKind>>

/** What to order as rows of screen and files. */
export const reordersTable = (answer: ReordersAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const locations = new Map(answer.Locations.map(({ LocationId, Name }) => [LocationId, Name]))
  const suppliers = new Map(answer.Suppliers.map(({ SupplierId, Name }) => [SupplierId, Name]))
  const columns = Object.entries(KINDS).map(([key, kind]): Column => ({ key, kind, title: say(words, key) }))
  const isOneCurrency = new Set(answer.Locations.map(({ Currency }) => Currency)).size === 1
  const costs = answer.Suggestions.map(({ Cost }) => Cost).filter((cost) => cost !== null)
  const isKnown = isOneCurrency && (costs.length > 0 || answer.Suggestions.length === 0)
  return {
    title: say(reportsMenu, 'pluReorders'),
    notes: [venueName, say(words, 'noteRate', { from: answer.FromDate, to: answer.ToDate, days: answer.CoverDays })],
    columns,
    rows: answer.Suggestions.map((one) =>
      Object.fromEntries(
        columns.map(({ key }) => {
          if (key === 'Location') return [key, locations.get(one.LocationId) ?? null]
          if (key === 'Supplier') return [key, suppliers.get(one.SupplierId) ?? null]
          return [key, one[key as Exclude<keyof Suggested, 'Weekdays' | 'DaysOut' | 'ByLevels'>]]
        }),
      ),
    ),
    totals: {
      Name: say(words, 'total', { n: answer.Suggestions.length }),
      Packs: answer.Suggestions.reduce((sum, { Packs }) => sum + Packs, 0),
      Cost: isKnown ? costs.reduce((sum, cost) => sum + Math.round(cost * 1000), 0) / 1000 : null,
    },
  }
}
