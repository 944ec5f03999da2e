import type { VenueScope } from '#platform/access/venue-scope.ts'
import { latestDay, salaryDays } from './attendance-answer.rules.ts'
import { attendanceSettings, type PlaceSums, salaries, sumsByPlace } from './attendance-sums.sql.ts'
import type { WageTargets } from './wage-target.rules.ts'

/** Hours in minutes, and what they cost in minor units, of a day at a location; location 0 is an area that is matched to none yet. */
export type WagesOfDay = PlaceSums

interface WagesAsked {
  locationIds: readonly number[]
  spans: readonly { from: string; to: string }[]
  /** Salaries count up to the day the latest of these clocks is in. */
  clocks: readonly { day: string }[]
  /** Whole months are told by their first day. */
  byMonth?: boolean
}

/**
 * What was rostered and is paid at each location on each day of some spans, salaries with it, as T & A adds it up; nothing for a reader who may not see
 * timesheets, or where the venue has time and attendance switched off.
 */
export const wagesTold = async (scope: VenueScope, { locationIds, spans, clocks, byMonth = false }: WagesAsked): Promise<WagesOfDay[][] | undefined> => {
  if (!scope.venue.showTimeAndAttendanceModule || !scope.tags.includes('can_viewtimesheet')) return undefined
  const rates = await salaries(scope)
  return Promise.all(
    spans.map(async (span) => {
      const paid = await sumsByPlace(scope, { locationIds, ...span, drafts: false }, byMonth)
      const salaried = salaryDays(rates, { locationIds, ...span }, latestDay(clocks) ?? span.to)
      return [...paid, ...salaried.map(({ locationId, day, cost }) => ({ locationId, day, cost, rostered: 0, payable: 0, unpriced: 0 }))]
    }),
  )
}

/** The locations asked for, and with all of them what is in no location yet, for those who have every location. */
export const withUnplaced = (scope: VenueScope, locationIds: readonly number[], named: readonly number[] | undefined): number[] => [
  ...locationIds,
  ...(scope.allLocations && (named ?? []).length === 0 ? [0] : []),
]

/** What wages are aimed at in percent of sales. */
export const wageTargets = async (scope: VenueScope): Promise<WageTargets> => (await attendanceSettings(scope)).targets
