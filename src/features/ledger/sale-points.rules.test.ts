import { describe, expect, it } from 'vitest'
import { type Fact, KIND, LINE_KIND } from '#features/intake/sale-facts.rules.ts'
import { ACCOUNT, FIGURE, SIGN_OF_FIGURE } from './ledger.rules.ts'
import { figuresOfSales, movementOfSale, movesPoints, onePoint, type PointsSettings, takenBack, worthOf } from './sale-points.rules.ts'

/** One point a dollar, two on wine, none on tobacco; a voucher of 10 dollars costs 100 points. */
const SETTINGS: PointsSettings = {
  rate: 10_000,
  ratesByGroup: new Map([
    ['Wine', 20_000],
    ['Tobacco', 0],
  ]),
  voucherPrices: new Map([[10, 100]]),
}
const UNIT = onePoint(2)
const line = (productGroup: string, amount: number, more: object = {}) => ({ kind: LINE_KIND.sale as number, counts: true, amount, productGroup, ...more })

const fact = (more: Partial<Fact>) =>
  ({
    saleId: '7',
    locationId: 1,
    businessDate: '2026-11-20',
    closedAt: 0,
    kind: KIND.sale,
    cardNumber: '600123',
    pointsAccrued: 0,
    pointsRedeemed: 0,
    pointsSource: 1,
    counterOf: null,
    undoes: false,
    n: 1,
    lines: [],
    ...more,
  }) as unknown as Fact
const sumOf = ({ changes, against }: ReturnType<typeof movementOfSale>) =>
  [...changes.map(({ by }) => by), ...against.map(({ delta }) => delta)].reduce((a, b) => a + b, 0)
const voucher = (more: object = {}) => ({ kind: LINE_KIND.nonSale, voucher: 10, qty: 10_000, ...more })
const withVouchers = (pointsRedeemed: number, ...lines: object[]) => movementOfSale(fact({ pointsRedeemed, lines: lines as never }), 'a', SETTINGS, null)
const toVouchers = ({ against }: ReturnType<typeof movementOfSale>) => against.find(({ account }) => account === ACCOUNT.voucher)?.delta

describe('what goods are worth in points', () => {
  it('is by the rate of their group, else of the venue, and nothing for what is no sale of goods', () => {
    const lines = [
      line('Beer', 1250),
      line('Wine', 1000),
      line('Tobacco', 5000),
      line('Beer', 900, { counts: false }),
      line('', 500, { kind: LINE_KIND.nonSale }),
    ]
    expect(worthOf(lines, SETTINGS) / UNIT).toBe(32.5)
    expect(onePoint(0)).toBe(10_000)
  })
})

describe('refunds', () => {
  it('in any parts take back exactly what the whole sale gave', () => {
    const whole = 10.5 * UNIT
    let left = whole
    const points = [3.3, 3.3, 3.9].map((part) => {
      const back = takenBack(left, part * UNIT, UNIT)
      left -= back.worth
      return back.points
    })
    expect([points, left]).toEqual([[3, 4, 3], 0])
    expect(takenBack(whole, whole, UNIT)).toEqual({ points: 10, worth: whole })
  })

  it('take back no more than is left, and of a sale nobody knows here what they are worth themselves', () => {
    expect(takenBack(2 * UNIT, 5 * UNIT, UNIT)).toEqual({ points: 2, worth: 2 * UNIT })
    expect(takenBack(-1, 5 * UNIT, UNIT)).toMatchObject({ worth: 0 })
    expect(takenBack(undefined, 5.9 * UNIT, UNIT)).toEqual({ points: 5, worth: 5.9 * UNIT })
  })
})

describe('the movement of a sale', () => {
  it('gives and uses points, adds up to zero, and stands in the report by what it did', () => {
    const moved = movementOfSale(fact({ pointsAccrued: 12, pointsRedeemed: 5 }), 'a', SETTINGS, null)
    expect([moved.changes, sumOf(moved)]).toEqual([[{ cardId: 'a', by: 7 }], 0])
    expect(moved.figures).toEqual([
      { figure: FIGURE.accrued, points: 12 },
      { figure: FIGURE.redeemed, points: 5 },
    ])
    expect([moved.usedOn, moved.computed]).toEqual(['2026-11-20', false])
  })

  it('that takes a sale back is reversed in the report, and no use of the card', () => {
    const moved = movementOfSale(fact({ pointsAccrued: -12, pointsRedeemed: -5, n: -1, counterOf: '6', pointsSource: 2 }), 'a', SETTINGS, null)
    expect(moved.figures).toEqual([
      { figure: FIGURE.accruedReversed, points: 12 },
      { figure: FIGURE.redeemedReversed, points: 5 },
    ])
    expect([moved.reverses, moved.usedOn, moved.computed, sumOf(moved)]).toEqual(['6', null, true, 0])
  })

  it('of an import that is undone takes off what was counted, and gives again what was reversed', () => {
    expect(movementOfSale(fact({ pointsAccrued: -12, undoes: true }), 'a', SETTINGS, null).figures).toEqual([{ figure: FIGURE.accrued, points: -12 }])
    expect(movementOfSale(fact({ pointsRedeemed: 5, undoes: true }), 'a', SETTINGS, null).figures).toEqual([{ figure: FIGURE.redeemedReversed, points: -5 }])
  })

  it('takes back once what a manager took back before', () => {
    const accrued = movementOfSale(fact({ pointsAccrued: -12 }), 'a', SETTINGS, null, -4)
    expect([accrued.changes[0]?.by, sumOf(accrued)]).toEqual([-8, 0])
    expect(accrued.figures).toContainEqual({ figure: FIGURE.accruedReversed, points: -4 })
    expect(accrued.figures).toContainEqual({ figure: FIGURE.unlike, points: 1 })
    const redeemed = movementOfSale(fact({ pointsRedeemed: -12 }), 'a', SETTINGS, null, 4)
    expect([redeemed.changes[0]?.by, sumOf(redeemed)]).toEqual([8, 0])
    expect(redeemed.figures).toContainEqual({ figure: FIGURE.redeemedReversed, points: -4 })
    expect(redeemed.against).toContainEqual({ account: ACCOUNT.redeemed, delta: 4 })
    expect(accrued.against).toContainEqual({ account: ACCOUNT.issued, delta: -4 })
  })

  it('stands in the report by as many points as the card changed by, whatever it does', () => {
    const [some, none] = [[-12, 12], [0]]
    for (const pointsAccrued of [...some, ...none])
      for (const pointsRedeemed of [...some, ...none])
        for (const byHand of [-4, 0, 4]) {
          const { changes, figures } = movementOfSale(fact({ pointsAccrued, pointsRedeemed }), 'a', SETTINGS, null, byHand)
          expect(figures.reduce((sum, { figure, points }) => sum + SIGN_OF_FIGURE[figure] * points, 0)).toBe(changes[0]?.by)
        }
    const signs = (figure: (typeof FIGURE)[keyof typeof FIGURE], by: number) => expect(SIGN_OF_FIGURE[figure], String(figure)).toBe(by)
    for (const figure of [FIGURE.adjustments, FIGURE.transfersIn, FIGURE.replacedIn]) signs(figure, 1)
    for (const figure of [FIGURE.transfersOut, FIGURE.replacedOut, FIGURE.expired]) signs(figure, -1)
    for (const figure of [FIGURE.voucherPoints, FIGURE.salesPoints, FIGURE.unlike, FIGURE.withoutCard]) signs(figure, 0)
  })

  it('on a card that was replaced differs from its sale', () => {
    expect(movementOfSale(fact({ pointsAccrued: 3 }), 'a', SETTINGS, null, 0, true).figures).toContainEqual({ figure: FIGURE.unlike, points: 1 })
  })

  it('tells the points that bought vouchers, no more than were used', () => {
    expect(toVouchers(withVouchers(250, voucher(), voucher()))).toBe(200)
    expect(toVouchers(withVouchers(250, voucher({ qty: 20_000 })))).toBe(200)
    expect(toVouchers(withVouchers(150, voucher(), voucher()))).toBe(150)
    expect(toVouchers(withVouchers(250, voucher({ voucher: 20 }), voucher({ voucher: null }), voucher({ kind: LINE_KIND.sale })))).toBe(0)
    expect(toVouchers(withVouchers(-150, voucher({ qty: -10_000 })))).toBe(-100)
    expect(toVouchers(withVouchers(-50, voucher({ qty: -10_000 })))).toBe(-50)
    expect(toVouchers(withVouchers(0, voucher()))).toBe(0)
    expect(sumOf(withVouchers(250, voucher()))).toBe(0)
  })
})

describe('what sales say of points', () => {
  it('counts those with a card, those without one, and those whose card is no number', () => {
    const figures = figuresOfSales([
      fact({ pointsAccrued: 5 }),
      fact({ pointsAccrued: 6, cardNumber: null }),
      fact({ pointsAccrued: 7, cardNumber: ' ' }),
      fact({ pointsAccrued: 0 }),
      fact({ pointsAccrued: 8, kind: KIND.training }),
    ])
    expect(figures.map(({ figure, points }) => [figure, points])).toEqual([
      [FIGURE.salesPoints, 5],
      [FIGURE.salesPoints, 6],
      [FIGURE.withoutCard, 6],
      [FIGURE.salesPoints, 7],
      [FIGURE.unlike, 1],
    ])
  })

  it('moves a card where there is one, the sale counts, and points came or went', () => {
    const moves = (more: Partial<Fact>) => movesPoints(fact(more))
    expect([moves({ pointsAccrued: 1 }), moves({ pointsRedeemed: 1 }), moves({ pointsAccrued: -1, kind: KIND.counter })]).toEqual([true, true, true])
    expect([moves({}), moves({ pointsAccrued: 1, cardNumber: null }), moves({ pointsAccrued: 1, kind: KIND.training })]).toEqual([false, false, false])
  })
})
