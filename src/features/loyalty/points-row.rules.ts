import { FIGURE } from '#features/ledger/ledger.rules.ts'
import { toMajor } from '#shared/money.ts'
import { POINTS_FIGURES, type PointsFigure, signed } from './points-figures.rules.ts'

/** The figures of a location in a part of the range, or of all of them. */
export type PointsRow = Record<PointsFigure, number | null>

/** What was counted of one location in one part of a range. */
export interface Counted {
  figures: readonly { figure: number; points: number }[]
  vouchers: readonly { voucher: number; sold: number; amount: number; redeemed: number }[]
}

/** The columns of the report from what was counted; figures counted in several pieces are added. */
export const rowOf = (opening: number, { figures, vouchers }: Counted, currency: string): PointsRow => {
  const of = (figure: number) => figures.filter((one) => one.figure === figure).reduce((sum, { points }) => sum + points, 0)
  const sold = (which: (voucher: number) => boolean) => vouchers.filter(({ voucher }) => which(voucher)).reduce((sum, one) => sum + one.sold, 0)
  const salesPoints = of(FIGURE.salesPoints)
  const memberPoints = of(FIGURE.accrued) - of(FIGURE.accruedReversed)
  return {
    Opening: opening,
    Accrued: of(FIGURE.accrued),
    AccruedReversed: of(FIGURE.accruedReversed),
    Redeemed: of(FIGURE.redeemed),
    RedeemedReversed: of(FIGURE.redeemedReversed),
    Adjustments: of(FIGURE.adjustments),
    TransfersIn: of(FIGURE.transfersIn),
    TransfersOut: of(FIGURE.transfersOut),
    ReplacedIn: of(FIGURE.replacedIn),
    ReplacedOut: of(FIGURE.replacedOut),
    Expired: of(FIGURE.expired),
    Closing: figures.reduce((sum, { figure, points }) => sum + signed(figure, points), opening),
    Voucher20: sold((value) => value === 20),
    Voucher25: sold((value) => value === 25),
    Voucher50: sold((value) => value === 50),
    Voucher100: sold((value) => value === 100),
    VoucherOther: sold((value) => ![20, 25, 50, 100].includes(value)),
    VoucherAmount: toMajor(
      vouchers.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
    VoucherPoints: of(FIGURE.voucherPoints),
    VouchersRedeemed: vouchers.reduce((sum, { redeemed }) => sum + redeemed, 0),
    SalesReportPoints: salesPoints,
    MemberCardPoints: memberPoints,
    Difference: memberPoints - salesPoints,
  }
}

/** Sums to the cent: money is added in hundredths of the smallest unit. */
export const added = (rows: readonly PointsRow[]): PointsRow =>
  Object.fromEntries(
    POINTS_FIGURES.map((figure) => [figure, Math.round(rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0) * 10_000) / 10_000]),
  ) as PointsRow

/** A part of rows, such as a quarter of four weeks: whole points, money to the cent. */
export const divided = (row: PointsRow, by: number): PointsRow =>
  by === 1
    ? row
    : (Object.fromEntries(
        POINTS_FIGURES.map((figure) => {
          const share = (row[figure] ?? 0) / by
          return [figure, figure === 'VoucherAmount' ? Math.round(share * 100) / 100 : Math.round(share)]
        }),
      ) as PointsRow)
