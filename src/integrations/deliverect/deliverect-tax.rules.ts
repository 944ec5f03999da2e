import type { OrderSale } from '#integrations/online-orders/order-sales.rules.ts'
import { groupBy } from '#shared/group-by.ts'
import { allocate } from '#shared/money.ts'

/** What tax Deliverect has of a product, by how an order is handed over; thousandths of a percent. */
export interface TaxRates {
  delivery: number
  takeaway: number
  eatIn: number
}

const WHOLE = 100_000
const RATE_OF: Partial<Record<NonNullable<OrderSale['OrderType']>, keyof TaxRates>> = { Delivery: 'delivery', Takeaway: 'takeaway', DineIn: 'eatIn' }
/** Where these are paid, channels put tax on top of prices and tell it with each order. */
const TAX_ON_TOP = ['USD', 'CAD']

type Line = NonNullable<OrderSale['Lines']>[number]

/**
 * A sale with the tax that is in its prices. Where prices include tax, Deliverect tells none with an order and leaves it to the till, which has the rate
 * of each product. What an order tells itself stays; of what no rate is known there is none. Rounded once for each rate, halves away from zero.
 * @param rates by PLU
 */
export const withTaxInPrices = (sale: OrderSale, currency: string, rates: ReadonlyMap<string, TaxRates>): OrderSale => {
  const { Lines: lines = [], TaxIncluded, OrderType = 'Online', Totals, Surcharges = [] } = sale
  const isRemitted = Surcharges.some(({ Id }) => Id === 'TaxRemitted')
  const kind = RATE_OF[OrderType]
  if (!TaxIncluded || Totals?.Tax !== 0 || isRemitted || kind === undefined || TAX_ON_TOP.includes(currency)) return sale
  const rateOf = ({ Kind, Plu = '' }: Line): number => (Kind === 'Sale' ? (rates.get(Plu)?.[kind] ?? 0) : 0)
  const taxes = new Map<Line, number>()
  for (const [rate, taxed] of groupBy(lines, rateOf)) {
    const nets = taxed.map(({ Net }) => Net)
    const net = nets.reduce((sum, one) => sum + one, 0)
    if (rate > 0 && net > 0) for (const [i, share] of allocate(included(net, rate), nets).entries()) taxes.set(taxed[i] as Line, share)
  }
  const tax = [...taxes.values()].reduce((sum, share) => sum + share, 0)
  if (tax === 0) return sale
  return { ...sale, Lines: lines.map((line) => ({ ...line, Tax: taxes.get(line) ?? 0 })), Totals: { ...Totals, Tax: tax } }
}

/** The tax in an amount that includes it. */
const included = (net: number, rate: number): number => Math.floor((2 * net * rate + WHOLE + rate) / (2 * (WHOLE + rate)))
