import { describe, expect, it } from 'vitest'
import { fromSalesToCards, isQuiet, rollForward, vouchersOf } from './roll-forward.rules.ts'

const BUSY = {
  Opening: 486_240,
  Accrued: 19_471,
  AccruedReversed: 62,
  Redeemed: 18_000,
  RedeemedReversed: 0,
  Adjustments: 200,
  TransfersIn: 2600,
  TransfersOut: 2600,
  ReplacedIn: 2145,
  ReplacedOut: 2145,
  Expired: 1140,
  Closing: 486_709,
  Voucher20: 4,
  Voucher25: 2,
  Voucher50: 3,
  Voucher100: 1,
  VoucherOther: 0,
  VoucherAmount: 200,
  VoucherPoints: 18_000,
  VouchersRedeemed: 0,
  SalesReportPoints: 19_470,
  MemberCardPoints: 19_409,
  Difference: -61,
  Explained: [
    { Reason: 'NotYetPosted' as const, Points: -86, Count: 3 },
    { Reason: 'RefundNotReversed' as const, Points: 25, Count: 1 },
  ],
}

describe('the roll-forward', () => {
  it('goes from opening to closing by the figures shown', () => {
    const { steps, sum, holds } = rollForward(BUSY)
    expect([sum, holds]).toEqual([486_709, true])
    expect(steps.map(({ value }) => value)).toEqual([19_471, -62, -18_000, 0, 200, 2600, -2600, 2145, -2145, -1140])
  })

  it('does not hold where a figure is off by one', () => {
    for (const figure of ['Opening', 'Accrued', 'Redeemed', 'Expired', 'Closing'] as const)
      expect([figure, rollForward({ ...BUSY, [figure]: BUSY[figure] + 1 }).holds]).toEqual([figure, false])
  })

  it('from sales to cards holds only where the reasons add up to the difference', () => {
    expect(fromSalesToCards(BUSY)).toEqual({ sum: 19_409, holds: true })
    expect(fromSalesToCards({ ...BUSY, Explained: BUSY.Explained.slice(1) }).holds).toBe(false)
    expect(fromSalesToCards({ ...BUSY, Difference: -60 }).holds).toBe(false)
  })

  it('knows a range in which nothing happened', () => {
    const nothing = Object.fromEntries(Object.keys(BUSY).map((figure) => [figure, 0])) as unknown as typeof BUSY
    expect(isQuiet({ ...nothing, Opening: 5, Closing: 5, Explained: [] })).toBe(true)
    expect(isQuiet({ ...nothing, Voucher50: 1, Explained: [] })).toBe(false)
    expect(vouchersOf(BUSY)).toBe(10)
  })
})
