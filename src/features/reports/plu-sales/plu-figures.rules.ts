import { whole } from '#features/reports/kit/figure-steps.rules.ts'
import { FIGURE_NAMES, type FigureName, SUM, SUM_COUNT } from '#features/reports/kit/figures.rules.ts'
import { AT, figureSteps } from '#features/reports/kit/figures-of.rules.ts'
import { RUN, RUN_COUNT } from '#features/sums/running-totals.rules.ts'
import { decimalsOf } from '#shared/money.ts'

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

/** The decimals of the figures in a currency, in the order of PLU_FIGURES. */
export const pluDecimals = (currency: string): number[] => PLU_FIGURES.map((figure) => NOT_MONEY[figure] ?? decimalsOf(currency))

/** Net sales of the row of sums that begins at `at`, in minor units. */
export const netIn = (sums: Float64Array, at: number): number =>
  (sums[at + RUN.gross] as number) - (sums[at + RUN.promotion] as number) - (sums[at + RUN.discount] as number) - (sums[at + RUN.refund] as number)

/** Gross profit of such a row, in minor units. */
export const profitIn = (sums: Float64Array, at: number): number =>
  netIn(sums, at) + (sums[at + RUN.surcharge] as number) - (sums[at + RUN.tax] as number) - (sums[at + RUN.cost] as number)

/** Whether anything was sold or given back; what was taken back is as if it had never been. */
export const isAnything = (sums: Float64Array, at: number): boolean => {
  for (let i = at; i < at + RUN_COUNT; i += 1) if (sums[i] !== 0) return true
  return false
}

const scratch = new Float64Array(SUM_COUNT)
const steps = new Float64Array(FIGURE_NAMES.length)
const PLACES = Int32Array.from(OF_SALES, (figure) => AT[figure])
/** Where the sums of a product stand among those of sales. */
const NAMES = ['n', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'cost', 'tax'] as const
const [TAKEN_TO, TAKEN_FROM] = [Int32Array.from(NAMES, (name) => SUM[name]), Int32Array.from(NAMES, (name) => RUN[name])]

/**
 * The figures of a product's sums in whole steps of their decimals, in the order of PLU_FIGURES; NaN is an average of nothing.
 * @param all net sales of all products shown, in minor units
 * @param isMixed of several currencies: money is not added
 */
export const pluSteps = (made: Float64Array, sums: Float64Array, at: number, all: number, isMixed: boolean): void => {
  for (let i = 0; i < TAKEN_TO.length; i += 1) scratch[TAKEN_TO[i] as number] = sums[at + (TAKEN_FROM[i] as number)] as number
  const net = netIn(sums, at)
  scratch[SUM.amount] = net + (sums[at + RUN.surcharge] as number)
  figureSteps(steps, 0, scratch, 0)
  const [qty, refunded] = [sums[at + RUN.qty] as number, sums[at + RUN.refunded] as number]
  made[0] = whole(qty + refunded)
  made[1] = whole(refunded)
  for (let i = 0; i < PLACES.length; i += 1) made[i + 2] = steps[PLACES[i] as number] as number
  made[AVERAGE] = qty > 0 ? whole((net * 10_000) / qty) : Number.NaN
  made[AVERAGE + 1] = all > 0 ? Math.round((net / all) * 1000) + 0 : Number.NaN
  if (isMixed) for (const i of MONEY_PLACES) made[i] = Number.NaN
}

const AVERAGE = PLU_FIGURES.length - 2
const MONEY_PLACES = PLU_FIGURES.flatMap((figure, i) => (NOT_MONEY[figure] === undefined || NOT_MONEY[figure] === PERCENT ? [i] : []))

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
