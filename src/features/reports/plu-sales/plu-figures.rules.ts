import { figureOf } from '#features/reports/kit/figure-steps.rules.ts'
import { FIGURE_NAMES, type FigureName, SUM, SUM_COUNT } from '#features/reports/kit/figures.rules.ts'
import { AT, figureSteps } from '#features/reports/kit/figures-of.rules.ts'
import { RUN, RUN_COUNT } from '#features/sums/running-totals.rules.ts'
import { decimalsOf, whole } from '#shared/money.ts'

/** Figures a product has like any other sale. */
const OF_SALES = [
  'Sales',
  'Quantity',
  'Gross',
  'Promotions',
  'Discounts',
  'Refunds',
  'Net',
  'Surcharges',
  'Amount',
  'Tax',
  'AmountExTax',
  'SurchargeTax',
  'NetExTax',
  'Cost',
  'GrossProfit',
  'GrossProfitPercent',
] as const satisfies readonly FigureName[]

/** The figures of a product, in the order they are written. */
export const PLU_FIGURES = ['Sold', 'Refunded', ...OF_SALES, 'AveragePrice', 'Share'] as const
export type PluFigure = (typeof PLU_FIGURES)[number]

/** What is only there where the range is compared; difference and change are of net sales. */
export const COMPARED = ['QuantityBefore', 'NetBefore', 'Difference', 'Change', 'RankBefore'] as const

const [COUNT, QUANTITY, PERCENT] = [2, 4, 1]
const NOT_MONEY: Partial<Record<PluFigure, number>> = {
  Sold: QUANTITY,
  Refunded: QUANTITY,
  Quantity: QUANTITY,
  Sales: COUNT,
  GrossProfitPercent: PERCENT,
  Share: PERCENT,
}

/** How a figure of a product is written. */
export const pluKind = (figure: PluFigure): 'money' | 'quantity' | 'count' | 'percent' => {
  const decimals = NOT_MONEY[figure]
  if (decimals === undefined) return 'money'
  return decimals === QUANTITY ? 'quantity' : decimals === PERCENT ? 'percent' : 'count'
}

/** Net sales of the row of sums that begins at `at`, in minor units. */
export const netIn = (sums: Float64Array, at: number): number =>
  (sums[at + RUN.gross] as number) - (sums[at + RUN.promotion] as number) - (sums[at + RUN.discount] as number) - (sums[at + RUN.refund] as number)

/** Gross profit of such a row, in minor units. */
export const profitIn = (sums: Float64Array, at: number): number =>
  netIn(sums, at) - (sums[at + RUN.tax] as number) + (sums[at + RUN.surcharge_tax] as number) - (sums[at + RUN.cost] as number)

/** Whether anything was sold or given back; what was taken back is as if it had never been. */
export const isAnything = (sums: Float64Array, at: number): boolean => {
  for (let i = at; i < at + RUN_COUNT; i += 1) if (sums[i] !== 0) return true
  return false
}

/** Whole steps that quantities have: ten-thousandths. */
export const QUANTITY_STEPS = 10 ** QUANTITY

const FIGURE_PLACES = OF_SALES.map((figure) => AT[figure])
/** Where the sums of a product stand, and where among those of sales. */
const PLACES = (['n', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'cost', 'tax', 'surcharge_tax'] as const).map(
  (name) => [RUN[name], SUM[name]] as const,
)

/**
 * Makes the figures of a product's sums, in the order of PLU_FIGURES; null is an average of nothing.
 * @param all net sales of all products shown, in minor units
 * @param isMixed of several currencies: money is not added
 */
export const pluValues = (currency: string, all: number, isMixed: boolean) => {
  const steps = PLU_FIGURES.map((figure) => {
    const decimals = NOT_MONEY[figure]
    return isMixed && (decimals === undefined || decimals === PERCENT) ? Number.NaN : 10 ** (decimals ?? decimalsOf(currency))
  })
  const [ofSales, made] = [new Float64Array(SUM_COUNT), new Float64Array(FIGURE_NAMES.length)]
  return (sums: Float64Array, at: number): (number | null)[] => {
    for (const [from, to] of PLACES) ofSales[to] = sums[at + from] as number
    const net = netIn(sums, at)
    ofSales[SUM.amount] = net + (sums[at + RUN.surcharge] as number)
    figureSteps(made, 0, ofSales, 0)
    const [qty, refunded] = [sums[at + RUN.qty] as number, sums[at + RUN.refunded] as number]
    const values = [figureOf(whole(qty + refunded), QUANTITY_STEPS), figureOf(whole(refunded), QUANTITY_STEPS)]
    for (let i = 0; i < FIGURE_PLACES.length; i += 1) values.push(figureOf(made[FIGURE_PLACES[i] as number] as number, steps[i + 2] as number))
    values.push(figureOf(qty > 0 ? whole((net * 10_000) / qty) : Number.NaN, steps[AVERAGE] as number))
    values.push(figureOf(all > 0 ? Math.round((net / all) * 1000) + 0 : Number.NaN, steps[AVERAGE + 1] as number))
    return values
  }
}

const AVERAGE = PLU_FIGURES.length - 2

/**
 * The places of products by a value, the largest first; equal values share a place, and the next one counts them all.
 * @param order by the value; whoever is not in it has place 0
 */
export const ranksOf = (order: readonly number[], products: number, valueAt: (index: number) => number): Int32Array => {
  const ranks = new Int32Array(products)
  let [rank, last] = [0, Number.NaN]
  for (let i = 0; i < order.length; i += 1) {
    const value = valueAt(order[i] as number)
    if (value !== last) rank = i + 1
    ranks[order[i] as number] = rank
    last = value
  }
  return ranks
}

/** Two codes as people sort them: 9 before 10. */
export const byPlu = (a: string, b: string): number => {
  const [one, other] = [Number(a), Number(b)]
  if (Number.isFinite(one) && Number.isFinite(other) && one !== other) return one - other
  return a < b ? -1 : a > b ? 1 : 0
}
