import type { Fact } from '#features/intake/sale-facts.rules.ts'
import { isCounted, LINE_KIND } from '#features/intake/sale-facts.rules.ts'
import { cardKey } from '#shared/card-number.ts'
import { ACCOUNT, type DayFigure, FIGURE, type Figure, MOVEMENT, type Movement } from './ledger.rules.ts'

/** What the venue gives points for, and what vouchers cost in points. */
export interface PointsSettings {
  /** Ten-thousandths of a point a dollar earns; 0 where the till works them out. */
  rate: number
  /** By product group, where it has a rate of its own. */
  ratesByGroup: ReadonlyMap<string, number>
  /** Points a voucher of so many dollars costs. */
  voucherPrices: ReadonlyMap<number, number>
}

/** Whether a sale moves points of a card. */
export const movesPoints = ({
  kind,
  cardNumber,
  pointsAccrued,
  pointsRedeemed,
}: Pick<Fact, 'kind' | 'cardNumber' | 'pointsAccrued' | 'pointsRedeemed'>): boolean =>
  cardNumber !== null && isCounted(kind) && (pointsAccrued !== 0 || pointsRedeemed !== 0)

/** What the sales of a day themselves say of points, whether those move on a card or not. */
export const figuresOfSales = (facts: readonly Fact[]): DayFigure[] =>
  facts
    .filter(({ kind, pointsAccrued }) => isCounted(kind) && pointsAccrued !== 0)
    .flatMap(({ locationId, businessDate, pointsAccrued, cardNumber }): DayFigure[] => {
      const day = { locationId, businessDate }
      const figure = { ...day, figure: FIGURE.salesPoints, points: pointsAccrued }
      if (cardNumber === null) return [figure, { ...figure, figure: FIGURE.withoutCard }]
      return cardKey(cardNumber) === '' ? [figure, { ...day, figure: FIGURE.unlike, points: 1 }] : [figure]
    })

/** What goods are worth in points before they are cut to whole ones: ten-thousandths of a point × minor units of money. */
export const worthOf = (
  lines: readonly { kind: number; counts: boolean; amount: number; productGroup: string }[],
  { rate, ratesByGroup }: PointsSettings,
): number =>
  lines.reduce((sum, { kind, counts, amount, productGroup }) => {
    return counts && kind === LINE_KIND.sale ? sum + amount * (ratesByGroup.get(productGroup) ?? rate) : sum
  }, 0)

/** Ten-thousandths × minor units in one point. */
export const onePoint = (decimals: number): number => 10_000 * 10 ** decimals

/**
 * Points a refund takes back of a sale whose points were computed: what is left of the sale is worth its whole points, so that refunds in
 * any number of parts take back exactly what the whole sale gave.
 * @param left what is left of the sale; undefined where it is not known here
 * @param worth what is given back, above zero
 * @returns how many points, and how much of the worth counted
 */
export const takenBack = (left: number | undefined, worth: number, unit: number): { points: number; worth: number } => {
  if (left === undefined) return { points: Math.floor(worth / unit), worth }
  const counted = Math.min(Math.max(left, 0), worth)
  return { points: Math.floor(left / unit) - Math.floor((left - counted) / unit), worth: counted }
}

/** Points by which vouchers were bought, of those a sale redeemed. */
const voucherPointsOf = ({ lines, pointsRedeemed }: Fact, { voucherPrices }: PointsSettings): number => {
  if (pointsRedeemed === 0) return 0
  const price = lines.reduce((sum, { voucher, qty, kind }) => {
    return voucher !== null && kind === LINE_KIND.nonSale ? sum + Math.round(((voucherPrices.get(voucher) ?? 0) * qty) / 10_000) : sum
  }, 0)
  return pointsRedeemed > 0 ? Math.max(0, Math.min(price, pointsRedeemed)) : Math.min(0, Math.max(price, pointsRedeemed))
}

/**
 * The movement of a sale's points, which has the sale's own id.
 * An import that is undone never gave or used points: what was counted of it is taken off, where a void counts as reversed.
 * @param reversedByHand for an entry that takes a sale back: what was taken back of its points by hand before, on the card's side; that is
 *   not taken back twice
 * @param isReplaced whether it came with a card that another one took the place of
 */
export const movementOfSale = (
  fact: Fact,
  cardId: string,
  settings: PointsSettings,
  worth: number | null,
  reversedByHand = 0,
  isReplaced = false,
): Movement => {
  const { pointsAccrued, pointsRedeemed, saleId, undoes } = fact
  const vouchers = voucherPointsOf(fact, settings)
  const figures: [Figure, number][] = [
    pointsAccrued > 0 !== undoes ? [FIGURE.accrued, pointsAccrued] : [FIGURE.accruedReversed, -pointsAccrued],
    pointsRedeemed > 0 !== undoes ? [FIGURE.redeemed, pointsRedeemed] : [FIGURE.redeemedReversed, -pointsRedeemed],
    [FIGURE.voucherPoints, vouchers],
    ...handBack(reversedByHand),
    [FIGURE.unlike, reversedByHand !== 0 || isReplaced ? 1 : 0],
  ]
  const handAccount = reversedByHand < 0 ? ACCOUNT.issued : ACCOUNT.redeemed
  return {
    movementId: saleId,
    kind: MOVEMENT.sale,
    cardId,
    otherCardId: null,
    locationId: fact.locationId,
    businessDate: fact.businessDate,
    at: fact.closedAt,
    saleId,
    computed: fact.pointsSource === 2,
    worth,
    reverses: fact.counterOf,
    comments: '',
    changes: [{ cardId, by: pointsAccrued - pointsRedeemed - reversedByHand }],
    against: [
      { account: ACCOUNT.issued, delta: -pointsAccrued },
      { account: ACCOUNT.redeemed, delta: pointsRedeemed - vouchers },
      { account: ACCOUNT.voucher, delta: vouchers },
      { account: handAccount, delta: reversedByHand },
    ],
    figures: figures.filter(([, points]) => points !== 0).map(([figure, points]) => ({ figure, points })),
    usedOn: fact.n > 0 ? fact.businessDate : null,
  }
}

/** What was reversed by hand already is no longer taken back by the till. */
const handBack = (reversedByHand: number): [Figure, number][] =>
  reversedByHand < 0 ? [[FIGURE.accruedReversed, reversedByHand]] : [[FIGURE.redeemedReversed, -reversedByHand]]
