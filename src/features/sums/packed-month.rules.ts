import { formatOf, WORDS_FORM } from '#shared/stored-sums.ts'
import { ITEM_MEASURES, type Measure } from './rollup.rules.ts'

/**
 * What a packed month keeps of each day and week, in the order it is packed, by the name reports know it by: which measure it is, of the day's total (`t`) or of
 * what stands beside it (`b`).
 */
export const MONTH_SUMS = {
  n: ['t', 'n'],
  customers: ['t', 'customers'],
  qty: ['t', 'qty'],
  gross: ['t', 'gross'],
  promotion: ['t', 'promotion'],
  discount: ['t', 'discount'],
  refund: ['t', 'refund'],
  surcharge: ['t', 'surcharge'],
  amount: ['t', 'amount'],
  cost: ['t', 'cost'],
  tax: ['t', 'tax'],
  takeaway: ['b', 'n'],
  delivery: ['b', 'customers'],
  loyaltyN: ['b', 'qty'],
  loyaltyAmount: ['b', 'gross'],
  nonSales: ['b', 'promotion'],
  tips: ['b', 'discount'],
  rounding: ['b', 'refund'],
} as const satisfies Record<string, readonly ['t' | 'b', Measure]>
export type MonthSum = keyof typeof MONTH_SUMS

/** What of it is kept of members' sales once more, narrow: how many, their amount, and the amount of all. */
export const MEMBER_SUMS = ['loyaltyN', 'loyaltyAmount', 'amount'] as const satisfies readonly MonthSum[]

/** What a packed month keeps, and what of members. */
export interface MonthLayout {
  sums: Readonly<Record<string, readonly ['t' | 'b', Measure]>>
  members: readonly string[]
}
export const MONTH_LAYOUT: MonthLayout = { sums: MONTH_SUMS, members: MEMBER_SUMS }

/** The format of a packed month of some layout. */
export const monthFormatOf = ({ sums, members }: MonthLayout): string => formatOf([WORDS_FORM, Object.entries(sums), members])
export const MONTH_FORMAT = monthFormatOf(MONTH_LAYOUT)

/** The format of a product's packed days: each its number and ITEM_MEASURES. */
export const ITEM_FORMAT = formatOf([WORDS_FORM, ITEM_MEASURES])
