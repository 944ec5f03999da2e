import { dayNumber, dayOf } from '#shared/day.ts'
import { hourOf } from './habits.ts'
import { type Member, planted, type Role, type World } from './members.ts'
import { randomFor } from './random.ts'
import { payableWithPoints } from './spending.ts'
import type { TillSale } from './till-sale.ts'
import { type Shop, tradeOfDay } from './trade.ts'
import { isClosed, weekdayOf } from './trading.ts'

/**
 * The six abuses planted in the sample, which its fraud check is to find: somebody behind the bar swipes their own card; sales are refunded and
 * their points stay; points go through three cards; a card is at two places at once; the staff's discount card is used every day; a card that
 * slept for months is emptied.
 */

const BAR = 0
const BISTRO = 1
/** Whoever swipes their own card, and whoever refunds, by their number at the till. */
const SWIPES_OWN = '204'
const REFUNDS = '203'
const OWN_CARD_DAYS = 56
const STAFF_CARD_DAYS = 75
const REFUND_DAYS = 45
const EMPTIED_BEFORE = 9
const TWO_PLACES_BEFORE = [6, 19]
export const CHAIN_BEFORE = [20, 17, 13] as const
const CHAIN_SPENT = 800
const SLEEPER_HAS = 1500
/** No planted sale is found for its amount. */
const LARGEST_BILL = 9500
const MINUTE_MS = 60_000

/** A sale that a planted card is swiped at. */
export interface PlantedSale {
  member: Member
  /** Points it pays with. */
  spends?: number
  /** Its points stay when it is refunded. */
  keepsPoints?: boolean
}

/** A sale by its till and receipt. */
export const saleKey = ({ TerminalId, SaleId }: Pick<TillSale, 'TerminalId' | 'SaleId'>): string => `${TerminalId} ${SaleId}`

/** A day on which both the bar and the bistro are open, so many days before the sample was made or the day before that. */
export const openDay = ({ anchor }: World, before: number): number => {
  const day = dayOf(anchor - before)
  return isClosed(day) ? anchor - before - 1 : weekdayOf(day) === 1 ? openDay({ anchor } as World, before + 1) : anchor - before
}

/** What is planted at a place on a day, by the sale it is at. */
export const plantedAt = (world: World, shops: readonly Shop[], place: number, day: string, sales: readonly TillSale[]): Map<string, PlantedSale> => {
  const number = dayNumber(day)
  const swiped = sales.filter(({ Type, LoyaltyCard, Totals }) => Type === 'Sale' && LoyaltyCard !== undefined && Totals.Total < LARGEST_BILL)
  const found = new Map<string, PlantedSale>()
  const plant = (role: Role, chosen: readonly (TillSale | undefined)[], more: Omit<PlantedSale, 'member'> = {}) => {
    for (const sale of chosen) if (sale && !found.has(saleKey(sale))) found.set(saleKey(sale), { member: planted(world, role), ...more })
  }
  for (const before of TWO_PLACES_BEFORE) {
    if (number === openDay(world, before)) plant('twoPlaces', [pairOn(world, shops, day)?.[place]])
  }
  if (place === BISTRO && number <= world.start + 84 && number > world.start + 4 && weekdayOf(day) === 6)
    plant('sleeper', [swiped.find((sale) => hourOf(sale) >= 18)])
  if (place !== BAR) return found
  if (number >= world.anchor - REFUND_DAYS) plant('refundLoop', refundedBy(REFUNDS, sales), { keepsPoints: true })
  if (number === openDay(world, EMPTIED_BEFORE)) plant('sleeper', [largest(swiped)], { spends: SLEEPER_HAS })
  if (number === openDay(world, CHAIN_BEFORE[2])) plant('chain4', [largest(swiped.filter((sale) => !found.has(saleKey(sale))))], { spends: CHAIN_SPENT })
  if (number >= world.anchor - OWN_CARD_DAYS) plant('ownCard', ownSwipes(world, day, swiped))
  if (number >= world.anchor - STAFF_CARD_DAYS) plant('staffDiscount', spread(swiped.filter((sale) => !found.has(saleKey(sale)))))
  return found
}

const largest = (sales: readonly TillSale[]): TillSale | undefined => [...sales].sort((a, b) => payableWithPoints(b) - payableWithPoints(a))[0]

const refundedBy = (clerk: string, sales: readonly TillSale[]): TillSale[] => {
  const originals = new Map(sales.map((sale) => [saleKey(sale), sale]))
  return sales.flatMap(({ Type, ClerkId, TerminalId, OriginalSaleId = '' }) =>
    Type === 'Refund' && ClerkId === clerk ? (originals.get(saleKey({ TerminalId, SaleId: OriginalSaleId })) ?? []) : [],
  )
}

const ownSwipes = ({ seed }: World, day: string, swiped: readonly TillSale[]): TillSale[] => {
  const random = randomFor(seed, `own card ${day}`)
  const own = swiped.filter(({ ClerkId }) => ClerkId === SWIPES_OWN)
  return random.chance(0.45) && own.length > 0 ? [...new Set([random.pick(own), random.pick(own)])] : []
}

/** Three sales of the day, one after the other. */
const spread = (sales: readonly TillSale[]): (TillSale | undefined)[] => [0.2, 0.5, 0.8].map((at) => sales[Math.floor(sales.length * at)])

/** A sale at the bar and one at the bistro within twenty minutes of each other, the closest there are. */
const pairOn = ({ seed }: World, shops: readonly Shop[], day: string): readonly [TillSale, TillSale] | undefined => {
  const [bar = [], bistro = []] = [BAR, BISTRO].map((place) => {
    const shop = shops[place]
    return shop
      ? tradeOfDay(seed, shop, day).filter(({ Type, LoyaltyCard, Totals }) => Type === 'Sale' && LoyaltyCard !== undefined && Totals.Total < LARGEST_BILL)
      : []
  })
  const pairs = bar.flatMap((one) => bistro.map((other) => [one, other] as const))
  const apart = ([one, other]: readonly [TillSale, TillSale]) => Math.abs(Math.abs(Date.parse(one.ClosedAt) - Date.parse(other.ClosedAt)) - 12 * MINUTE_MS)
  return pairs.sort((a, b) => apart(a) - apart(b))[0]
}
