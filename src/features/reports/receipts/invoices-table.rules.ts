import type { Column, Table, TableWords } from '#shared/endpoint.ts'
import type { InvoiceList, InvoiceQuery } from './invoices.contract.ts'
import { invoiceWords as words } from './invoices.messages.ts'
import { isCount, isFraction } from './invoices.rules.ts'

type Word = keyof (typeof words)['en']

const MONEY = ['Gross', 'Promotions', 'Discounts', 'Refunds', 'Net', 'Surcharges', 'Amount', 'Tax', 'NonSales', 'Tips', 'Rounding', 'Takings'] as const

/** The receipts of a figure as rows; the last column is what each adds to it, and its total is the figure. */
export const invoicesTable = (answer: InvoiceList, query: InvoiceQuery, { say: sayAll, venueName }: TableWords): Table => {
  const say = (key: Word, values?: Record<string, string | number>) => sayAll(words, key, values)
  const from = query.Date ?? query.FromDate ?? ''
  const to = query.Date ?? query.ToDate ?? ''
  const total = say('total', { n: answer.Count })
  return {
    title: say('title'),
    notes: [
      say('noteVenue', { venue: venueName }),
      say('noteRange', { from, to }),
      answer.Currency === null ? say('noteMixed') : say('noteCurrency', { currency: answer.Currency }),
      say('noteAsAt', { instant: answer.AsAt }),
    ],
    columns: [
      ...COLUMNS.map(([key, word, kind]): Column => ({ key, title: say(word), kind })),
      ...MONEY.map((key): Column => ({ key, title: say(key), kind: 'money' })),
      { key: 'Value', title: say('value'), kind: isFraction(answer.Figure) ? 'quantity' : isCount(answer.Figure) ? 'count' : 'money' },
    ],
    rows: answer.Invoices.map((invoice) => rowOf(invoice, say)),
    totals: { Date: total, ...answer.Sums, Value: answer.Total },
    // Of several currencies only counts are added; of part of a receipt only what was asked for.
    totalsOf: (count, sums) => ({
      Date: say('total', { n: count }),
      ...(answer.Currency === null || query.Items || query.Media !== undefined ? {} : sums),
      Value: answer.Currency === null ? null : (sums.Value ?? null),
    }),
  }
}

/** Each row is written down in one piece: a file has a million of them, and one put together from parts is several times as large. */
const rowOf = (invoice: InvoiceList['Invoices'][number], say: (key: Word) => string): Table['rows'][number] => ({
  Date: invoice.BusinessDate,
  Time: invoice.ClosedAt.slice(11, 16),
  Location: invoice.Location,
  Receipt: invoice.Receipt,
  Terminal: invoice.Terminal,
  Kind: say(invoice.Kind),
  Staff: invoice.Staff,
  OrderType: invoice.OrderType === 'none' ? null : say(invoice.OrderType),
  Card: invoice.Card,
  Customers: invoice.Customers,
  Quantity: invoice.Quantity,
  Gross: invoice.Gross,
  Promotions: invoice.Promotions,
  Discounts: invoice.Discounts,
  Refunds: invoice.Refunds,
  Net: invoice.Net,
  Surcharges: invoice.Surcharges,
  Amount: invoice.Amount,
  Tax: invoice.Tax,
  NonSales: invoice.NonSales,
  Tips: invoice.Tips,
  Rounding: invoice.Rounding,
  Takings: invoice.Takings,
  Value: invoice.Value,
})

const COLUMNS = [
  ['Date', 'date', 'date'],
  ['Time', 'time', 'time'],
  ['Location', 'location', 'text'],
  ['Receipt', 'receipt', 'text'],
  ['Terminal', 'terminal', 'text'],
  ['Kind', 'kind', 'text'],
  ['Staff', 'staff', 'text'],
  ['OrderType', 'orderType', 'text'],
  ['Card', 'card', 'text'],
  ['Customers', 'customers', 'count'],
  ['Quantity', 'quantity', 'quantity'],
] as const
