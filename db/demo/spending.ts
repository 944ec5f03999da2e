import type { Member, World } from './members.ts'
import type { Random } from './random.ts'
import type { TillSale } from './till-sale.ts'

/** What points are given for and spent on. A point is given for a dollar, and pays a cent. */

/** Share of a frequent member's visits at which points pay, and how much of the balance then. */
const SPENDS = 0.1
const SPENT_SHARE = 0.35
const LEAST_SPENT = 100
/** A voucher is bought with points once the balance is well beyond it. */
const OF_BALANCE = 0.85
/** Points of a usual visit at each place, and visits on a day by those who come often. */
const POINTS_OF_VISIT = [28, 98, 75]
const VISITS: Partial<Record<Member['kind'], number>> = { heavy: 0.11, regular: 0.065, occasional: 0.025 }

/** Points for the goods of a sale, a whole one for each dollar; vouchers give none. */
export const earnedBy = (sale: TillSale): number => Math.max(0, Math.floor((sale.Totals.Net - voucherOf(sale)) / 100))

/** What the gift vouchers of a sale cost. */
export const voucherOf = ({ Lines }: TillSale): number => Lines.reduce((sum, { Kind, Net }) => (Kind === 'NonSale' ? sum + Net : sum), 0)

/** How many points a member pays with: so many as the balance will bear, by how long and how often they have come. */
export const spentBy = (world: World, member: Member, sale: TillSale, day: number, random: Random): number => {
  const voucher = voucherOf(sale)
  const bill = payableWithPoints(sale)
  if (member.spending === 'beyond') return random.chance(0.08) ? Math.min(500, wholeHundreds(bill)) : 0
  if (member.spending === 'vouchers') return voucher > 0 && voucher <= bill && voucher <= saved(world, member, day) * OF_BALANCE ? voucher : 0
  if (member.spending !== 'often' || !random.chance(SPENDS)) return 0
  const points = wholeHundreds(Math.min(standing(world, member, day) * SPENT_SHARE, bill))
  return points < LEAST_SPENT ? 0 : points
}

/** What of a sale points may pay: a bill that one card pays, but for its fee and tip. */
export const payableWithPoints = ({ Tenders }: TillSale): number => {
  const [card] = Tenders
  return Tenders.length === 1 && card?.Method === 'Card' ? Math.max(0, card.Amount - card.Tip - card.Surcharge - 100) : 0
}

/** The sale with points paying a part of it that the card paid before: what it comes to stays as it is. */
export const paidWithPoints = (sale: TillSale, points: number): TillSale => {
  const [card] = sale.Tenders
  if (points === 0 || !card) return sale
  const byPoints = { Method: 'Points' as const, Amount: points, Tip: 0, Surcharge: 0, Change: 0, CashOut: 0 }
  return { ...sale, Tenders: [{ ...card, Amount: card.Amount - points }, byPoints] }
}

/** About what somebody who spends now and then has on the card: it grows until as much is spent as earned. */
const standing = (world: World, member: Member, day: number): number => {
  const { days, earned, visits } = course(world, member, day)
  const full = earned / (SPENDS * SPENT_SHARE)
  // The sample's last days are sold before its history: what was carried over is all there is by then.
  if (Math.abs(day - world.anchor) <= 3) return member.opening
  return full + (member.opening - full) * Math.exp(-SPENDS * SPENT_SHARE * visits * days)
}

/** About what somebody who spends nothing but on vouchers has. */
const saved = (world: World, member: Member, day: number): number => {
  const { days, earned, visits } = course(world, member, day)
  return Math.abs(day - world.anchor) <= 3 ? member.opening : member.opening + earned * visits * days
}

const course = ({ start }: World, { joined, kind, place }: Member, day: number) => ({
  days: day - Math.max(joined, start),
  earned: POINTS_OF_VISIT[place] ?? 0,
  visits: VISITS[kind] ?? 0,
})

const wholeHundreds = (value: number): number => Math.floor(value / 100) * 100
