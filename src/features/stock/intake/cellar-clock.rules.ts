import { dayNumber } from '#shared/day.ts'
import { type CalendarEntry, instantAtWall } from '#shared/trading-day.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** How old a fact of the cellar may be, and how far ahead it may be dated. */
export const OLDEST_DAYS = 400
export const AHEAD_DAYS = 1

/** The moment a trading day begins at a location. */
export const openingOf = (day: string, calendar: readonly CalendarEntry[]): number => {
  const entry = calendar.findLast(({ fromDay }) => fromDay <= day) ?? calendar[0]
  if (!entry) throw new Error('A location has a calendar.')
  return instantAtWall(dayNumber(day) * DAY_MS + entry.dayStartMinutes * MINUTE_MS, entry.timeZone)
}
