import * as z from 'zod/mini'
import { decimalsOf } from '#shared/money.ts'

/**
 * What a report adds up, in minor units and ten-thousandths. Sums add; averages and shares are made from them at the end.
 * null is "not kept under this filter", never zero.
 */
export interface Sums {
  n: number
  customers: number | null
  qty: number
  gross: number
  promotion: number
  discount: number
  refund: number
  surcharge: number
  amount: number
  cost: number
  tax: number
  takeaway: number | null
  delivery: number | null
  loyaltyN: number | null
  loyaltyAmount: number | null
  nonSales: number | null
  tips: number | null
  rounding: number | null
}

export const NO_SUMS: Readonly<Sums> = {
  n: 0,
  customers: 0,
  qty: 0,
  gross: 0,
  promotion: 0,
  discount: 0,
  refund: 0,
  surcharge: 0,
  amount: 0,
  cost: 0,
  tax: 0,
  takeaway: 0,
  delivery: 0,
  loyaltyN: 0,
  loyaltyAmount: 0,
  nonSales: 0,
  tips: 0,
  rounding: 0,
}

const SUM_NAMES = Object.keys(NO_SUMS) as (keyof Sums)[]

/** Adds sums of one currency; what one side does not keep, the whole does not keep. */
export const addSums = (a: Sums, b: Sums): Sums => {
  const added = { ...a }
  for (const name of SUM_NAMES) {
    const [left, right] = [a[name], b[name]]
    ;(added as Record<keyof Sums, number | null>)[name] = left === null || right === null ? null : left + right
  }
  return added
}

/** One part of sums, as for the average of four weeks. */
export const divideSums = (sums: Sums, by: number): Sums => {
  if (by === 1) return sums
  const divided = { ...sums }
  for (const name of SUM_NAMES) (divided as Record<keyof Sums, number | null>)[name] = sums[name] === null ? null : (sums[name] as number) / by
  return divided
}

const Money = z.number()
/** null: not kept under this filter, or an average of nothing. */
const Kept = z.nullable(z.number())

const COUNTS = {
  Sales: z.number(),
  Customers: Kept,
  Quantity: z.number(),
} as const
const PLACES = {
  ShiftCount: Kept,
  DeliveryCount: Kept,
  TakeawayCount: Kept,
  TotalCount: z.number(),
  LoyaltyCount: Kept,
} as const

/** The figures of sales, money in major units of the row's currency. */
export const FIGURES = {
  ...COUNTS,
  /** Total sales: net sales and surcharges, GST included. */
  Amount: Money,
  ...PLACES,
  LoyaltySales: Kept,
  Gross: Money,
  Promotions: Money,
  Discounts: Money,
  Refunds: Money,
  /** Gross − promotions − discounts − refunds, GST included. */
  Net: Money,
  Surcharges: Money,
  Tax: Money,
  AmountExTax: Money,
  Cost: Money,
  GrossProfit: Money,
  /** Gross profit as percent of total sales without GST. */
  GrossProfitPercent: Kept,
  NonSales: Kept,
  Tips: Kept,
  Rounding: Kept,
  /** Total sales, non-sales, tips and rounding: what was paid. */
  Takings: Kept,
  AverageSale: Kept,
  AverageSpend: Kept,
} as const

/** The same over several currencies: counts add, money does not. */
export const MIXED_FIGURES = {
  ...FIGURES,
  Amount: Kept,
  Gross: Kept,
  Promotions: Kept,
  Discounts: Kept,
  Refunds: Kept,
  Net: Kept,
  Surcharges: Kept,
  Tax: Kept,
  AmountExTax: Kept,
  Cost: Kept,
  GrossProfit: Kept,
} as const

export type FigureName = keyof typeof FIGURES
export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]]
export type Figures = { [K in FigureName]: z.output<(typeof FIGURES)[K]> }
export type MixedFigures = { [K in FigureName]: z.output<(typeof MIXED_FIGURES)[K]> }

/** The figures of a sum in one currency. */
export const figuresOf = (sums: Sums, currency: string): Figures => {
  const money = (minor: number) => moneyOf(minor, currency)
  const kept = (minor: number | null) => (minor === null ? null : money(minor))
  const net = sums.amount - sums.surcharge
  const exTax = sums.amount - sums.tax
  const bridge = sums.nonSales === null || sums.tips === null || sums.rounding === null ? null : sums.nonSales + sums.tips + sums.rounding
  return {
    Sales: count(sums.n),
    Customers: sums.customers === null ? null : count(sums.customers),
    Quantity: Math.round(sums.qty) / 10_000,
    Amount: money(sums.amount),
    ShiftCount: sums.delivery === null || sums.takeaway === null ? null : count(sums.n - sums.delivery - sums.takeaway),
    DeliveryCount: sums.delivery === null ? null : count(sums.delivery),
    TakeawayCount: sums.takeaway === null ? null : count(sums.takeaway),
    TotalCount: count(sums.n),
    LoyaltyCount: sums.loyaltyN === null ? null : count(sums.loyaltyN),
    LoyaltySales: kept(sums.loyaltyAmount),
    Gross: money(sums.gross),
    Promotions: money(sums.promotion),
    Discounts: money(sums.discount),
    Refunds: money(sums.refund),
    Net: money(net),
    Surcharges: money(sums.surcharge),
    Tax: money(sums.tax),
    AmountExTax: money(exTax),
    Cost: money(sums.cost),
    GrossProfit: money(exTax - sums.cost),
    GrossProfitPercent: sums.cost === 0 || exTax <= 0 ? null : percent(exTax - sums.cost, exTax),
    NonSales: kept(sums.nonSales),
    Tips: kept(sums.tips),
    Rounding: kept(sums.rounding),
    Takings: bridge === null ? null : money(sums.amount + bridge),
    AverageSale: sums.n > 0 ? money(sums.amount / sums.n) : null,
    AverageSpend: sums.customers !== null && sums.customers > 0 ? money(net / sums.customers) : null,
  }
}

/** Figures over locations of several currencies: what is money is not added. */
export const mixedFiguresOf = (parts: readonly Sums[]): MixedFigures => {
  const counted = figuresOf(parts.reduce<Sums>(addSums, NO_SUMS), 'AUD')
  const mixed: MixedFigures = { ...counted }
  for (const name of MONEY_FIGURES) mixed[name] = null
  mixed.GrossProfitPercent = null
  return mixed
}

/** The figures that are money. */
export const MONEY_FIGURES = [
  'Amount',
  'LoyaltySales',
  'Gross',
  'Promotions',
  'Discounts',
  'Refunds',
  'Net',
  'Surcharges',
  'Tax',
  'AmountExTax',
  'Cost',
  'GrossProfit',
  'NonSales',
  'Tips',
  'Rounding',
  'Takings',
  'AverageSale',
  'AverageSpend',
] as const satisfies readonly FigureName[]

/** Minor units, or a fraction of them from an average, as the wire's decimal number: half a cent goes away from zero. */
export const moneyOf = (minor: number, currency: string): number => {
  const rounded = Math.sign(minor) * Math.round(Math.abs(minor))
  return rounded === 0 ? 0 : rounded / 10 ** decimalsOf(currency)
}

/** Whole, except in an average of four weeks, which has quarters. */
const count = (value: number): number => Math.round(value * 100) / 100

const percent = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10

/** Whether more is better, worse, or neither. */
export const POLARITY: Partial<Record<FigureName, 'more-is-better' | 'more-is-worse'>> = {
  Sales: 'more-is-better',
  Customers: 'more-is-better',
  Quantity: 'more-is-better',
  Amount: 'more-is-better',
  Net: 'more-is-better',
  Gross: 'more-is-better',
  GrossProfit: 'more-is-better',
  GrossProfitPercent: 'more-is-better',
  AverageSale: 'more-is-better',
  AverageSpend: 'more-is-better',
  LoyaltyCount: 'more-is-better',
  LoyaltySales: 'more-is-better',
  Takings: 'more-is-better',
  Discounts: 'more-is-worse',
  Promotions: 'more-is-worse',
  Refunds: 'more-is-worse',
  Cost: 'more-is-worse',
}

/** A change as people read it. */
export interface Change {
  difference: number
  /** As a ratio of the base's size; absent where the base is nothing ("new") or too small to mean anything. */
  ratio: number | undefined
  isNew: boolean
  verdict: 'good' | 'bad' | 'neutral'
}

/** Fewer sales than this in the base make a percentage noise. */
const LEAST_BASE_SALES = 5

/** How a figure changed against its base, and whether that is good. Nothing where either is not kept. */
export const changeOf = (name: FigureName, now: number | null | undefined, base: number | null | undefined, baseSales: number): Change | undefined => {
  if (now === null || now === undefined || base === null || base === undefined) return undefined
  const difference = Math.round((now - base) * 1e6) / 1e6
  const polarity = POLARITY[name]
  const better = polarity === 'more-is-worse' ? difference < 0 : difference > 0
  return {
    difference,
    ratio: base === 0 || baseSales < LEAST_BASE_SALES ? undefined : difference / Math.abs(base),
    isNew: base === 0 && now !== 0,
    verdict: difference === 0 || !polarity ? 'neutral' : better ? 'good' : 'bad',
  }
}
