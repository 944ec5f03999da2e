import { reportsMenu } from '#features/reports/kit/report-names.messages.ts'
import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import type { PurchaseRow, PurchasesAnswer, PurchasesQuery } from './plu-purchases.contract.ts'
import { purchaseWords as words } from './purchases.messages.ts'

const KINDS = {
  Plu: 'text',
  Name: 'text',
  Supplier: 'text',
  Lines: 'count',
  Quantity: 'quantity',
  Unit: 'text',
  Packs: 'quantity',
  PackSize: 'quantity',
  Cost: 'money',
  Freight: 'money',
  Total: 'money',
  Tax: 'money',
  TotalWithTax: 'money',
  UnitCost: 'money',
  LastCost: 'money',
  PreviousCost: 'money',
  Change: 'percent',
  LastReceived: 'date',
  Used: 'quantity',
} as const satisfies Partial<Record<keyof PurchaseRow | 'Supplier', ColumnKind>>

/** What was bought as rows of screen and files, the highest cost first. */
export const purchasesTable = (answer: PurchasesAnswer, query: PurchasesQuery, { say, venueName }: TableWords): Table => {
  const suppliers = new Map(answer.Suppliers.map(({ SupplierId, Name }) => [SupplierId, Name]))
  const columns = Object.entries(KINDS).map(([key, kind]): Column => ({ key, kind, title: say(words, key) }))
  return {
    title: say(reportsMenu, 'pluPurchases'),
    notes: [
      venueName,
      say(words, 'noteRange', { from: answer.FromDate, to: answer.ToDate }),
      answer.Locations.map(({ Name }) => Name).join(', '),
      say(words, 'noteCurrency', { currency: answer.Currency }),
      ...(query.Supplier === undefined ? [] : [say(words, 'noteSupplier', { supplier: suppliers.get(query.Supplier) ?? '' })]),
      ...(query.Search === undefined ? [] : [say(words, 'noteSearch', { search: query.Search })]),
    ],
    columns,
    rows: answer.Rows.map((row) =>
      Object.fromEntries(columns.map(({ key }) => [key, key === 'Supplier' ? (suppliers.get(row.SupplierId) ?? null) : row[key as keyof PurchaseRow]])),
    ),
    totals: { Name: say(words, 'total', { n: answer.Count }), ...answer.Totals },
  }
}
