import { recordAudit } from '#platform/audit.ts'
import type { Database } from '#platform/database.ts'
import { firstFactIdOf } from '#platform/fact-id.ts'
import { implementPeriodic } from '#platform/jobs.ts'
import { allVenueIds, workInVenue } from '#platform/venue-work.ts'
import { dropWrongVisits } from './packed-visits.sql.ts'
import { changedDays, type Mismatch, rebuildMonth, reconcileDay, reconcileMonth } from './rollup-source.sql.ts'
import { type UnsoundSale, unsoundSales } from './soundness.sql.ts'

/** What a check of the rollup came to. */
export interface Reconciled {
  days: number
  months: number
  mismatches: Mismatch[]
  /** Sales stored in the last days (or all) whose parts do not make the whole. */
  unsound: UnsoundSale[]
}

const LOOK_BACK_MS = 3 * 86_400_000

export interface ReconcileOptions {
  /** Every day there is, not only those that changed since they were last checked. */
  all?: boolean
  /** Months that differ are made anew from the sales. */
  repair?: boolean
  now: Date
  signal?: AbortSignal
  onProgress?(part: number): void
}

interface LocationMonth {
  locationId: number
  month: string
}

/**
 * Compares a venue's rollup with its sales: each changed day with its facts, their months with the days, the years with
 * the months, and visits by the day with who came. A transaction per day, so that it may be interrupted anywhere and gone on with.
 */
export const reconcileVenue = async (database: Database, venueId: number, options: ReconcileOptions): Promise<Reconciled> => {
  const { now, signal, onProgress } = options
  const days = await workInVenue(database, venueId, now, (venue) => changedDays(venue, options.all))
  const months = monthsOf(days)
  const steps = days.length + months.length
  const mismatches: Mismatch[] = []
  for (const [i, { locationId, day }] of days.entries()) {
    signal?.throwIfAborted()
    mismatches.push(...(await workInVenue(database, venueId, now, (venue) => reconcileDay(venue, locationId, day))))
    onProgress?.((i + 1) / steps)
  }
  for (const [i, { locationId, month }] of months.entries()) {
    signal?.throwIfAborted()
    mismatches.push(...(await workInVenue(database, venueId, now, (venue) => reconcileMonth(venue, locationId, month))))
    onProgress?.((days.length + i + 1) / steps)
  }
  mismatches.push(...(await workInVenue(database, venueId, now, (venue) => dropWrongVisits(venue))))
  const since = options.all ? '0' : firstFactIdOf(new Date(now.getTime() - LOOK_BACK_MS))
  const unsound = await workInVenue(database, venueId, now, async (venue) => {
    await venue.sql.withoutTimeLimit()
    return unsoundSales(venue, since)
  })
  if (mismatches.length + unsound.length > 0) await alarm(database, venueId, mismatches, unsound)
  if (options.repair) await rebuildVenue(database, venueId, { now, months: wrongMonths(mismatches) })
  return { days: days.length, months: months.length, mismatches, unsound }
}

export interface RebuildOptions {
  now: Date
  /** Absent: all there are. */
  months?: readonly LocationMonth[]
  signal?: AbortSignal
  onProgress?(part: number): void
}

/**
 * Makes a venue's rollup anew from its sales, a location's month at a time; tills of that location wait meanwhile.
 * @returns how many months
 */
export const rebuildVenue = async (database: Database, venueId: number, { now, months, signal, onProgress }: RebuildOptions): Promise<number> => {
  const chosen = months ?? monthsOf(await workInVenue(database, venueId, now, (venue) => changedDays(venue, true)))
  for (const [i, { locationId, month }] of chosen.entries()) {
    signal?.throwIfAborted()
    await workInVenue(database, venueId, now, (venue) => rebuildMonth(venue, locationId, month))
    onProgress?.((i + 1) / chosen.length)
  }
  return chosen.length
}

const monthsOf = (days: readonly { locationId: number; day: string }[]): LocationMonth[] => {
  const months = new Map(days.map(({ locationId, day }) => [`${locationId} ${day.slice(0, 7)}`, { locationId, month: `${day.slice(0, 7)}-01` }]))
  return [...months.values()]
}

/** The months whose days or sums differ; a year that differs is made anew with any of its months. */
const wrongMonths = (mismatches: readonly Mismatch[]): LocationMonth[] => monthsOf(mismatches.map(({ locationId, period }) => ({ locationId, day: period })))

const alarm = (database: Database, venueId: number, mismatches: readonly Mismatch[], unsound: readonly UnsoundSale[]) =>
  database.inVenue(venueId, (sql) =>
    recordAudit(sql, venueId, {
      action: 'rollup.mismatch',
      subject: `${mismatches.length} rows, ${unsound.length} sales`,
      detail: {
        Rows: mismatches.slice(0, 20).map(({ locationId, grain, period, dim, key }) => `location ${locationId} grain ${grain} ${period} dim ${dim} key ${key}`),
        Sales: unsound.slice(0, 20).map(({ saleId, why }) => `${saleId} ${why}`),
      },
      actorUserId: null,
    }),
  )

/** Every night: what changed during the day is checked, and what differs is written down and made right. */
export const reconcileJob = implementPeriodic('intake.reconcile', '40 17 * * *', async ({ service }) => {
  for (const venueId of await allVenueIds(service.database)) {
    await reconcileVenue(service.database, venueId, { now: service.now(), repair: true })
  }
})
