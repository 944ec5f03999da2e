import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { UnsoundSums } from '#shared/stored-sums.ts'
import { dropWrongSheets } from './kept-sheets.sql.ts'
import { differenceAt, type LocationMonth, type Mismatch } from './mismatch.rules.ts'
import { dropWrongGuests } from './packed-guests.sql.ts'
import { type ChangedDay, reconcileDay, reconcileMonth, reconcileYear } from './reconcile.sql.ts'
import { DIM, GRAIN } from './rollup.rules.ts'
import { dropWrongTotals } from './running-totals.sql.ts'
import { dropStrayStored, strayRows } from './stray-sums.sql.ts'
import { dropWrongHours } from './trading-hours.sql.ts'
import { dropUnreadable } from './unreadable-sums.sql.ts'

/** Takes a stored form of a month away that says something else than what it was made of, and tells whether it did. */
type Dropping = (scope: VenueScope, locationId: number, month: string) => Promise<boolean>

/** What is made of a month's days, each told as the product or the total of the month's first day. */
const MADE_OF_DAYS: readonly (readonly [dim: number, drop: Dropping])[] = [
  [DIM.total, dropWrongGuests],
  [DIM.product, dropWrongTotals],
]

/** Whether an error says that stored sums are wrong, as a number beyond what fits does, and not that the work could not be done. */
export const isAboutSums = (error: unknown): boolean => error instanceof UnsoundSums || ((error as { code?: unknown }).code ?? '').toString().startsWith('22')

interface Options {
  now: Date
  signal?: AbortSignal
  onProgress?(part: number): void
}

/** Compares what a venue has stored of its sales, step by step, each in a transaction of its own, and collects what differs. */
export class ReconcileSteps {
  readonly mismatches: Mismatch[] = []
  readonly #database: Database
  readonly #venueId: number
  readonly #options: Options
  #done = 0
  #steps = 0

  constructor(database: Database, venueId: number, options: Options) {
    this.#database = database
    this.#venueId = venueId
    this.#options = options
  }

  /** Days with their facts, months with their days and lines, years with their months, and what is made of all of them. */
  async compare(days: readonly ChangedDay[], months: readonly LocationMonth[]): Promise<void> {
    const years = once(months.map(({ locationId, month }) => ({ locationId, year: `${month.slice(0, 4)}-01-01` })))
    this.#steps = 2 + days.length + months.length * (3 + MADE_OF_DAYS.length) + years.length
    await this.#step([], dropUnreadable)
    for (const day of days) await this.#step([differenceAt(day.locationId, day.day)], (venue) => reconcileDay(venue, day))
    for (const month of months) await this.#compareMonth(month)
    for (const { locationId, year } of years)
      await this.#step([{ ...differenceAt(locationId, year), grain: GRAIN.year }], (venue) => reconcileYear(venue, locationId, year))
  }

  /** What lies where nothing was traded. */
  async strays(): Promise<void> {
    await this.#step([], strayRows)
    await this.#step([], dropStrayStored)
  }

  async #compareMonth({ locationId, month }: LocationMonth): Promise<void> {
    await this.#step([differenceAt(locationId, month)], (venue) => reconcileMonth(venue, locationId, month))
    for (const [dim, drop] of MADE_OF_DAYS) await this.#drop(differenceAt(locationId, month, dim), (venue) => drop(venue, locationId, month))
    for (const dropDays of [dropWrongHours, dropWrongSheets]) {
      await this.#step([differenceAt(locationId, month)], async (venue) =>
        (await dropDays(venue, { locationId, month })).map((day) => differenceAt(locationId, day)),
      )
    }
  }

  #drop(difference: Mismatch, drop: (venue: VenueScope) => Promise<boolean>): Promise<void> {
    return this.#step([difference], async (venue) => ((await drop(venue)) ? [difference] : []))
  }

  /** @param broken what differs where it cannot even be compared; without any, that is an error */
  async #step(broken: readonly Mismatch[], compare: (venue: VenueScope) => Promise<Mismatch[]>): Promise<void> {
    const { now, signal, onProgress } = this.#options
    signal?.throwIfAborted()
    try {
      this.mismatches.push(...(await workInVenue(this.#database, this.#venueId, now, compare)))
    } catch (error) {
      if (broken.length === 0 || !isAboutSums(error)) throw error
      this.mismatches.push(...broken)
    }
    this.#done += 1
    onProgress?.(Math.min(1, this.#done / this.#steps))
  }
}

const once = <T>(all: readonly T[]): T[] => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
