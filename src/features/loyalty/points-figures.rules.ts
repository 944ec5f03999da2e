import { SIGN_OF_FIGURE } from '#features/ledger/ledger.rules.ts'

/** The columns of the points report, in the order of its roll-forward. All are positive but Adjustments and Difference. */
export const POINTS_FIGURES = [
  'Opening',
  'Accrued',
  'AccruedReversed',
  'Redeemed',
  'RedeemedReversed',
  'Adjustments',
  'TransfersIn',
  'TransfersOut',
  'ReplacedIn',
  'ReplacedOut',
  'Expired',
  'Closing',
  'Voucher20',
  'Voucher25',
  'Voucher50',
  'Voucher100',
  'VoucherOther',
  'VoucherAmount',
  'VoucherPoints',
  'VouchersRedeemed',
  'SalesReportPoints',
  'MemberCardPoints',
  'Difference',
] as const
export type PointsFigure = (typeof POINTS_FIGURES)[number]

/** How a location's programme did in a period, and the points members hold at its end. Rates are null where there is nothing to divide by. */
export const USAGE_FIGURES = [
  'ActiveCards',
  'Uses',
  'MembersSales',
  'Sales',
  'Share',
  'Accrued',
  'Redeemed',
  'PointsPerDollar',
  'RedemptionRate',
  'PointsLiability',
] as const
export type UsageFigure = (typeof USAGE_FIGURES)[number]

/** Figures of the usage summary that show total sales, or let them be computed. */
export const NEEDS_SALES: readonly UsageFigure[] = ['Sales', 'Share']

/** Why the points of sales and those of cards differ. */
export const DIFFERENCE_REASONS = [
  'NotYetPosted',
  'UnknownOrBlockedCard',
  'ReplacedCard',
  'ManualAccrual',
  'PostedTwice',
  'RefundNotReversed',
  'RateChanged',
  'Unexplained',
] as const
export type DifferenceReason = (typeof DIFFERENCE_REASONS)[number]

/** What a document of the till is, by its kind as it is stored. */
export const SALE_KINDS = { 1: 'Sale', 2: 'Refund', 5: 'Correction' } as const

/** What a figure of the ledger's days adds to the points members hold. */
export const signed = (figure: number, points: number): number => SIGN_OF_FIGURE[figure as keyof typeof SIGN_OF_FIGURE] * points
