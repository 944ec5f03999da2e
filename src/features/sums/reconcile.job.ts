import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type FailureLog, workInVenue } from '#platform/access/venue-work.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { firstFactIdOf } from '#platform/database/fact-id.ts'
import { implementForVenues } from '#platform/jobs/jobs.ts'
import { groupBy } from '#shared/group-by.ts'
import type { LocationMonth, Mismatch } from './mismatch.rules.ts'
import { rebuildMonth, rebuildYear } from './rebuild.sql.ts'
import { type ChangedDay, changedDays, markChecked } from './reconcile.sql.ts'
import { ReconcileSteps } from './reconcile-steps.job.ts'
import { GRAIN } from './rollup.rules.ts'
import { type UnsoundSale, unsoundSales } from './soundness.sql.ts'
import { dropStrayRows } from './stray-sums.sql.ts'

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
  /** Only these months, every day of them. */
  months?: readonly LocationMonth[]
  /** Months that differ are made anew from the sales. */
  repair?: boolean
  now: Date
  signal?: AbortSignal
  onProgress?(part: number): void
}

/**
 * Compares a venue's rollup with its sales: each changed day with its facts, their months with the days, the years with the months, and all that is made of them.
 * A transaction for each. What cannot even be compared differs; the rest is compared all the same. A run that stops before its end marks no day as checked.
 */
export const reconcileVenue = async (database: Database, venueId: number, options: ReconcileOptions): Promise<Reconciled> => {
  const { now } = options
  const days = await workInVenue(database, venueId, now, (venue) => daysToCheck(venue, options))
  const months = options.months ?? monthsOf(days)
  const steps = new ReconcileSteps(database, venueId, options)
  await steps.compare(days, months)
  if (options.all) await steps.strays()
  const { mismatches } = steps
  const since = options.all ? '0' : firstFactIdOf(new Date(now.getTime() - LOOK_BACK_MS))
  const unsound = await workInVenue(database, venueId, now, async (venue) => {
    await venue.sql.withoutTimeLimit()
    return unsoundSales(venue, since)
  })
  if (mismatches.length + unsound.length > 0) await alarm(database, venueId, mismatches, unsound)
  if (options.repair) {
    if (options.all) await workInVenue(database, venueId, now, dropStrayRows)
    await rebuildVenue(database, venueId, { now, months: await wrongMonths(database, venueId, now, mismatches) })
  }
  for (const [locationId, agreed] of groupBy(agreeing(days, mismatches), (day) => day.locationId))
    await workInVenue(database, venueId, now, (venue) => markChecked(venue, locationId, agreed))
  return { days: days.length, months: months.length, mismatches, unsound }
}

/** The days of years in which nothing differs: a day of any other year is compared again by the next run. */
const agreeing = (days: readonly ChangedDay[], mismatches: readonly Mismatch[]): ChangedDay[] => {
  const yearOf = (locationId: number, day: string) => `${locationId} ${day.slice(0, 4)}`
  const wrong = new Set(mismatches.map(({ locationId, period }) => yearOf(locationId, period)))
  return days.filter(({ locationId, day, changes }) => changes !== null && !wrong.has(yearOf(locationId, day)))
}

const daysToCheck = async (venue: VenueScope, { all, months }: ReconcileOptions) => {
  const days = await changedDays(venue, all || months !== undefined)
  const wanted = months && new Set(months.map(nameOf))
  return wanted ? days.filter(({ locationId, day }) => wanted.has(nameOf({ locationId, month: monthOf(day) }))) : days
}

export interface RebuildOptions {
  now: Date
  /** Absent: all there are. */
  months?: readonly LocationMonth[]
  signal?: AbortSignal
  onProgress?(part: number): void
}

/**
 * Makes a venue's rollup anew from its sales, a location's month at a time, and then its years; tills of that location wait meanwhile.
 * @returns how many months
 */
export const rebuildVenue = async (database: Database, venueId: number, { now, months, signal, onProgress }: RebuildOptions): Promise<number> => {
  const chosen = months ?? monthsOf(await workInVenue(database, venueId, now, (venue) => changedDays(venue, true)))
  for (const [i, { locationId, month }] of chosen.entries()) {
    signal?.throwIfAborted()
    await workInVenue(database, venueId, now, (venue) => rebuildMonth(venue, locationId, month))
    onProgress?.((i + 1) / chosen.length)
  }
  for (const { locationId, year } of yearsOf(chosen)) await workInVenue(database, venueId, now, (venue) => rebuildYear(venue, locationId, year))
  return chosen.length
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const nameOf = ({ locationId, month }: LocationMonth): string => `${locationId} ${month}`

const monthsOf = (days: readonly { locationId: number; day: string }[]): LocationMonth[] => {
  const months = days.map(({ locationId, day }) => ({ locationId, month: monthOf(day) }))
  return [...new Map(months.map((month) => [nameOf(month), month])).values()]
}

const yearsOf = (months: readonly LocationMonth[]): { locationId: number; year: string }[] => {
  const years = months.map(({ locationId, month }) => ({ locationId, year: `${month.slice(0, 4)}-01-01` }))
  return [...new Map(years.map((one) => [`${one.locationId} ${one.year}`, one])).values()]
}

/** The months whose days or sums differ; of a year that differs all months, since any of them may be the wrong one. */
const wrongMonths = async (database: Database, venueId: number, now: Date, mismatches: readonly Mismatch[]): Promise<LocationMonth[]> => {
  const years = new Set(mismatches.flatMap(({ grain, locationId, period }) => (grain === GRAIN.year ? [`${locationId} ${period.slice(0, 4)}`] : [])))
  const days = years.size === 0 ? [] : await workInVenue(database, venueId, now, (venue) => changedDays(venue, true))
  const ofYears = days.filter(({ locationId, day }) => years.has(`${locationId} ${day.slice(0, 4)}`))
  return monthsOf([...mismatches.map(({ locationId, period }) => ({ locationId, day: period })), ...ofYears])
}

const inWords = ({ locationId, grain, period, dim, key }: Mismatch): string => `location ${locationId} grain ${grain} ${period} dim ${dim} key ${key}`

const alarm = (database: Database, venueId: number, mismatches: readonly Mismatch[], unsound: readonly UnsoundSale[]) =>
  database.inVenue(venueId, (sql) =>
    recordAudit(sql, venueId, {
      action: 'rollup.mismatch',
      subject: `${mismatches.length} rows, ${unsound.length} sales`,
      detail: {
        Rows: mismatches.slice(0, 20).map(inWords),
        Sales: unsound.slice(0, 20).map(({ saleId, why }) => `${saleId} ${why}`),
      },
      actorUserId: null,
    }),
  )

/** Says in the log what differed, as it stands in the venue's audit trail. */
export const logDifferences = (log: FailureLog, venueId: number, { mismatches, unsound }: Reconciled): void => {
  if (mismatches.length + unsound.length === 0) return
  const rows = mismatches.slice(0, 20).map(inWords)
  log.error(
    { VenueId: venueId, Rows: rows, Sales: unsound.slice(0, 20) },
    `${mismatches.length} rows and ${unsound.length} sales of venue ${venueId} did not agree.`,
  )
}

/** Every night: what changed during the day is checked, and what differs is written down and made right. */
export const reconcileJob = implementForVenues('long', 'intake.reconcile', '40 17 * * *', async ({ database, now }, venueId, log) => {
  logDifferences(log, venueId, await reconcileVenue(database, venueId, { now: now(), repair: true }))
})
