import { dayNumber } from '#shared/day.ts'
import { type PlantedSale, plantedAt, saleKey } from './abuses.ts'
import { buyersAt, comingTo, payerOf } from './habits.ts'
import { type Member, numberOn, type World } from './members.ts'
import { type Random, randomFor } from './random.ts'
import { earnedBy, paidWithPoints, payableWithPoints, spentBy, voucherOf } from './spending.ts'
import type { TillSale } from './till-sale.ts'
import type { Shop } from './trade.ts'
import { PLACES } from './trading.ts'

/** Bills from which on nobody swipes a card, as a company pays: at the bar, the bistro and the cellar door. */
const SHARED_BILL = [9500, 36_000, 24_000]
/** How often a reader gives the till points and loses the number. */
const NUMBER_LOST = 0.002
/** How often a member who comes seldom has another round. */
const SECOND_ROUND = 0.05

/**
 * A day's trade with the cards of the sample's members: which sales a card is swiped at is the trade's, whose card it is and what it earns and
 * pays is told here. Nothing else of a sale changes but how much of it points pay.
 */
export const withMembers = (world: World, shops: readonly Shop[], shop: Shop, day: string, trade: readonly TillSale[]): TillSale[] => {
  const place = PLACES.indexOf(shop.place)
  const number = dayNumber(day)
  const coming = comingTo(world, place, day, number)
  const abuses = plantedAt(world, shops, place, day, trade)
  const served = new Set<Member>()
  const cards = new Map<string, PlantedSale & { card: string }>()
  const swiped = (sale: TillSale): TillSale => {
    const random = randomFor(world.seed, `card ${shop.locationId} ${saleKey(sale)}`)
    const abuse = abuses.get(saleKey(sale))
    if (!abuse && sale.LoyaltyCard === undefined) return sale
    if (!abuse && sale.Totals.Total >= (SHARED_BILL[place] ?? 0)) return withoutCard(sale)
    if (!abuse && random.chance(NUMBER_LOST)) return { ...withoutCard(sale), Points: { Accrued: earnedBy(sale), Redeemed: 0 } }
    const member = abuse?.member ?? payer(sale, random)
    if (!member) return withoutCard(sale)
    const card = numberOn(member, number, random)
    cards.set(saleKey(sale), { ...abuse, member, card })
    const spends = abuse ? Math.min(abuse.spends ?? 0, payableWithPoints(sale)) : spentBy(world, member, sale, number, random)
    return { ...paidWithPoints(sale, spends), LoyaltyCard: card, Points: { Accrued: earnedBy(sale), Redeemed: spends } }
  }
  let last: Member | undefined
  const payer = (sale: TillSale, random: Random): Member | undefined => {
    const again = last?.kind === 'occasional' && random.chance(SECOND_ROUND) ? last : undefined
    last =
      again ??
      payerOf(voucherOf(sale) > 0 ? buyersAt(world, place, number) : coming, sale, place, number, served, random) ??
      payerOf(coming, sale, place, number, served, random)
    if (last) served.add(last)
    return last
  }
  const paid = new Map(trade.filter(({ Type }) => Type === 'Sale').map((sale) => [sale, swiped(sale)]))
  return trade.map((sale) => namingVouchers(paid.get(sale) ?? corrected(sale, cards)))
}

/** The programme counts vouchers by their value, which tills name on the line. */
const namingVouchers = (sale: TillSale): TillSale =>
  sale.Lines.some(({ Kind }) => Kind === 'NonSale')
    ? { ...sale, Lines: sale.Lines.map((line) => (line.Kind === 'NonSale' ? { ...line, Voucher: line.UnitPrice / 100 } : line)) }
    : sale

/** A refund or void with the card of its sale; a refund takes its points back unless somebody saw to it that they stay. */
const corrected = (sale: TillSale, cards: ReadonlyMap<string, PlantedSale & { card: string }>): TillSale => {
  const { Type, TerminalId, OriginalSaleId } = sale
  if (OriginalSaleId === undefined) return sale
  const first = cards.get(saleKey({ TerminalId, SaleId: OriginalSaleId }))
  if (!first) return withoutCard(sale)
  if (Type !== 'Refund') return { ...sale, LoyaltyCard: first.card }
  const back = first.keepsPoints ? 0 : Math.floor(-sale.Totals.Net / 100)
  return { ...sale, LoyaltyCard: first.card, Points: { Accrued: 0 - back, Redeemed: 0 } }
}

const withoutCard = ({ LoyaltyCard: _, Points: __, ...sale }: TillSale): TillSale => sale
