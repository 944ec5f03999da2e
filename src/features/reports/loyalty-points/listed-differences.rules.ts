import type { DifferencesAnswer, PointsDifference } from '#features/loyalty/loyalty-reports.contract.ts'
import type { DifferenceReason } from '#features/loyalty/points-figures.rules.ts'

/** The documents behind a difference of one reason at one location, and what each side says of them. */
export interface ListedDifference {
  pairs: readonly PointsDifference[]
  /** Points of the sales; an entry that only hangs on a sale, as one made by hand or a second time does, has none of its own. */
  sales: number
  cards: number
}

/** Reasons whose entry is one more beside that of the sale: the sale itself agrees. */
const BESIDE: readonly DifferenceReason[] = ['ManualAccrual', 'PostedTwice']

/** What the sales report says of a document. */
export const salePointsOf = ({ Reason, Sale }: PointsDifference): number | undefined => (BESIDE.includes(Reason) ? undefined : Sale?.Points)

/** What the cards hold of it; undefined where there is no entry. */
export const cardPointsOf = (one: PointsDifference): number | undefined => (one.Entry ? (salePointsOf(one) ?? 0) + one.Points : undefined)

/** The documents of one reason at one location; undefined while not all of them are known. */
export const listedOf = (
  answer: DifferencesAnswer | undefined,
  { Reason, LocationId, Count, Points }: { Reason: DifferenceReason; LocationId: number; Count: number; Points: number },
): ListedDifference | undefined => {
  const pairs = answer?.Differences.filter((one) => one.Reason === Reason && one.LocationId === LocationId) ?? []
  const isWhole = pairs.length === Count && pairs.reduce((sum, one) => sum + one.Points, 0) === Points
  if (!isWhole || pairs.length === 0) return undefined
  const sales = pairs.reduce((sum, one) => sum + (salePointsOf(one) ?? 0), 0)
  return { pairs, sales, cards: sales + Points }
}

/** What sales and cards say of all that differs; undefined where a document stands in the list twice, since it counts once. */
export const together = (listed: readonly (ListedDifference | undefined)[]): { sales: number; cards: number } | undefined => {
  if (listed.includes(undefined)) return undefined
  const all = listed.flatMap((one) => one?.pairs ?? []).filter((one) => salePointsOf(one) !== undefined)
  if (new Set(all.map(({ Sale }) => Sale?.SaleId)).size < all.length) return undefined
  const sum = (side: 'sales' | 'cards') => listed.reduce((points, one) => points + (one?.[side] ?? 0), 0)
  return { sales: sum('sales'), cards: sum('cards') }
}
