import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { COVER_UNIT_STEPS } from '#features/sums/guest-pack.rules.ts'
import { instantIn } from '#shared/day.ts'
import { whole } from '#shared/money.ts'
import { type Invoice, type InvoiceList, ORDER_TYPES, type RELATIONS, type Receipt } from './invoices.contract.ts'
import { type InvoiceFigure, isCount, type KINDS, maskedCard } from './invoices.rules.ts'
import type { AdjustmentRow, InvoiceRow, InvoiceSums, LineRow, ReceiptRow, RelatedRow, TenderRow } from './receipt-rows.rules.ts'

/** Where a receipt was rung up. */
interface Place {
  locationId: number
  name: string
  currency: string
  timeZone: string
}

/** Which figure the receipts are asked for; what was paid, taken off or put on is money whatever the figure. */
interface Contributed {
  figure: InvoiceFigure
  mediaKey: number | undefined
  adjustment?: object | undefined
}

/**
 * One receipt of a list, with what it contributes to the figure. A page has hundreds: each is written down in one piece, since one put
 * together from parts costs three times as much, and as much again when it is written out.
 */
export const invoiceAnswer = (row: InvoiceRow, place: Place, wanted: Contributed): Invoice => {
  const head = headOf(row, place)
  const amounts = amountsOf(row, place.currency)
  return {
    SaleId: head.SaleId,
    LocationId: head.LocationId,
    Location: head.Location,
    Currency: head.Currency,
    Receipt: head.Receipt,
    Terminal: head.Terminal,
    Kind: head.Kind,
    BusinessDate: head.BusinessDate,
    ClosedAt: head.ClosedAt,
    Staff: head.Staff,
    OrderType: head.OrderType,
    Customers: head.Customers,
    Card: head.Card,
    Quantity: amounts.Quantity,
    Gross: amounts.Gross,
    Promotions: amounts.Promotions,
    Discounts: amounts.Discounts,
    Refunds: amounts.Refunds,
    Net: amounts.Net,
    Surcharges: amounts.Surcharges,
    Amount: amounts.Amount,
    Tax: amounts.Tax,
    NonSales: amounts.NonSales,
    Tips: amounts.Tips,
    Rounding: amounts.Rounding,
    Takings: amounts.Takings,
    Value: wireValueOf(wanted, row.value, place.currency),
  }
}

/** What all contributions come to on the wire. Covers of the parts of items are told in hundredths, as the report of covers tells them. */
export const totalOf = (wanted: Contributed, value: number, currency: string): number => {
  const total = wireValueOf(wanted, value, currency)
  return isCovers(wanted) ? whole(total * 100) / 100 : total
}

const isCovers = ({ figure, mediaKey, adjustment }: Contributed): boolean => figure === 'Covers' && mediaKey === undefined && !adjustment

/** What a contribution is on the wire: a count, a quantity or money. */
const wireValueOf = (wanted: Contributed, value: number, currency: string): number => {
  const { figure, mediaKey, adjustment } = wanted
  if (mediaKey !== undefined || adjustment) return moneyOf(value, currency)
  if (figure === 'Quantity') return value / 10_000
  if (figure === 'Covers') return value / COVER_UNIT_STEPS
  return isCount(figure) ? value : moneyOf(value, currency)
}

/** What all receipts add up to. */
export const sumsAnswer = (sums: InvoiceSums, currency: string): InvoiceList['Sums'] => ({
  Sales: sums.n,
  Customers: sums.customers,
  ...amountsOf(sums, currency),
})

/** A receipt with everything on it. */
export const receiptAnswer = (parts: {
  row: ReceiptRow
  place: Place
  lines: LineRow[]
  adjustments: AdjustmentRow[]
  tenders: TenderRow[]
  related: RelatedRow[]
  /** Whether the reader may see loyalty. */
  seesLoyalty: boolean
}): Receipt => {
  const { row, place, lines, adjustments, tenders, related, seesLoyalty } = parts
  const money = (minor: number) => moneyOf(minor, place.currency)
  return {
    ...headOf(row, place),
    ...amountsOf(row, place.currency),
    Revision: row.revision,
    OpenedAt: row.opened_at && instantIn(row.opened_at, place.timeZone),
    ReceivedAt: instantIn(row.received_at, place.timeZone),
    SentBusinessDate: row.sent_business_date,
    Table: row.table_name,
    ...loyaltyOf(row, seesLoyalty),
    Source: row.source,
    Lines: lines.map((line) => lineAnswer(line, money)),
    Adjustments: adjustments.map(({ kind, name, line_no, amount }) => ({
      Kind: (['promotion', 'discount', 'surcharge', 'tip'] as const)[kind - 1] ?? 'discount',
      Name: name ?? '',
      LineNo: line_no,
      Amount: money(amount),
    })),
    Tenders: tenders.map((tender) => tenderAnswer(tender, money)),
    Corrections: related.flatMap((other) => {
      const relation = relationOf(row, other)
      if (!relation) return []
      return [
        {
          Relation: relation,
          SaleId: other.sale_id,
          Receipt: other.receipt,
          Revision: other.revision,
          Kind: kindName(other.kind),
          BusinessDate: other.business_date,
          ClosedAt: instantIn(other.closed_at, place.timeZone),
          Takings: money(other.total),
        },
      ]
    }),
  }
}

/** What a receipt says of loyalty, to whoever may see that. */
const loyaltyOf = (row: ReceiptRow, seesLoyalty: boolean) => ({
  PointsAccrued: seesLoyalty ? row.points_accrued : null,
  PointsRedeemed: seesLoyalty ? row.points_redeemed : null,
  PointsSource: seesLoyalty ? (([null, 'Till', 'Computed'] as const)[row.points_source] ?? null) : null,
})

const headOf = (row: Omit<InvoiceRow, 'value' | 'closed_micros'>, place: Place) => ({
  SaleId: row.sale_id,
  LocationId: place.locationId,
  Location: place.name,
  Currency: place.currency,
  Receipt: row.receipt,
  Terminal: row.terminal ?? '',
  Kind: kindName(row.kind),
  BusinessDate: row.business_date,
  ClosedAt: instantIn(row.closed_at, place.timeZone),
  Staff: row.clerk,
  OrderType: ORDER_TYPES[row.order_type] ?? ('none' as const),
  Customers: row.customers,
  Card: maskedCard(row.card_number),
})

/** What a stored receipt is, as answers name it. */
export const kindName = (kind: number) =>
  (['sale', 'refund', 'void', 'no-sale', 'taken-back', 'training'] as const satisfies readonly (typeof KINDS)[number][])[kind - 1] ?? 'no-sale'

interface Amounts {
  qty: number
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  amount: number
  tax: number
  non_sales: number
  tips: number
  rounding: number
  total: number
}

const amountsOf = (row: Amounts, currency: string) => {
  const money = (minor: number) => moneyOf(minor, currency)
  return {
    Quantity: row.qty / 10_000,
    Gross: money(row.gross),
    Promotions: money(row.promotion),
    Discounts: money(row.discount),
    Refunds: money(row.refund),
    Net: money(row.amount - row.surcharge),
    Surcharges: money(row.surcharge),
    Amount: money(row.amount),
    Tax: money(row.tax),
    NonSales: money(row.non_sales),
    Tips: money(row.tips),
    Rounding: money(row.rounding),
    Takings: money(row.total),
  }
}

const lineAnswer = (line: LineRow, money: (minor: number) => number): Receipt['Lines'][number] => ({
  LineNo: line.line_no,
  Kind: line.kind === 2 ? 'non-sale' : line.kind === 3 ? 'instruction' : 'sale',
  Plu: line.plu ?? '',
  Name: line.name,
  Quantity: line.qty / 10_000,
  UnitPrice: money(line.unit_price),
  Gross: money(line.gross),
  Promotions: money(line.promotion),
  Discounts: money(line.discount),
  Refunds: money(line.refund),
  Surcharges: money(line.surcharge),
  Amount: money(line.amount),
  Tax: money(line.tax),
  Covers: line.units / COVER_UNIT_STEPS,
  Wastage: line.wastage,
  WastageReason: line.wastage_reason,
  Voided: line.voided,
  ParentLineNo: line.parent_line_no,
})

const tenderAnswer = (tender: TenderRow, money: (minor: number) => number): Receipt['Tenders'][number] => ({
  Media: tender.media ?? '',
  Tendered: money(tender.tendered),
  Change: money(tender.change),
  CashOut: money(tender.cash_out),
  Tip: money(tender.tip),
  Surcharge: money(tender.surcharge),
  Net: money(tender.net),
  CardType: tender.card_type,
  Last4: tender.last4,
  Reference: tender.reference,
})

/** How another receipt of the same till belongs to this one. */
const relationOf = (of: ReceiptRow, other: RelatedRow): (typeof RELATIONS)[number] | undefined => {
  if (other.counter_of === of.sale_id) return 'taken-back-by'
  if (of.counter_of === other.sale_id) return 'takes-back'
  if (of.original_receipt !== null && other.receipt === of.original_receipt && other.kind === 1) return of.kind === 3 ? 'void-of' : 'refund-of'
  if (other.original_receipt === of.receipt && of.kind === 1) return other.kind === 3 ? 'voided-by' : other.kind === 2 ? 'refunded-by' : undefined
  if (other.receipt === of.receipt && other.kind === of.kind) return other.revision > of.revision ? 'later-revision' : 'earlier-revision'
  return undefined
}
