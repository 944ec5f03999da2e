import { DIM, type Dim, MEASURES, type Measure } from '#features/sums/rollup.rules.ts'
import { type FigureName, netExTaxOf, SUM, SUM_COUNT, type SumName } from './figures.rules.ts'

/** What the products of a venue are sorted by: three steps one within the other, and the category beside them. */
export const LEVELS = ['group', 'department', 'productgroup', 'category'] as const
export type Level = (typeof LEVELS)[number]

/** What sales are broken down by. */
export const SOLD_BY = [...LEVELS, 'employee', 'ordertype', 'till', 'promotion', 'discount', 'surcharge', 'gpmargins'] as const
export const DIMENSIONS = [...SOLD_BY, 'wastage'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** What else the rows of a dimension may be told by, instead of its own. */
export const TOLD_BY = { discount: ['type', 'employee'], surcharge: ['type'], wastage: ['plu', 'employee', 'reason'] } as const
export type SplitBy = 'type' | 'plu' | 'employee' | 'reason'

/** The only figures of what was wasted, which is no sale. */
export const WASTED_FIGURES = ['Quantity', 'Gross', 'Cost'] as const

/** The types tills tell of discounts and of surcharges; a row's key is its place here, from 1. 0 is not told. */
export const TYPES = { discount: ['Percent', 'Amount', 'Comp', 'Staff', 'Member'], surcharge: ['Card', 'Holiday', 'Weekend', 'Service'] } as const

/** Where the sums of a row stand: those of every report, then what only rows have. */
export const ROW = {
  /** Lines sold, or how often something was used. */
  count: SUM_COUNT,
  /** The part that was sold without a cost. */
  bareCount: SUM_COUNT + 1,
  bareAmount: SUM_COUNT + 2,
  bareTax: SUM_COUNT + 3,
  bareSurcharge: SUM_COUNT + 4,
  bareSurchargeTax: SUM_COUNT + 5,
} as const
const ROW_LENGTH = SUM_COUNT + 6

/** Sums of a row; NaN is "not kept by this dimension". */
export type RowSums = Float64Array

/** A dimension as the rollup keeps it. */
export interface Kind {
  dim: Dim
  /** Which step of the products' order its keys are shown at; absent where the key is the row. */
  level?: Level
  /** The figure its rows are told by, ranked by and shared out by. */
  figure: FigureName
  /** Where each measure goes. */
  lies: readonly (readonly [position: number, measure: Measure])[]
  /** Where the totals over all rows are read, if not where the rows are: of the fewest keys. */
  totalsDim?: Dim
  /** Its totals are those of the Sales Summary; of wastage they are its own, since that is no sale. */
  ofSales: boolean
  /** The only figures it has, in their order; absent where it has all. */
  figures?: readonly FigureName[]
}

const LINE = ['qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'amount', 'cost', 'tax', 'surcharge_tax'] as const
const LINES: Kind['lies'] = [[ROW.count, 'n'], ...LINE.map((name) => [SUM[name], name] as const)]
const byClass = (level: Level): Kind => ({ dim: DIM.class, level, figure: 'Net', lies: LINES, ofSales: true })
/** Whole receipts. */
const byReceipt = (dim: Dim): Kind => ({ dim, figure: 'Net', lies: MEASURES.map((name) => [SUM[name], name] as const), ofSales: true })
const byUse = (dim: Dim, figure: FigureName, position: number): Kind => ({
  dim,
  figure,
  lies: [
    [ROW.count, 'n'],
    [position, 'amount'],
  ],
  ofSales: true,
})

export const KINDS: Readonly<Record<Dimension, Kind>> = {
  group: byClass('group'),
  department: byClass('department'),
  productgroup: byClass('productgroup'),
  category: byClass('category'),
  employee: byReceipt(DIM.clerk),
  ordertype: byReceipt(DIM.orderType),
  till: byReceipt(DIM.terminal),
  promotion: byUse(DIM.promotion, 'Promotions', SUM.promotion),
  discount: byUse(DIM.discount, 'Discounts', SUM.discount),
  surcharge: byUse(DIM.surcharge, 'Surcharges', SUM.surcharge),
  wastage: {
    dim: DIM.wastage,
    level: 'productgroup',
    figure: 'Cost',
    lies: [
      [ROW.count, 'n'],
      [SUM.qty, 'qty'],
      [SUM.gross, 'gross'],
      [SUM.cost, 'cost'],
    ],
    totalsDim: DIM.wastageReason,
    ofSales: false,
    figures: WASTED_FIGURES,
  },
  gpmargins: { ...byClass('productgroup'), figure: 'GrossProfit' },
}

/** How the totals over all rows are read, where no row is chosen. */
export const kindOfTotals = ({ totalsDim, ...kind }: Kind): Kind => (totalsDim === undefined ? kind : { ...kind, dim: totalsDim })

/** Discounts by who rang them up: how often is not kept, what they sold beside it is. */
const GIVEN_BY: Kind = {
  dim: DIM.clerk,
  figure: 'Discounts',
  lies: [
    [SUM.n, 'n'],
    [SUM.gross, 'gross'],
    [SUM.discount, 'discount'],
  ],
  ofSales: true,
}

/** Wastage by item, by who wrote it off, and why. */
const WASTED_BY = { plu: DIM.wastageProduct, employee: DIM.wastageClerk, reason: DIM.wastageReason } as const

/** How the rows of a dimension are read. */
export const kindOfRows = (dimension: Dimension, splitBy: SplitBy | undefined): Kind => {
  if (dimension !== 'wastage') return splitBy === 'employee' ? GIVEN_BY : KINDS[dimension]
  const { level: _, ...wasted } = KINDS.wastage
  return splitBy && splitBy !== 'type' ? { ...wasted, dim: WASTED_BY[splitBy] } : KINDS.wastage
}

/** The single items of a class. */
export const PLU_KIND: Kind = { dim: DIM.product, figure: 'Net', lies: LINES, ofSales: true }

/** The part of the classes that was sold without a cost. */
export const BARE_KIND: Kind = {
  dim: DIM.classWithoutCost,
  figure: 'NetExTax',
  lies: [
    [ROW.bareCount, 'n'],
    [ROW.bareAmount, 'amount'],
    [ROW.bareTax, 'tax'],
    [ROW.bareSurcharge, 'surcharge'],
    [ROW.bareSurchargeTax, 'surcharge_tax'],
  ],
  ofSales: true,
}

/** What shares of sales are taken of, where a breakdown's own totals are something else. */
export const BASE_KIND: Kind = {
  dim: DIM.total,
  figure: 'Net',
  lies: (['gross', 'surcharge', 'amount', 'tax', 'surcharge_tax'] as const).map((name) => [SUM[name], name] as const),
  ofSales: true,
}

export const SUM_NAMES = Object.keys(SUM) as SumName[]

/** What the measures of a dimension are among the sums of a report; how often goes where it is not kept. */
export const sumsOf = ({ lies }: Kind): SumName[] => lies.map(([position]) => (position < SUM_COUNT ? (SUM_NAMES[position] as SumName) : 'n'))

/** A row of nothing: zero where the kinds keep something, "not kept" elsewhere. */
export const emptyRow = (kinds: readonly Kind[]): RowSums => {
  const row = new Float64Array(ROW_LENGTH).fill(Number.NaN)
  for (const { lies } of kinds) for (const [position] of lies) row[position] = 0
  return row
}

/** The main figure of a row in minor units, not rounded. */
export const mainOf = ({ figure }: Kind, row: Float64Array, at = 0): number => {
  const value = (position: number) => row[at + position] as number
  if (figure === 'Net') return value(SUM.amount) - value(SUM.surcharge)
  if (figure === 'Promotions') return value(SUM.promotion)
  if (figure === 'Discounts') return value(SUM.discount)
  if (figure === 'Surcharges') return value(SUM.surcharge)
  return figure === 'Cost' ? value(SUM.cost) : netExTaxOf(row, at) - value(SUM.cost)
}

/** More days than these are not read from single receipts: a busy venue has a hundred thousand of them in a month. */
export const LONGEST_TIMES_DAYS = 31

/** Each row has its periods only while there are few of both; one row by its Key has them at any length. */
export const MOST_ROW_PERIODS = 62
export const MOST_ROW_CELLS = 1500
/** By day or week rows are made of days, of which no more are read for all of them. */
export const MOST_ROW_DAYS = 92
