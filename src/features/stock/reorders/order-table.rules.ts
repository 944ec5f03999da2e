import type { Column, ColumnKind, Table, TableWords } from '#shared/endpoint.ts'
import type { OrderAnswer } from './orders.contract.ts'
import { orderWords as words } from './orders.messages.ts'

type Line = OrderAnswer['Lines'][number]

const KINDS = {
  SupplierCode: 'text',
  Plu: 'text',
  Name: 'text',
  Packs: 'count',
  PackSize: 'quantity',
  Unit: 'text',
  PackCost: 'money',
  Cost: 'money',
} as const satisfies Partial<Record<keyof Line, ColumnKind>>

/** An order as rows of screen, files and mail. */
export const orderTable = ({ Order, Lines }: OrderAnswer, _query: unknown, { say, venueName }: TableWords): Table => {
  const columns = Object.entries(KINDS).map(([key, kind]): Column => ({ key, kind, title: say(words, key) }))
  return {
    title: say(words, 'orderNumber', { number: Order.Number }),
    notes: [
      venueName,
      Order.Supplier,
      say(words, 'madeOn', { day: Order.MadeOn }),
      ...(Order.DueOn === null ? [] : [say(words, 'dueOn', { day: Order.DueOn })]),
      ...(Order.Note === '' ? [] : [Order.Note]),
    ],
    columns,
    rows: Lines.map((line) => Object.fromEntries(columns.map(({ key }) => [key, line[key as keyof Line]]))),
    totals: { Name: say(words, 'total'), Packs: Order.Packs, Cost: Order.Cost },
  }
}
