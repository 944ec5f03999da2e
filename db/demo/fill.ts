import { setTimeout as sleep } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { takeReservations } from '#features/intake/take-reservations.sql.ts'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { daysTraded } from '#features/sums/reading/days-traded.sql.ts'
import { statisticsThatKeepUp } from '#features/sums/statistics.job.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { dayNumber } from '#shared/day.ts'
import { bookedSale, bookingsOfDay } from './bookings.ts'
import { keepLicensedBuyers } from './buyers.ts'
import { deedsOf, doByHand, scopeOf } from './by-hand.ts'
import { membersOfSample } from './cards.ts'
import { SAMPLE_VENUE } from './cast.ts'
import { fillCellar } from './cellar.ts'
import { HISTORY_MONTHS, type World } from './members.ts'
import { hasWork, workDay } from './rosters.ts'
import { closeTills, lateSale } from './sheets.ts'
import { withMembers } from './swiped.ts'
import { type Shop, tradeOfDay } from './trade.ts'
import { PLACES } from './trading.ts'

/** One seed, one history: the sample is the same wherever it is made. */
export const SEED = 1042
/** The last days are sold before all others, so that there is something to look at. */
const SOLD_FIRST = 3
const DAY_START = Temporal.PlainTime.from('05:00')
const TRICKLE_MS = 30_000
const MOST_AT_ONCE = 500

export interface FillOptions {
  now(): Date
  signal: AbortSignal
  /** Called after each location-day of the history. */
  onProgress(progress: { done: number; total: number }): void
}

/**
 * Fills the sample venue's fourteen months in, the last days first and the others in their order, as points are spent after they were earned,
 * and then sells on up to now until it is told to stop.
 * A location-day is one transaction through the product's own intake, so a kill leaves whole days; what is there already
 * is known by when it was received, and sent again at worst.
 */
export const fillSampleHistory = async (database: Database, venueId: number, { now, signal, onProgress }: FillOptions): Promise<void> => {
  const today = tradingDay(now())
  const days = daysUpTo(today)
  const house = await houseOf(database, venueId, days[0] ?? '', now())
  const { shops } = house
  const complete = await completeDays(database, venueId, now())
  const total = days.length * shops.length
  const keepUp = statisticsThatKeepUp()
  let done = 0
  for (const day of [...days.slice(-SOLD_FIRST).reverse(), ...days.slice(0, -SOLD_FIRST)]) {
    for (const shop of shops) {
      if (signal.aborted) return
      if (!complete.has(`${shop.locationId} ${day}`)) {
        await sell(house, shop, day, now())
        await keepUp((work) => workInVenue(database, venueId, now(), work))
      }
      done += 1
      onProgress({ done, total })
    }
  }
  if (!signal.aborted) {
    await fillCellar(database, venueId, today.toString(), SEED, now())
    const { world } = house
    if (world) await workInVenue(database, venueId, now(), (scope) => keepLicensedBuyers(scope, world))
  }
  await sellOn(house, now, signal)
}

/** The share of the fourteen months that is there. */
export const historyPercent = async (database: Database, venueId: number, now: Date): Promise<number> => {
  const traded = await database.readVenue(venueId, async (sql) => daysTraded(await VenueScope.forJob(sql, venueId, now)))
  const there = new Set(traded.map(({ day }) => day))
  const days = daysUpTo(tradingDay(now))
  const reached = days.filter((day) => there.has(day)).length
  // A few days have no trade: Christmas, and today until somebody sells.
  return reached >= days.length - 3 ? 100 : Math.floor((reached * 100) / days.length)
}

/** Where the sample trades, and who comes. */
interface House {
  database: Database
  venueId: number
  shops: readonly Shop[]
  world: World | undefined
  deeds: ReturnType<typeof deedsOf>
}

const houseOf = async (database: Database, venueId: number, first: string, now: Date): Promise<House> => {
  const world = await membersOfSample(database, venueId, SEED, first, now)
  return { database, venueId, shops: await shopsOf(database, venueId, now), world, deeds: world ? deedsOf(world) : [] }
}

/** Every half minute, what the tills have closed since; the day before too, whose last sales come after midnight. */
const sellOn = async (house: House, now: () => Date, signal: AbortSignal) => {
  let since = 0
  while (!signal.aborted) {
    const until = now()
    const today = tradingDay(until)
    for (const shop of house.shops) {
      await sell(house, shop, today.subtract({ days: 1 }).toString(), until, since)
      await sell(house, shop, today.toString(), until, since)
    }
    since = until.getTime()
    await sleep(TRICKLE_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Rosters, punches and timesheets of a day; what is there already stays as it is. */
const work = async ({ database, venueId }: House, shop: Shop, day: string, until: Date, since: number): Promise<void> => {
  const when = { day, today: tradingDay(until).toString(), until: until.getTime(), since }
  if (!hasWork(SEED, shop, when)) return
  await workInVenue(database, venueId, until, async (scope) => {
    const owner = since === 0 ? await scopeOf(scope.sql, venueId, 'owner', dayNumber(day) + 1) : undefined
    await workDay(scope, owner, SEED, shop, when)
  })
}

const sell = async (house: House, shop: Shop, day: string, until: Date, since = 0): Promise<void> => {
  const { database, venueId, shops, world, deeds } = house
  await work(house, shop, day, until, since)
  const made = tradeOfDay(SEED, shop, day)
  const trade = world ? withMembers(world, shops, shop, day, made) : made
  const happened = (at: string | undefined) => at !== undefined && Date.parse(at) <= until.getTime() && Date.parse(at) > since
  const sales = trade.filter(({ ClosedAt }) => happened(ClosedAt)).map((sale) => bookedSale(SEED, sale))
  const moved = since === 0 ? trade : trade.filter(({ OpenedAt, ClosedAt }) => happened(OpenedAt) || happened(ClosedAt))
  const bookings = bookingsOfDay(SEED, moved, until.getTime())
  if (sales.length + bookings.length === 0) return
  await workInVenue(database, venueId, until, async (scope) => {
    if (since === 0 && shop === shops[0]) await doByHand(scope, deeds, dayNumber(day))
    for (let at = 0; at < bookings.length; at += MOST_AT_ONCE) await takeReservations(scope, shop.locationId, bookings.slice(at, at + MOST_AT_ONCE))
    if (sales.length === 0) return
    // A day that is filled in, as the first is after the house stood still, is as if its tills had sent while they sold: it changes nothing that was told.
    const filling = since === 0 ? { begunAt: new Date(endOf(day)) } : {}
    const take = async (sent: typeof sales) => {
      const outcomes = await takeSales(scope, { locationId: shop.locationId, batchId: null, source: 'sample', sales: sent, anyAge: true, ...filling })
      const refused = outcomes.find(({ status }) => status === 'rejected' || status === 'conflict')
      if (refused) throw new Error(`The sample made a sale that intake refuses: ${JSON.stringify(refused)}`)
    }
    const today = tradingDay(until).toString()
    const late = since === 0 ? lateSale(day, today, sales) : undefined
    await take(sales.filter((sale) => sale !== late))
    const manager = since === 0 && day < today ? await scopeOf(scope.sql, venueId, 'manager', dayNumber(day) + 1) : undefined
    if (manager) await closeTills(scope, manager, SEED, shop, day, today)
    if (late) await take([late])
  })
}

const shopsOf = (database: Database, venueId: number, now: Date): Promise<Shop[]> =>
  database.readVenue(venueId, async (sql) => {
    const { locations } = await VenueScope.forJob(sql, venueId, now)
    return PLACES.flatMap((place, i) => (locations[i] ? [{ place, locationId: locations[i].locationId, timeZone: SAMPLE_VENUE.timeZone }] : []))
  })

/** Location-days that were last heard of after they had ended: nothing more will come. */
const completeDays = async (database: Database, venueId: number, now: Date): Promise<Set<string>> => {
  const days = await database.readVenue(venueId, async (sql) => daysTraded(await VenueScope.forJob(sql, venueId, now)))
  const complete = days.filter(({ day, lastReceivedAt }) => lastReceivedAt !== null && lastReceivedAt.getTime() >= endOf(day))
  return new Set(complete.map(({ locationId, day }) => `${locationId} ${day}`))
}

const endOf = (day: string): number =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone: SAMPLE_VENUE.timeZone, plainTime: DAY_START }).epochMilliseconds

const tradingDay = (at: Date): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(SAMPLE_VENUE.timeZone)
    .toPlainDateTime()
    .subtract({ hours: DAY_START.hour })
    .toPlainDate()

/** The days of a history up to today, the earliest first. */
const daysUpTo = (today: Temporal.PlainDate): string[] => {
  const first = today.subtract({ months: HISTORY_MONTHS })
  return Array.from({ length: first.until(today, { largestUnit: 'days' }).days + 1 }, (_, after) => first.add({ days: after }).toString())
}
