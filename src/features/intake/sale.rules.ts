import { ORDER_TYPE } from '#features/sums/rollup.rules.ts'
import type { FieldError } from '#shared/failure.ts'
import { type CalendarEntry, instantOf, tradingTime } from '#shared/trading-day.ts'
import type { WireSale } from './sale.contract.ts'
import { type Draft, type DraftLine, KIND, type Kind } from './sale-facts.rules.ts'
import { complaint, namedOf } from './sale-lines.rules.ts'
import { moneyOf, NO_MONEY, noSaleMoney } from './sale-money.rules.ts'

/** Where a sale is taken in: the location's clock and money, and how far back or ahead a sale may lie. */
export interface Counter {
  locationId: number
  currency: string
  calendar: readonly CalendarEntry[]
  /** Milliseconds; sales outside are refused. An import has no oldest. */
  oldest: number
  latest: number
}

const ORDER_TYPES = { DineIn: ORDER_TYPE.dineIn, Takeaway: ORDER_TYPE.takeaway, Delivery: ORDER_TYPE.delivery, Bar: ORDER_TYPE.bar, Online: ORDER_TYPE.online }
const KINDS = { Sale: KIND.sale, Refund: KIND.refund, Void: KIND.void, NoSale: KIND.noSale } as const

/**
 * A till's sale understood and added up: figures with GST included, discounts explained, surcharges and GST shared over
 * the lines, the trading day by the location's clock. Sums are held to the cent.
 * @returns the sale, or everything that is wrong with it
 */
export const draftOf = (sale: WireSale, counter: Counter): Draft | FieldError[] => {
  const complaints: FieldError[] = []
  const times = timesOf(sale, counter, complaints)
  if (sale.LocationId !== undefined && sale.LocationId !== counter.locationId) {
    complaints.push(complaint('LocationId', 'LocationNotFound', 'There is no such location for this key.'))
  }
  if (sale.Currency !== undefined && sale.Currency !== counter.currency) {
    complaints.push(complaint('Currency', 'WrongCurrency', `This location trades in ${counter.currency}, not ${sale.Currency}.`))
  }
  if (sale.Type === 'Void' && sale.OriginalSaleId === undefined)
    complaints.push(complaint('OriginalSaleId', 'Required', 'A void must name the sale that it cancels.'))
  const money = sale.Type === 'Void' ? NO_MONEY : sale.Type === 'NoSale' ? noSaleMoney(sale, complaints) : moneyOf(sale, complaints)
  if (complaints.length > 0 || !times || !money) return complaints
  const kind = kindOf(sale)
  const n = kind === KIND.sale && (sale.Type ?? 'Sale') === 'Sale' && money.lines.some((line) => line.counts && !isRefundLine(line)) ? 1 : 0
  if (n === 1) countReceipts(money.lines)
  return {
    receipt: sale.SaleId,
    revision: sale.Revision ?? 1,
    kind,
    terminal: sale.TerminalId ?? '',
    originalReceipt: sale.OriginalSaleId ?? null,
    sequence: sale.Sequence ?? null,
    ...times,
    clerk: sale.ClerkId === undefined && sale.ClerkName === undefined ? undefined : namedOf({ Id: sale.ClerkId, Name: sale.ClerkName }),
    orderType: sale.OrderType ? ORDER_TYPES[sale.OrderType] : ORDER_TYPE.none,
    tableName: sale.Table ?? null,
    reservation: sale.ReservationId ?? null,
    covers: sale.Covers ?? 0,
    cardNumber: sale.LoyaltyCard || null,
    pointsAccrued: sale.Points?.Accrued ?? 0,
    pointsRedeemed: sale.Points?.Redeemed ?? 0,
    pointsSource: sale.Points === undefined ? 0 : 1,
    n,
    customers: n === 0 ? 0 : customersOf(sale),
    ...money,
    lines: kind === KIND.training ? money.lines.map((line) => ({ ...line, counts: false, n: 0 })) : money.lines,
  }
}

/** A further bill of a table tells no guests: they are counted with the one that does. */
const customersOf = ({ Covers, Table }: WireSale): number => (Covers === 0 && Table ? 0 : Covers || 1)

const kindOf = ({ Training, Type = 'Sale', Lines = [] }: WireSale): Kind => {
  if (Training) return KIND.training
  return Type === 'NoSale' && Lines.some(({ Wastage }) => Wastage) ? KIND.sale : KINDS[Type]
}

const isRefundLine = (line: DraftLine) => line.qty < 0 || line.refund !== 0

/** Marks the first sold line of each product, so that adding the marks counts the receipts it is on. */
const countReceipts = (lines: DraftLine[]) => {
  const seen = new Set<string>()
  for (const line of lines) {
    if (!line.counts || isRefundLine(line) || seen.has(line.plu)) continue
    seen.add(line.plu)
    line.n = 1
  }
}

const timesOf = (sale: WireSale, { calendar, oldest, latest }: Counter, complaints: FieldError[]) => {
  const closedAt = instantOf(sale.ClosedAt)
  const openedAt = sale.OpenedAt === undefined ? null : instantOf(sale.OpenedAt)
  if (Number.isNaN(openedAt ?? 0)) complaints.push(complaint('OpenedAt', 'Invalid', 'There is no such date or time.'))
  if (Number.isNaN(closedAt)) {
    complaints.push(complaint('ClosedAt', 'Invalid', 'There is no such date or time.'))
    return undefined
  }
  if (closedAt < oldest) complaints.push(complaint('ClosedAt', 'TooOld', 'This sale is too old to send. Import it from a file instead.'))
  if (closedAt > latest) complaints.push(complaint('ClosedAt', 'InFuture', 'This sale is more than 24 hours in the future.'))
  const time = tradingTime(closedAt, calendar)
  const sent = sale.BusinessDate
  return { closedAt, openedAt, ...time, sentBusinessDate: sent !== undefined && sent !== time.businessDate ? sent : null }
}
