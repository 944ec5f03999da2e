import { addDays } from '#shared/day.ts'
import { calendarOf, startOfTradingDay, tradingTime } from '#shared/trading-day.ts'

/** How long somebody has to come back from a provider. */
export const AUTHORISATION_MINUTES = 10
/** How many trading days are fetched when a place is linked, today included. */
export const BACKFILL_DAYS = 90

type Clock = Parameters<typeof calendarOf>[0]

/** Without a location, days are those of UTC. */
const calendarsOf = (locations: readonly Clock[]) => (locations.length > 0 ? locations : [{ timeZone: 'UTC', dayStart: '00:00' }]).map(calendarOf)

/** Returns the trading days of an instant at these locations, the earliest first. */
export const tradingDaysAt = (at: Date, locations: readonly Clock[]): string[] =>
  calendarsOf(locations)
    .map((calendar) => tradingTime(at.getTime(), calendar).businessDate)
    .sort()

/** Returns the first of so many trading days up to that of an instant; of several locations, the latest. */
export const firstDayOf = (now: Date, locations: readonly Clock[], days = BACKFILL_DAYS): string =>
  addDays(tradingDaysAt(now, locations).at(-1) as string, 1 - days)

/** Returns the instant at which a trading day begins at the earliest of these locations. */
export const startOf = (day: string, locations: readonly Clock[]): Date =>
  new Date(Math.min(...calendarsOf(locations).map((calendar) => startOfTradingDay(day, calendar))))

/** Whether a provider may send people back there: an address of ours, or of an origin that was settled. */
export const isRedirectAllowed = (redirectUri: string, origins: readonly string[]): boolean => {
  if (!URL.canParse(redirectUri) || redirectUri.includes('#') || redirectUri.includes('\\')) return false
  const { origin, username, password, protocol } = new URL(redirectUri)
  return (
    (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && origins.includes(origin) && redirectUri.startsWith(`${origin}/`)
  )
}

const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 3600

/** How long to wait after a provider failed so many times in a row, in seconds; what it asks for itself is waited for at least. */
export const pauseAfter = (failures: number, askedSeconds = 0): number =>
  Math.max(Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(failures - 1, 0), LONGEST_PAUSE_SECONDS), Math.min(askedSeconds, 6 * LONGEST_PAUSE_SECONDS))
