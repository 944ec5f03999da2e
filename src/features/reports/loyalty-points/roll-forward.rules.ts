import type { PointsAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import type { PointsFigure } from '#features/loyalty/points-figures.rules.ts'

/** What each figure does to the points members hold, in the order of the roll-forward. */
const SIGNS = {
  Accrued: 1,
  AccruedReversed: -1,
  Redeemed: -1,
  RedeemedReversed: 1,
  Adjustments: 1,
  TransfersIn: 1,
  TransfersOut: -1,
  ReplacedIn: 1,
  ReplacedOut: -1,
  Expired: -1,
} as const satisfies Partial<Record<PointsFigure, 1 | -1>>

type Totals = PointsAnswer['Totals']

/** A figure as it stands in the roll-forward: what goes out is below zero. */
export interface Step {
  figure: PointsFigure
  value: number
}

/** From opening to closing step by step, and whether the steps shown do come to the closing figure shown. */
export const rollForward = (totals: Readonly<Partial<Record<PointsFigure, number | null>>>): { steps: Step[]; sum: number; holds: boolean } => {
  const steps = (Object.entries(SIGNS) as [PointsFigure, number][]).map(([figure, sign]) => ({ figure, value: sign * (totals[figure] ?? 0) + 0 }))
  const sum = steps.reduce((all, { value }) => all + value, totals.Opening ?? 0)
  return { steps, sum, holds: sum === totals.Closing }
}

/** From the points of sales to those of cards, and whether the reasons shown do add up to the difference shown. */
export const fromSalesToCards = ({ SalesReportPoints, MemberCardPoints, Difference, Explained }: Totals): { sum: number; holds: boolean } => {
  const sum = Explained.reduce((all, { Points }) => all + Points, SalesReportPoints ?? 0)
  return { sum, holds: sum === MemberCardPoints && (MemberCardPoints ?? 0) - (SalesReportPoints ?? 0) === Difference }
}

/** Whether nothing at all happened to points. */
export const isQuiet = (totals: Totals): boolean =>
  rollForward(totals).steps.every(({ value }) => value === 0) && totals.SalesReportPoints === 0 && totals.Explained.length === 0 && vouchersOf(totals) === 0

/** How many vouchers were sold, of any value. */
export const vouchersOf = (totals: Readonly<Partial<Record<PointsFigure, number | null>>>): number =>
  (['Voucher20', 'Voucher25', 'Voucher50', 'Voucher100', 'VoucherOther'] as const).reduce((sum, figure) => sum + (totals[figure] ?? 0), 0)
