import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import { madeText } from './made-text.rules.ts'
import type { ProductRow, ProductsAnswer } from './products.contract.ts'
import { productWords as words } from './products.messages.ts'

const KINDS = {
  Plu: 'text',
  Name: 'text',
  ProductGroup: 'text',
  Supplier: 'text',
  SupplierCode: 'text',
  PackSize: 'quantity',
  OrderMinimum: 'count',
  LeadDays: 'count',
  PackCost: 'money',
  Least: 'quantity',
  Most: 'quantity',
  ListPrice: 'money',
  LastCost: 'money',
  Unit: 'text',
  VolumeMl: 'quantity',
  Abv: 'quantity',
  Beverage: 'text',
  Container: 'text',
  Draught: 'text',
  TariffItem: 'text',
  Sticks: 'count',
  TobaccoGrams: 'quantity',
  Stocked: 'text',
  Made: 'text',
} as const satisfies Partial<Record<keyof ProductRow | 'Made', ColumnKind>>

/** Products as rows of a file. */
export const productsTable = (answer: ProductsAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const columns = Object.entries(KINDS).map(([key, kind]): Column => ({ key, kind, title: say(words, key) }))
  return {
    title: say(words, 'title'),
    notes: [venueName, say(words, 'noteOn', { day: answer.On })],
    columns,
    rows: answer.Products.map((row) => Object.fromEntries(columns.map(({ key }) => [key, shownValue(row, key as keyof typeof KINDS)]))),
  }
}

/** Yes and no are written alike in every language, so that a file comes back as it went. */
const shownValue = (row: ProductRow, key: keyof typeof KINDS): string | number | null => {
  if (key === 'Made') return madeText(row.Parts)
  const value = row[key]
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}
