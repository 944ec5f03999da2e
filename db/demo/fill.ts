import { setTimeout as sleep } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { takeReservations } from '#features/intake/take-reservations.sql.ts'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { daysTraded, firstDayTraded } from '#features/sums/reading/days-traded.sql.ts'
import { statisticsThatKeepUp } from '#features/sums/statistics.job.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { bookedSale, bookingsOfDay } from './bookings.ts'
import { SAMPLE_VENUE } from './cast.ts'
import { type Shop, tradeOfDay } from './trade.ts'
import { PLACES } from './trading.ts'

/** One seed, one history: the sample is the same wherever it is made. */
const SEED = 1042
const MONTHS = 14
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
 * Fills the sample venue's fourteen months in, newest day first, and then sells on up to now until it is told to stop.
 * A location-day is one transaction through the product's own intake, so a kill leaves whole days; what is there already
 * is known by when it was received, and sent again at worst.
 */
export const fillSampleHistory = async (database: Database, venueId: number, { now, signal, onProgress }: FillOptions): Promise<void> => {
  const shops = await shopsOf(database, venueId, now())
  const today = tradingDay(now())
  const days = daysBack(today)
  const complete = await completeDays(database, venueId, now())
  const total = days.length * shops.length
  const keepUp = statisticsThatKeepUp()
  let done = 0
  for (const day of days) {
    for (const shop of shops) {
      if (signal.aborted) return
      if (!complete.has(`${shop.locationId} ${day}`)) {
        await sell(database, venueId, shop, day, now())
        await keepUp((work) => workInVenue(database, venueId, now(), work))
      }
      done += 1
      onProgress({ done, total })
    }
  }
  await sellOn(database, venueId, shops, now, signal)
}

/** The share of the fourteen months that is there: it is filled from today backwards, so the earliest day tells. */
export const historyPercent = async (database: Database, venueId: number, now: Date): Promise<number> => {
  const first = await database.readVenue(venueId, async (sql) => firstDayTraded(await VenueScope.forJob(sql, venueId, now)))
  if (first === undefined) return 0
  const days = daysBack(tradingDay(now))
  // Some first days of the history may have had no trade, so the last few count as reached.
  const reached = days.filter((day) => day >= first).length
  return reached >= days.length - 3 ? 100 : Math.floor((reached * 100) / days.length)
}

/** Every half minute, what the tills have closed since; the day before too, whose last sales come after midnight. */
const sellOn = async (database: Database, venueId: number, shops: readonly Shop[], now: () => Date, signal: AbortSignal) => {
  let since = 0
  while (!signal.aborted) {
    const until = now()
    const today = tradingDay(until)
    for (const shop of shops) {
      await sell(database, venueId, shop, today.subtract({ days: 1 }).toString(), until, since)
      await sell(database, venueId, shop, today.toString(), until, since)
    }
    since = until.getTime()
    await sleep(TRICKLE_MS, undefined, { signal }).catch(() => undefined)
  }
}

const sell = async (database: Database, venueId: number, shop: Shop, day: string, until: Date, since = 0): Promise<void> => {
  const trade = tradeOfDay(SEED, shop, day)
  const happened = (at: string | undefined) => at !== undefined && Date.parse(at) <= until.getTime() && Date.parse(at) > since
  const sales = trade.filter(({ ClosedAt }) => happened(ClosedAt)).map((sale) => bookedSale(SEED, sale))
  const moved = since === 0 ? trade : trade.filter(({ OpenedAt, ClosedAt }) => happened(OpenedAt) || happened(ClosedAt))
  const bookings = bookingsOfDay(SEED, moved, until.getTime())
  if (sales.length + bookings.length === 0) return
  await workInVenue(database, venueId, until, async (scope) => {
    for (let at = 0; at < bookings.length; at += MOST_AT_ONCE) await takeReservations(scope, shop.locationId, bookings.slice(at, at + MOST_AT_ONCE))
    if (sales.length === 0) return
    // A day that is filled in, as the first is after the house stood still, is as if its tills had sent while they sold: it changes nothing that was told.
    const filling = since === 0 ? { begunAt: new Date(endOf(day)) } : {}
    const outcomes = await takeSales(scope, { locationId: shop.locationId, batchId: null, source: 'sample', sales, anyAge: true, ...filling })
    const refused = outcomes.find(({ status }) => status === 'rejected' || status === 'conflict')
    if (refused) throw new Error(`The sample made a sale that intake refuses: ${JSON.stringify(refused)}`)
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

const daysBack = (today: Temporal.PlainDate): string[] => {
  const first = today.subtract({ months: MONTHS })
  return Array.from({ length: first.until(today, { largestUnit: 'days' }).days + 1 }, (_, back) => today.subtract({ days: back }).toString())
}
