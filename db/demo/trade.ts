import { Temporal } from 'temporal-polyfill'
import { type Bill, type BillLine, priced } from './bill.ts'
import { type Item, MENUS, naming } from './catalogue.ts'
import { type Random, randomFor } from './random.ts'
import type { TillSale } from './till-sale.ts'
import { isClosed, isHoliday, type Place, seasonOf, weekdayOf } from './trading.ts'

/** Where a day is made up: the till's view of one sample location. */
export interface Shop {
  place: Place
  locationId: number
  timeZone: string
}

const CARDS = 900

/**
 * All a location's tills wrote on one trading day, in the order they closed. The same seed, shop and day give the same
 * day whenever it is asked for; of today, keep what has closed by now.
 */
export const tradeOfDay = (seed: number, shop: Shop, day: string): TillSale[] => {
  const { place } = shop
  const random = randomFor(seed, `${place.menu} ${day}`)
  const busy = (place.weekdays[weekdayOf(day) - 1] ?? 1) * seasonOf(day) * (isHoliday(day) ? 1.25 : 1) * (0.9 + random.next() * 0.2)
  if (busy <= 0 || isClosed(day)) return []
  const moments = Array.from({ length: random.arrivals(place.salesPerDay * busy) }, () => momentOf(place, random)).sort((a, b) => a - b)
  const counters = new Map<string, number>()
  const receiptOf = (terminal: string) => {
    const next = (counters.get(terminal) ?? 0) + 1
    counters.set(terminal, next)
    return `${day.slice(2).replaceAll('-', '')}-${String(next).padStart(4, '0')}`
  }
  const sales: TillSale[] = []
  for (const minute of moments) {
    const terminal = random.pick(place.terminals)
    sales.push(saleAt(shop, day, minute, terminal, receiptOf(terminal), random))
  }
  return [...sales, ...corrections(shop, sales, receiptOf, random), ...wasted(shop, day, receiptOf, random)].sort((a, b) => (a.ClosedAt < b.ClosedAt ? -1 : 1))
}

/** Minutes since midnight of the business date; past 24:00 for the small hours that still belong to it. */
const momentOf = (place: Place, random: Random): number => {
  const [hour] = random.pick(Object.entries(place.hours), ([, share]) => share)
  return Number(hour) * 60 + random.between(0, 59)
}

const saleAt = (shop: Shop, day: string, minute: number, terminal: string, receipt: string, random: Random): TillSale => {
  const { place } = shop
  const [clerkId, clerkName] = random.pick(place.clerks)
  const [orderType] = random.pick(place.orderTypes, ([, share]) => share)
  const covers = orderType === 'DineIn' ? random.between(...place.covers) : 0
  const card = random.chance(0.31) ? `600${String(random.between(1, CARDS)).padStart(7, '0')}` : undefined
  const bill = billFor(shop, day, minute, Math.max(1, covers), card !== undefined, random)
  const closedAt = instantOf(shop.timeZone, day, minute, random.between(0, 59))
  const { lines, ...sums } = priced(bill, random)
  return {
    SaleId: receipt,
    Revision: 1,
    Type: 'Sale',
    LocationId: shop.locationId,
    TerminalId: terminal,
    ClerkId: clerkId,
    ClerkName: clerkName,
    OpenedAt: closedAt
      .subtract({ minutes: orderType === 'DineIn' ? random.between(20, 110) : random.between(1, 6) })
      .toString({ smallestUnit: 'second', timeZoneName: 'never' }),
    ClosedAt: closedAt.toString({ smallestUnit: 'second', timeZoneName: 'never' }),
    OrderType: orderType,
    ...(covers > 0 ? { Covers: covers, Table: String(random.between(1, 40)) } : {}),
    ...(card ? { LoyaltyCard: card, Points: { Accrued: Math.floor(sums.Totals.Net / 100), Redeemed: 0 } } : {}),
    Currency: 'AUD',
    TaxIncluded: true,
    Lines: lines,
    ...sums,
  }
}

const billFor = (shop: Shop, day: string, minute: number, people: number, member: boolean, random: Random): Bill => {
  const hour = Math.floor(minute / 60)
  const menu: readonly Item[] = MENUS[shop.place.menu]
  const open = menu.filter((item) => hour >= item.from && hour < item.to)
  const count = Math.max(1, random.arrivals(people * shop.place.linesPerCover))
  const lines: BillLine[] = Array.from({ length: count }, () => ({
    item: random.pick(open.length > 0 ? open : menu, ({ weight }) => weight),
    quantity: random.chance(0.12) ? 2 : 1,
  }))
  const weekday = weekdayOf(day)
  return {
    lines: merged(lines),
    happyHour: shop.place.menu === 'bar' && weekday <= 5 && hour >= 16 && hour < 18,
    memberDiscount: member && random.chance(0.35),
    staffDiscount: random.chance(0.006),
    comp: random.chance(0.002),
    dayPercent: isHoliday(day) ? 15 : weekday === 7 && shop.place.menu !== 'cellar' ? 10 : 0,
    dayName: isHoliday(day) ? 'Public holiday 15 %' : 'Sunday 10 %',
    voucher: random.chance(0.004) ? random.pick([2000, 2500, 5000, 10000]) : 0,
  }
}

/** Two of the same dish are one line. */
const merged = (lines: readonly BillLine[]): BillLine[] => {
  const byPlu = new Map<string, BillLine>()
  for (const line of lines) {
    const there = byPlu.get(line.item.plu)
    byPlu.set(line.item.plu, there ? { ...there, quantity: there.quantity + line.quantity } : line)
  }
  return [...byPlu.values()]
}

/** Later the same day: a line brought back, a bill taken back whole. */
const corrections = (shop: Shop, sales: readonly TillSale[], receiptOf: (terminal: string) => string, random: Random): TillSale[] =>
  sales.flatMap((sale) => {
    const fate = random.next()
    if (fate >= 0.011) return []
    const closedAt = Temporal.Instant.from(sale.ClosedAt)
      .toZonedDateTimeISO(shop.timeZone)
      .add({ minutes: random.between(2, 25) })
    const after = {
      SaleId: receiptOf(sale.TerminalId),
      OriginalSaleId: sale.SaleId,
      ClosedAt: closedAt.toString({ smallestUnit: 'second', timeZoneName: 'never' }),
    }
    return [fate < 0.004 ? voided(sale, after) : refunded(sale, after, random)]
  })

const voided = (sale: TillSale, after: Pick<TillSale, 'SaleId' | 'OriginalSaleId' | 'ClosedAt'>): TillSale => ({
  ...place(sale),
  ...after,
  Type: 'Void',
  Lines: [],
  Tenders: [],
  Totals: { Gross: 0, Discount: 0, Surcharge: 0, Tax: 0, Tip: 0, Net: 0, Total: 0 },
})

const refunded = (sale: TillSale, after: Pick<TillSale, 'SaleId' | 'OriginalSaleId' | 'ClosedAt'>, random: Random): TillSale => {
  const line = random.pick(sale.Lines.filter(({ Kind }) => Kind === 'Sale'))
  const net = -line.Net
  const tax = line.Tax === 0 ? 0 : -Math.round(line.Net / 11)
  return {
    ...place(sale),
    ...after,
    Type: 'Refund',
    Lines: [
      { ...line, LineId: '1', Quantity: `-${line.Quantity}`, Gross: -line.Gross, DiscountTotal: -line.DiscountTotal, Net: net, Tax: tax, Cost: -line.Cost },
    ],
    Tenders: [{ Method: 'Card', Amount: net, Tip: 0, Surcharge: 0, Change: 0, CashOut: 0, CardType: 'Visa', Last4: '4242' }],
    Totals: { Gross: -line.Gross, Discount: -line.DiscountTotal, Surcharge: 0, Tax: tax, Tip: 0, Net: net, Total: net },
  }
}

/** What was thrown away, written down at the end of the day. */
const wasted = (shop: Shop, day: string, receiptOf: (terminal: string) => string, random: Random): TillSale[] => {
  if (!random.chance(0.6)) return []
  const item: Item = random.pick(MENUS[shop.place.menu])
  const quantity = random.between(1, 3)
  const [clerkId, clerkName] = random.pick(shop.place.clerks)
  const lastHour = Math.max(...Object.keys(shop.place.hours).map(Number))
  const terminal = shop.place.terminals[0] ?? ''
  return [
    {
      SaleId: receiptOf(terminal),
      Revision: 1,
      Type: 'NoSale',
      LocationId: shop.locationId,
      TerminalId: terminal,
      ClerkId: clerkId,
      ClerkName: clerkName,
      ClosedAt: instantOf(shop.timeZone, day, lastHour * 60 + 45, 0).toString({ smallestUnit: 'second', timeZoneName: 'never' }),
      Currency: 'AUD',
      TaxIncluded: true,
      Lines: [
        {
          LineId: '1',
          Kind: 'Sale',
          ...naming(item),
          Quantity: String(quantity),
          UnitPrice: item.price,
          Gross: item.price * quantity,
          DiscountTotal: item.price * quantity,
          Net: 0,
          Tax: 0,
          Cost: item.cost * quantity,
          Wastage: true,
          ...reasonFor(item, random),
        },
      ],
      Tenders: [],
      Totals: { Gross: 0, Discount: 0, Surcharge: 0, Tax: 0, Tip: 0, Net: 0, Total: 0 },
    },
  ]
}

/** Why, as people key it in: one in eight names no reason. */
const reasonFor = ({ group, department }: Item, random: Random): { WastageReason?: string } => {
  if (random.chance(0.125)) return {}
  const reasons = group === 'Food' ? FOOD_REASONS : department === 'Beer' ? [...DRINK_REASONS, 'Line cleaning'] : DRINK_REASONS
  return { WastageReason: random.pick(reasons) }
}
const FOOD_REASONS = ['Expired', 'Expired', 'Spill', 'Staff meal']
const DRINK_REASONS = ['Spill', 'Spill', 'Breakage', 'Expired']

const place = ({ Revision, LocationId, TerminalId, ClerkId, ClerkName, OrderType, LoyaltyCard, Currency, TaxIncluded }: TillSale) => ({
  Revision,
  LocationId,
  TerminalId,
  ClerkId,
  ClerkName,
  ...(OrderType ? { OrderType } : {}),
  ...(LoyaltyCard ? { LoyaltyCard } : {}),
  Currency,
  TaxIncluded,
})

const instantOf = (timeZone: string, day: string, minute: number, second: number): Temporal.ZonedDateTime =>
  Temporal.PlainDate.from(day)
    .add({ days: Math.floor(minute / 1440) })
    .toZonedDateTime({ timeZone, plainTime: { hour: Math.floor((minute % 1440) / 60), minute: minute % 60, second } })
