import * as z from 'zod/mini'

/**
 * What a report adds up, in minor units and ten-thousandths, one number for each of SUM: sums add, averages and shares are made from
 * them at the end. NaN is "not kept under this filter", never zero: whatever it is added to is not kept either.
 */
export type Sums = Float64Array

/** Where each sum stands. The first twelve are the measures of the rollup, in its order. */
export const SUM = {
  n: 0,
  customers: 1,
  qty: 2,
  gross: 3,
  promotion: 4,
  discount: 5,
  refund: 6,
  surcharge: 7,
  amount: 8,
  cost: 9,
  tax: 10,
  surcharge_tax: 11,
  takeaway: 12,
  delivery: 13,
  loyaltyN: 14,
  loyaltyAmount: 15,
  nonSales: 16,
  tips: 17,
  rounding: 18,
} as const
export type SumName = keyof typeof SUM
export const SUM_COUNT = 19

/** The sums that stand beside what was sold: no line has a part in them. */
export const BESIDE_SUMS = (Object.keys(SUM) as SumName[]).filter((name) => SUM[name] > SUM.surcharge_tax)

/** Sums of nothing; those named are not kept. */
export const noSums = (notKept: readonly SumName[] = []): Sums => {
  const none = new Float64Array(SUM_COUNT)
  for (const name of notKept) none[SUM[name]] = Number.NaN
  return none
}

/** Net sales without tax of the sums that begin at `at`, before surcharges and the tax in them: what every margin is of. */
export const netExTaxOf = (sums: Float64Array, at = 0): number =>
  (sums[at + SUM.amount] as number) - (sums[at + SUM.surcharge] as number) - (sums[at + SUM.tax] as number) + (sums[at + SUM.surcharge_tax] as number)

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
  /** The part of Tax that is in the surcharges. */
  SurchargeTax: Money,
  /** Net sales without GST, before surcharges: what every margin is of. */
  NetExTax: Money,
  /** null: no cost was given for anything that was sold. */
  Cost: Kept,
  /** Net sales without GST, less cost; null without a cost. */
  GrossProfit: Kept,
  /** Gross profit as percent of net sales without GST. */
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
  SurchargeTax: Kept,
  NetExTax: Kept,
} as const

export type FigureName = keyof typeof FIGURES
export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]]
export type Figures = { [K in FigureName]: z.output<(typeof FIGURES)[K]> }

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
  'SurchargeTax',
  'NetExTax',
  'Cost',
  'GrossProfit',
  'NonSales',
  'Tips',
  'Rounding',
  'Takings',
  'AverageSale',
  'AverageSpend',
] as const satisfies readonly FigureName[]

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

/** How a figure changed against its base, and whether that is good. Nothing where either is not kept. @param baseSales null where the base is no trade but a target */
export const changeOf = (
  name: FigureName,
  now: number | null | undefined,
  base: number | null | undefined,
  baseSales: number | null | undefined,
): Change | undefined => {
  if (now === null || now === undefined || base === null || base === undefined) return undefined
  const difference = Math.round((now - base) * 1e6) / 1e6
  const polarity = POLARITY[name]
  const isTrade = baseSales !== null
  const better = polarity === 'more-is-worse' ? difference < 0 : difference > 0
  return {
    difference,
    ratio: base === 0 || (isTrade && (baseSales ?? 0) < LEAST_BASE_SALES) ? undefined : difference / Math.abs(base),
    isNew: isTrade && base === 0 && now !== 0,
    verdict: difference === 0 || !polarity ? 'neutral' : better ? 'good' : 'bad',
  }
}
