import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { implementForVenues } from '#platform/jobs/jobs.ts'
import { monthEnd } from '#shared/day.ts'
import { lastDayOver } from '#shared/trading-day.ts'
import { keepSheets, monthsWithoutSheets } from './kept-sheets.sql.ts'
import type { LocationMonth } from './mismatch.rules.ts'
import { packGuests, unpackedGuests } from './packed-guests.sql.ts'
import { layByProduct, sumProductDays, unsummedMonths } from './product-days.sql.ts'
import { logDifferences, type Reconciled, reconcileVenue } from './reconcile.job.ts'
import { isAboutSums } from './reconcile-steps.job.ts'
import { incompleteTotals, makeTotals } from './running-totals.sql.ts'
import { noteHours } from './trading-hours.sql.ts'

/**
 * Makes a venue's days that are over quick to read: their hours are noted, their products and control sheets added up, the days of a whole month's products laid
 * side by side, who came packed, and running totals made. A location's month at a time; what came late or was imported since is done again. A month whose sums are wrong keeps no other from its turn: it is compared with its sales, made right
 * and done at the end.
 * @param tell hears of what was found wrong and made right
 * @returns how many months had something to do
 * @throws where a month cannot be closed even then, after all others were
 */
export const closeDaysOfVenue = async (database: Database, venueId: number, now: Date, tell?: (repaired: Reconciled) => void): Promise<number> => {
  const first = new Closing(database, venueId, now)
  await first.closeAll()
  if (first.broken.length === 0) return first.months
  tell?.(await reconcileVenue(database, venueId, { now, months: first.suspects(), repair: true }))
  const second = new Closing(database, venueId, now)
  await second.closeAll()
  if (second.broken.length > 0) throw new Error(`${second.broken.length} months cannot be made from their sales, first ${second.broken[0]}`)
  return first.months + second.months
}

const monthBefore = (month: string): string => new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 2, 1)).toISOString().slice(0, 10)

/** One round of closing a venue's days. */
class Closing {
  months = 0
  /** What could not be done since sums are wrong, in words. */
  readonly broken: string[] = []
  readonly #suspects = new Map<string, LocationMonth>()
  readonly #inVenue: <T>(work: (venue: VenueScope) => Promise<T>) => Promise<T>

  constructor(database: Database, venueId: number, now: Date) {
    this.#inVenue = (work) => workInVenue(database, venueId, now, work)
  }

  async closeAll(): Promise<void> {
    const upTo = await this.#inVenue(async ({ now, locations }) => lastDayOver(now, locations))
    if (upTo === undefined) return
    const [unsummed, withoutGuests] = await this.#inVenue(async (venue) => [await unsummedMonths(venue, upTo), await unpackedGuests(venue, upTo)])
    await this.#inVenue((venue) => noteHours(venue, upTo))
    await this.#each(unsummed, async (venue, month) => {
      await sumProductDays(venue, month, upTo)
      // A month that is added up as a whole is laid so at once.
      if (monthEnd(month.month) <= upTo && !month.isWhole) await layByProduct(venue, month)
    })
    await this.#each(await this.#inVenue((venue) => monthsWithoutSheets(venue, upTo)), (venue, month) => keepSheets(venue, month, upTo))
    await this.#each(withoutGuests, (venue, month) => packGuests(venue, month, upTo))
    await this.#each(await this.#inVenue((venue) => incompleteTotals(venue, upTo)), makeTotals)
  }

  /** The months to be compared with their sales: those that could not be done, and the ones before, of which their running totals are made. */
  suspects(): LocationMonth[] {
    return [...this.#suspects.values()]
  }

  /** Months in their order, each in a transaction of its own. */
  async #each<M extends LocationMonth>(months: readonly M[], close: (venue: VenueScope, month: M) => Promise<void>): Promise<void> {
    for (const month of months) await this.#try(`location ${month.locationId}, ${month.month}`, month, () => this.#inVenue((venue) => close(venue, month)))
    this.months += months.length
  }

  async #try(what: string, suspect: LocationMonth, close: () => Promise<void>): Promise<void> {
    try {
      await close()
    } catch (error) {
      if (!isAboutSums(error)) throw error
      this.broken.push(`${what}: ${(error as Error).message}`)
      const { locationId, month } = suspect
      for (const one of [monthBefore(month), month]) this.#suspects.set(`${locationId} ${one}`, { locationId, month: one })
    }
  }
}

/** Every hour, so that what came late is soon as quick to read as the rest. */
export const closedDaysJob = implementForVenues('long', 'intake.closed-days', '25 * * * *', async ({ database, now }, venueId, log) => {
  await closeDaysOfVenue(database, venueId, now(), (repaired) => logDifferences(log, venueId, repaired))
})
