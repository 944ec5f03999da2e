import { type Bill, priced } from '#db/demo/bill.ts'
import { type Item, naming } from '#db/demo/catalogue.ts'
import { type Random, randomFor } from '#db/demo/random.ts'
import type { TillSale } from '#db/demo/till-sale.ts'

/** A venue of the group the benches are made on. */
export interface GroupVenue {
  name: string
  locations: number
  salesPerDay: number
  products: number
  clerks: number
  cards: number
}

export const FIRST_DAY = '2023-11-22'
export const DAYS = 1096
const LINES_PER_SALE = 3.5

/**
 * A group of 51 venues with 105 locations: the first, which is asked, has 5 locations and a quarter of all lines; the others share
 * the rest, two locations each.
 */
export const groupOf = (lines: number): GroupVenue[] => {
  const perDay = (share: number, locations: number) => Math.max(1, Math.round((lines * share) / LINES_PER_SALE / DAYS / locations))
  const largest = { name: 'The Grand Group', locations: 5, salesPerDay: perDay(0.24, 5), products: 1500, clerks: 60, cards: 8000 }
  const others = Array.from({ length: 50 }, (_, i) => ({
    name: `House ${i + 2}`,
    locations: 2,
    salesPerDay: perDay(0.76 / 50, 2),
    products: 300,
    clerks: 12,
    cards: 1000,
  }))
  return [largest, ...others]
}

const PRODUCT_GROUPS = 40
const DEPARTMENTS = 12
const GROUPS = ['Food', 'Beverage', 'Other'] as const

/**
 * What such a venue sells: few things often, many seldom. Its menu is a tree, as a venue's is: a product group lies in one department, a department in one group,
 * and the products of a product group in one or two categories, 80 classes in all.
 */
export const menuOf = (products: number): Item[] =>
  Array.from({ length: products }, (_, i) => ({
    plu: String(1000 + i),
    name: `Product ${1000 + i}`,
    price: 300 + ((i * 7919) % 4200),
    cost: 90 + ((i * 104_729) % 1200),
    group: GROUPS[((i % PRODUCT_GROUPS) % DEPARTMENTS) % GROUPS.length] ?? 'Other',
    department: `Department ${(i % PRODUCT_GROUPS) % DEPARTMENTS}`,
    productGroup: `Product group ${i % PRODUCT_GROUPS}`,
    category: `Category ${(i % (2 * PRODUCT_GROUPS)) % 9}`,
    weight: 1 / (1 + i),
    from: 0,
    to: 30,
  }))

/** The sales of a location's trading day, in the order they were rung up. */
export const salesOfDay = (seed: number, venue: GroupVenue, menu: readonly Item[], locationId: number, place: number, day: string): TillSale[] => {
  const random = randomFor(seed, `${venue.name} ${place} ${day}`)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const count = Math.max(1, Math.round(venue.salesPerDay * (weekday === 5 || weekday === 6 ? 1.4 : 0.84)))
  const minutes = Array.from({ length: count }, () => minuteOf(random)).sort((a, b) => a - b)
  return minutes.map((minute, i) => saleAt(random, venue, menu, locationId, day, minute, `${day.replaceAll('-', '')}-${place}-${i}`))
}

/** One line in a hundred is thrown away, any of the menu, written down when the day's trade is over. */
const WASTED_SHARE = 0.01
const REASONS = ['Spill', 'Expired', 'Breakage', 'Staff meal', 'Line cleaning', 'Returned', 'Overproduction', undefined]

/** What a location wrote off on a trading day: drawn by itself, so that the sales of a group are the same without. */
export const wastedOfDay = (seed: number, venue: GroupVenue, menu: readonly Item[], locationId: number, place: number, day: string): TillSale[] => {
  const random = randomFor(seed, `${venue.name} ${place} ${day} wasted`)
  const expected = venue.salesPerDay * LINES_PER_SALE * WASTED_SHARE
  const count = Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0)
  // Ten minutes to midnight on the wall.
  const closed = Date.parse(`${day}T12:50:00Z`)
  return Array.from({ length: count }, (_, i): TillSale => {
    const item = random.pick(menu)
    const clerk = 100 + random.between(0, venue.clerks - 1)
    const reason = random.pick(REASONS)
    return {
      SaleId: `${day.replaceAll('-', '')}-${place}-w${i}`,
      Revision: 1,
      Type: 'NoSale',
      LocationId: locationId,
      TerminalId: 'T1',
      ClerkId: String(clerk),
      ClerkName: `Clerk ${clerk}`,
      ClosedAt: new Date(closed + i * 1000).toISOString(),
      Currency: 'AUD',
      TaxIncluded: true,
      Lines: [{ ...lineOf(item), Wastage: true, ...(reason ? { WastageReason: reason } : {}) }],
      Tenders: [],
      Totals: { Gross: 0, Discount: 0, Surcharge: 0, Tax: 0, Tip: 0, Net: 0, Total: 0 },
    }
  })
}

const lineOf = (item: Item): TillSale['Lines'][number] => ({
  LineId: '1',
  Kind: 'Sale',
  ...naming(item),
  Quantity: '1',
  UnitPrice: item.price,
  Gross: item.price,
  DiscountTotal: item.price,
  Net: 0,
  Tax: 0,
  Cost: item.cost,
})

/** Minutes since midnight: lunch and dinner. */
const minuteOf = (random: Random): number => (random.chance(0.4) ? 690 : 1050) + random.arrivals(75) * 2 - 75 + random.between(0, 59)

const METHODS = ['Account', 'Online', 'GiftCard', 'Voucher', 'Points', 'Other'] as const
const TYPES = ['DineIn', 'Bar', 'Bar', 'Takeaway', 'Delivery', 'Online'] as const

const saleAt = (random: Random, venue: GroupVenue, menu: readonly Item[], locationId: number, day: string, minute: number, id: string): TillSale => {
  const card = random.chance(0.3) ? `600${String(Math.floor(random.next() ** 2 * venue.cards)).padStart(7, '0')}` : undefined
  const bill: Bill = {
    lines: Array.from({ length: 2 + Math.floor(random.next() * 4) }, () => ({ item: itemOf(random, menu), quantity: random.chance(0.15) ? 2 : 1 })),
    happyHour: false,
    memberDiscount: card !== undefined && random.chance(0.4),
    staffDiscount: random.chance(0.01),
    comp: random.chance(0.003),
    dayPercent: new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? 10 : 0,
    dayName: 'Sunday 10 %',
    voucher: random.chance(0.004) ? 5000 : 0,
  }
  const { lines, ...sums } = priced(bill, random)
  const clerk = 100 + Math.floor(random.next() ** 2 * venue.clerks)
  for (const tender of sums.Tenders)
    if (tender.Method === 'Account' || tender.Method === 'Online') tender.Method = METHODS[random.between(0, METHODS.length - 1)] ?? 'Other'
  // Eleven hours ahead of UTC: noon on the wall is one in the morning.
  const closed = new Date(Date.parse(`${day}T00:00:00Z`) + (minute - 660) * 60_000 + random.between(0, 59) * 1000)
  const type = TYPES[random.between(0, TYPES.length - 1)] ?? 'Bar'
  return {
    SaleId: id,
    Revision: 1,
    Type: 'Sale',
    LocationId: locationId,
    TerminalId: `T${random.between(1, 3)}`,
    ClerkId: String(clerk),
    ClerkName: `Clerk ${clerk}`,
    ClosedAt: closed.toISOString(),
    OrderType: type,
    ...(type === 'DineIn' ? { Covers: random.between(1, 6), Table: String(random.between(1, 40)) } : {}),
    ...(card ? { LoyaltyCard: card } : {}),
    Currency: 'AUD',
    TaxIncluded: true,
    Lines: lines,
    ...sums,
  }
}

/** Weights fall as 1/rank, so a uniform number's power picks without walking the menu. */
const itemOf = (random: Random, menu: readonly Item[]): Item =>
  menu[Math.min(menu.length - 1, Math.floor(menu.length ** random.next()) - 1)] ?? (menu[0] as Item)
