import { clocksOf } from '#features/reports/kit/clocks.rules.ts'
import { soldByDay } from '#features/reports/kit/days-asked.report.ts'
import { netExTaxOf } from '#features/reports/kit/figures.rules.ts'
import { withTrade } from '#features/reports/kit/one-currency.rules.ts'
import { checkRange } from '#features/reports/kit/range.rules.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { daysIn, everyDay, isoWeekday } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { type Answering, attendanceAnswer, daysAnswer, latestDay, type Salary, type SoldByWeekday, salaryDays } from './attendance-answer.rules.ts'
import {
  type AttendanceAsked,
  attendanceDays,
  attendanceSettings,
  daysToLookAt,
  exceptionCounts,
  type Limits,
  nearestDay,
  placesWithHours,
  salaries,
  sumsByWeekday,
} from './attendance-sums.sql.ts'
import { exceptionFacts } from './exception-facts.report.ts'
import { peopleOf } from './roster-lists.sql.ts'
import { type AttendanceAnswer, type AttendanceDays, type AttendanceQuery, EXCEPTIONS } from './time-attendance.contract.ts'
import { withUnplaced } from './wages-told.report.ts'

/** So much may be paid beyond the roster before it is worth a look, where the venue's tolerance is not more. */
const BEYOND_MINUTES = 30
/** Longer ranges name the exceptions that are listed, and mark no cells: a weekday of half a year always has one. */
const MARKED_DAYS = 35
const MOST_LISTED = 60
const MOST_DAYS = 1000

/** A question about attendance, understood. */
export interface Understood {
  asked: AttendanceAsked
  places: readonly ScopeLocation[]
  clocks: readonly Clocked[]
  currency: string | null
  seesTimesheets: boolean
}

/** @throws SwitchedOff, RangeBackwards, RangeTooLong, LocationNotFound */
export const understood = async (scope: VenueScope, query: AttendanceQuery): Promise<Understood> => {
  if (!scope.venue.showTimeAndAttendanceModule) throw failure('SwitchedOff')
  const range = { from: query.FromDate, to: query.ToDate }
  checkRange(range, 'day')
  const places = await placesOf(scope, query)
  const currencies = new Set(places.map(({ currency }) => currency))
  const locationIds = withUnplaced(
    scope,
    places.map(({ locationId }) => locationId),
    query.Locations,
  )
  return {
    asked: { locationIds, ...range, drafts: query.Drafts === 'true', whos: query.Employees },
    places,
    clocks: clocksOf(scope, places),
    currency: currencies.size > 1 ? null : (places[0]?.currency ?? scope.venue.currency),
    seesTimesheets: scope.tags.includes('can_viewtimesheet'),
  }
}

/** Where nothing was sold and nobody worked, another currency keeps no money from being added. */
const placesOf = async (scope: VenueScope, { Locations, FromDate, ToDate }: AttendanceQuery): Promise<readonly ScopeLocation[]> => {
  const places = scope.chosenLocations(Locations)
  if (new Set(places.map(({ currency }) => currency)).size < 2) return places
  const busy = await placesWithHours(scope, FromDate, ToDate)
  return withTrade(places, (locationId) => busy.has(locationId), scope.venue.currency)
}

const limitsOf = (tolerance: number, { asked, clocks }: Understood, rostered: ReadonlySet<number>): Limits => ({
  tolerance,
  beyond: Math.max(tolerance, BEYOND_MINUTES),
  places: asked.locationIds.map((locationId) => ({
    locationId,
    today: clocks.find((clock) => clock.locationId === locationId)?.day ?? clocks[0]?.day ?? asked.to,
    isRostered: rostered.has(locationId),
  })),
})

/** Roster, claimed, actual and hours by person and weekday, against sales. @throws SwitchedOff, RangeBackwards, RangeTooLong, LocationNotFound */
export const attendanceReport = async (scope: VenueScope, query: AttendanceQuery): Promise<AttendanceAnswer> => {
  const known = await understood(scope, query)
  const { asked, places, clocks, seesTimesheets } = known
  keepPlans(scope)
  const [sums, people, { tolerance, targets }, sold, freshness, salaried] = await Promise.all([
    sumsByWeekday(scope, { ...asked, whos: undefined }),
    peopleOf(scope),
    attendanceSettings(scope),
    seesTimesheets && scope.tags.includes('can_viewsales') ? salesByWeekday(scope, known) : undefined,
    freshnessOf(scope, places, clocks),
    seesTimesheets ? salariesIn(scope, known) : [],
  ])
  const limits = limitsOf(tolerance, known, new Set(sums.filter(({ rostered }) => rostered > 0).map(({ locationId }) => locationId)))
  const isMarked = daysIn(asked.from, asked.to) <= MARKED_DAYS
  const [counts, found] = await Promise.all([
    exceptionCounts(scope, asked, limits, EXCEPTIONS.length),
    daysToLookAt(scope, asked, limits, isMarked ? MOST_DAYS * 10 : MOST_LISTED),
  ])
  const answering: Answering = { ...known, scope, people, freshness, tolerance, targets }
  return attendanceAnswer(answering, {
    sums,
    salaried,
    sold,
    counts,
    marked: isMarked ? found : [],
    exceptions: await exceptionFacts(scope, answering, found.slice(0, MOST_LISTED)),
    nearest: sums.length === 0 ? await nearestDay(scope, asked) : null,
  })
}

/** The part of each weekly salary on the days of a range that have come. */
const salariesIn = async (scope: VenueScope, { asked, clocks }: Understood): Promise<Salary[]> =>
  salaryDays(await salaries(scope), asked, latestDay(clocks) ?? asked.to).filter(({ who }) => !asked.whos || asked.whos.includes(who))

/** Net sales without tax in minor units, by ISO weekday and location. */
const salesByWeekday = async (scope: VenueScope, { asked, places, clocks }: Understood): Promise<SoldByWeekday> => {
  const range = { from: asked.from, to: asked.to }
  const tally = await soldByDay(scope, { range, places, clocks, weekdays: undefined, hours: undefined })
  const sold = new Map<number, Map<number, number>>()
  for (const [i, day] of everyDay(range.from, range.to).entries()) {
    const weekday = isoWeekday(day)
    const own = sold.get(weekday) ?? new Map<number, number>()
    for (const { locationId } of places) {
      const at = tally.rowOf(locationId, i + 1)
      own.set(locationId, (own.get(locationId) ?? 0) + netExTaxOf(tally.sums, at))
    }
    sold.set(weekday, own)
  }
  return sold
}

interface DaysQuery extends AttendanceQuery {
  Who?: number | undefined
  Weekday?: number | undefined
}

/** The days behind a figure. @throws SwitchedOff, RangeBackwards, RangeTooLong, LocationNotFound */
export const attendanceDaysReport = async (scope: VenueScope, query: DaysQuery): Promise<AttendanceDays> => {
  const known = await understood(scope, query)
  const [people, { tolerance, targets }, freshness, salaried, sums] = await Promise.all([
    peopleOf(scope),
    attendanceSettings(scope),
    freshnessOf(scope, known.places, known.clocks),
    known.seesTimesheets ? salariesIn(scope, known) : [],
    sumsByWeekday(scope, { ...known.asked, whos: undefined }),
  ])
  const limits = limitsOf(tolerance, known, new Set(sums.filter(({ rostered }) => rostered > 0).map(({ locationId }) => locationId)))
  const rows = await attendanceDays(scope, { ...known.asked, who: query.Who, weekday: query.Weekday }, limits, MOST_DAYS + 1)
  const own = salaried.filter(
    ({ who, day }) => (query.Who === undefined || who === query.Who) && (query.Weekday === undefined || isoWeekday(day) === query.Weekday),
  )
  return daysAnswer({ ...known, scope, people, freshness, tolerance, targets }, rows, own, MOST_DAYS)
}
