import { addMonths, isoWeekday, monthStart, tradingMoment } from '#shared/day.ts'
import { regionOf } from './calendar/holidays.rules.ts'
import { type Comparison, type ComparisonCalendar, type Reference, referencesOf } from './comparison.rules.ts'
import type { Span } from './period.rules.ts'
import type { Clocked } from './sales-plan.rules.ts'

interface Placed {
  locationId: number
  timeZone: string
  dayStart: string
  region: string
}

/** What clocks and calendars go by. */
interface Moment {
  now: Date
  venue: { weekStart: number; financialYearStart: string }
}

/** The trading day each location is in, and how far into it. */
export const clocksOf = ({ now }: Pick<Moment, 'now'>, places: readonly Omit<Placed, 'region'>[]): Clocked[] =>
  places.map(({ locationId, timeZone, dayStart }) => ({ locationId, firstHour: Number(dayStart.slice(0, 2)), ...tradingMoment(now, timeZone, dayStart) }))

/** The regions whose public holidays the locations keep; none where nothing is known of one. */
export const regionsOf = (places: readonly Pick<Placed, 'region' | 'timeZone'>[]): string[] => [
  ...new Set(places.map(({ region, timeZone }) => regionOf(region, timeZone) ?? '')),
]

/** The comparison's calendar; its day is that of the location furthest into it. */
const calendarOf = ({ venue, now }: Moment, clocks: readonly Clocked[], places: readonly Placed[]): ComparisonCalendar => ({
  today: todayOf({ now }, clocks),
  weekStart: venue.weekStart,
  financialYearStart: venue.financialYearStart,
  regions: regionsOf(places),
})

/** The furthest of the trading days locations are in; the calendar's where there is no location. */
export const todayOf = ({ now }: Pick<Moment, 'now'>, clocks: readonly Clocked[]): string =>
  clocks
    .map(({ day }) => day)
    .sort()
    .at(-1) ?? now.toISOString().slice(0, 10)

/** What a report is asked to be compared with. */
interface CompareAsked {
  Compare?: Comparison | undefined
  CompareFrom?: string | undefined
  CompareTo?: string | undefined
}

/**
 * The ranges a report's range is compared with, public holidays being those of its locations.
 * @throws ValidationFailed where the comparison does not fit the range
 */
export const referencesAsked = (
  moment: Moment,
  { Compare, CompareFrom, CompareTo }: CompareAsked,
  range: Span,
  clocks: readonly Clocked[],
  places: readonly Placed[],
): Reference[] => referencesOf(Compare ?? 'none', range, calendarOf(moment, clocks, places), { from: CompareFrom, to: CompareTo })

/** A till that says nothing for so long while its location usually sells is worth a look. */
export const SILENT_AFTER_MINUTES = 30

/** The hour a location was in half an hour ago: if it usually sells then, something should have been received since. */
export const hourBefore = ({ locationId, day, minute, firstHour }: Clocked) => {
  const earlier = Math.max(0, minute - SILENT_AFTER_MINUTES)
  return {
    locationId,
    weekday: isoWeekday(day),
    localHour: (firstHour + Math.floor(earlier / 60)) % 24,
    months: [monthStart(day), addMonths(monthStart(day), -1)],
  }
}
