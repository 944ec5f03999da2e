import { type Dimension, ROW, type RowSums, type SplitBy } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { figureOf, moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { netExTaxOf, SUM } from '#features/reports/kit/figures.rules.ts'
import { whole } from '#shared/money.ts'

/** What a row has besides its figures. */
interface Beside {
  /** Lines sold, or how often something was used; null where that is not kept. */
  Count: number | null
  Average?: number | null
  OfOwnSales?: number | null
  CostedSales?: number | null
  CostedProfit?: number | null
  MarginPercent?: number | null
  MarkupPercent?: number | null
  NoCostCount?: number | null
  NoCostSales?: number | null
}

/** What the rows are of. */
interface BesideOf {
  dimension: Dimension
  splitBy: SplitBy | undefined
}

/** The sum of what is used again and again, by its dimension. */
const USED: Partial<Record<Dimension, number>> = { promotion: SUM.promotion, discount: SUM.discount, surcharge: SUM.surcharge }

/** A part of a whole in percent with one decimal, half away from zero; null where there is no whole. */
export const shareOf = (part: number, of: number): number | null => (of === 0 || Number.isNaN(part) || Number.isNaN(of) ? null : whole((part / of) * 1000) / 10)

/** What a row has besides its figures. @param currency null for several: what is money is null then */
export const besides = (of: BesideOf, row: RowSums, currency: string | null): Beside => {
  const { dimension, splitBy } = of
  const Count = countOf(row[ROW.count] as number)
  if (dimension === 'gpmargins') return { Count, ...marginsOf(row, currency) }
  const used = USED[dimension]
  if (used === undefined) return { Count }
  const [amount, count] = [row[used] as number, row[ROW.count] as number]
  if (splitBy === 'employee') return { Count, OfOwnSales: currency === null ? null : shareOf(amount, row[SUM.gross] as number) }
  return { Count, Average: currency === null || !(count > 0) ? null : moneyIn(amount / count, currency) }
}

/** What the lines with a cost made, and what was sold without one. */
const marginsOf = (row: RowSums, currency: string | null): Omit<Beside, 'Count'> => {
  const at = (position: number) => row[position] as number
  const bare = at(ROW.bareAmount) - at(ROW.bareSurcharge) - at(ROW.bareTax) + at(ROW.bareSurchargeTax)
  const sold = netExTaxOf(row) - bare
  const cost = row[SUM.cost] as number
  // Where nothing has a cost there is no profit to tell, and 0 would be one.
  const isBare = sold === 0 && cost === 0 && (row[ROW.bareCount] as number) > 0
  return {
    CostedSales: moneyIn(sold, currency),
    CostedProfit: isBare ? null : moneyIn(sold - cost, currency),
    MarginPercent: currency === null || !(sold > 0) ? null : shareOf(sold - cost, sold),
    MarkupPercent: currency === null || !(cost > 0) ? null : shareOf(sold - cost, cost),
    NoCostCount: countOf(row[ROW.bareCount] as number),
    NoCostSales: moneyIn(bare, currency),
  }
}

/** Counts are whole, except in an average of four weeks, which has quarters. */
const countOf = (count: number): number | null => figureOf(whole(count * 100), 100)

const moneyIn = (minor: number, currency: string | null): number | null => (currency === null || Number.isNaN(minor) ? null : moneyOf(minor, currency))
