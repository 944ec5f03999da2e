import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import type { DaysOnHandAnswer, OnHandColumn } from './days-on-hand.contract.ts'
import { onHandWords as words } from './on-hand.messages.ts'

const KINDS = {
  Plu: 'text',
  Name: 'text',
  Location: 'text',
  OnHand: 'quantity',
  Unit: 'text',
  PerDay: 'quantity',
  Wasted: 'quantity',
  DaysLeft: 'quantity',
  Class: 'text',
  Value: 'money',
  AverageCost: 'money',
  LastCost: 'money',
  CountedAt: 'time',
  InStockDays: 'count',
  OpenDays: 'count',
  Supplier: 'text',
} as const satisfies Partial<Record<OnHandColumn | 'Location' | 'Supplier', ColumnKind>>

/** Stock on hand as rows of screen and files, in the order of the answer. */
export const daysOnHandTable = (answer: DaysOnHandAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const places = new Map(answer.Columns.map((column, i) => [column, i]))
  const locations = new Map(answer.Locations.map(({ LocationId, Name }) => [LocationId, Name]))
  const suppliers = new Map(answer.Suppliers.map(({ SupplierId, Name }) => [SupplierId, Name]))
  const columns = Object.entries(KINDS).map(([key, kind]): Column => ({ key, kind, title: say(words, key) }))
  const cell = (row: DaysOnHandAnswer['Rows'][number], key: string): string | number | null => {
    const value = (column: OnHandColumn) => row[places.get(column) ?? -1] ?? null
    if (key === 'Location') return locations.get(Number(value('LocationId'))) ?? null
    if (key === 'Supplier') return suppliers.get(Number(value('SupplierId'))) ?? null
    if (key === 'Class') return say(words, String(value('Class')))
    return value(key as OnHandColumn)
  }
  return {
    title: say(reportsMenu, 'pluDaysOnHand'),
    notes: [
      venueName,
      say(words, 'noteAsAt', { time: answer.AsAt, from: answer.FromDate, to: answer.ToDate }),
      ...(answer.Currency === null ? [] : [say(words, 'noteCurrency', { currency: answer.Currency })]),
    ],
    columns,
    rows: answer.Rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, cell(row, key)]))),
    totals: { Name: say(words, 'total', { n: answer.Matching }), Value: answer.MatchingValue },
  }
}
