import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
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
  Unit: 'text',
  VolumeMl: 'quantity',
  Abv: 'quantity',
  Beverage: 'text',
  Container: 'text',
  Made: 'text',
} as const satisfies Partial<Record<keyof ProductRow | 'Made', ColumnKind>>

/** What a sale takes, as it is written in a file: 425 ml of 9001; 0.5 of 9002. */
const madeText = (row: ProductRow): string =>
  row.Parts.map(({ Plu, VolumeMl, Quantity, Loss }) => `${VolumeMl === null ? Quantity : `${VolumeMl} ml`} of ${Plu}${Loss > 0 ? ` less ${Loss} %` : ''}`).join(
    '; ',
  )

/** Products as rows of a file. */
export const productsTable = (answer: ProductsAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const columns = Object.entries(KINDS).map(([key, kind]): Column => ({ key, kind, title: say(words, key) }))
  return {
    title: say(words, 'title'),
    notes: [venueName, say(words, 'noteOn', { day: answer.On })],
    columns,
    rows: answer.Products.map((row) =>
      Object.fromEntries(columns.map(({ key }) => [key, key === 'Made' ? madeText(row) : ((row[key as keyof ProductRow] as string | number | null) ?? null)])),
    ),
  }
}
