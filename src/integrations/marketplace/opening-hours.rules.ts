import { addDays, dayNumber, dayOf, isoWeekday } from '#shared/day.ts'
import { instantAtWall, tradingTime } from '#shared/trading-day.ts'

/**
 * One opening of a week, on the wall clock of its location. Closing at the hour it opens, or earlier, is meant for the day after: 18:00 to 02:00
 * ends after midnight, 00:00 to 00:00 is a whole day.
 */
export interface Opening {
  /** ISO weekday it opens on, 1 = Monday. */
  Weekday: number
  /** HH:MM */
  Opens: string
  /** HH:MM */
  Closes: string
}

/** A span of time in milliseconds since 1970; its end is not part of it. */
interface Span {
  from: number
  until: number
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES
/** Every opening of a week begins within so many days, however the clocks change. */
const LOOK_AHEAD_DAYS = 8

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** Whether it closes on the day after the one it opens on. */
export const closesNextDay = ({ Opens, Closes }: Pick<Opening, 'Opens' | 'Closes'>): boolean => minutesOf(Closes) <= minutesOf(Opens)

/** Where it lies in the week, in minutes since Monday 00:00; the end may lie in the next week. */
const inWeek = (opening: Opening): Span => {
  const day = (opening.Weekday - 1) * DAY_MINUTES
  return { from: day + minutesOf(opening.Opens), until: day + minutesOf(opening.Closes) + (closesNextDay(opening) ? DAY_MINUTES : 0) }
}

/** The first two openings of a week that share a minute, by their places in the list; Sunday night reaches into Monday. */
export const overlappingOpenings = (openings: readonly Opening[]): [earlier: number, later: number] | undefined => {
  const spans = openings.map(inWeek)
  for (const [later, b] of spans.entries()) {
    const earlier = spans.findIndex(
      (a, at) => at < later && [-WEEK_MINUTES, 0, WEEK_MINUTES].some((week) => a.from + week < b.until && b.from < a.until + week),
    )
    if (earlier >= 0) return [earlier, later]
  }
  return undefined
}

/** A wall clock as milliseconds, as if it were UTC. */
const wallAt = (at: number, timeZone: string): number => {
  const { businessDate, localMinute } = tradingTime(at, [{ fromDay: '', timeZone, dayStartMinutes: 0 }])
  return (dayNumber(businessDate) * DAY_MINUTES + localMinute) * MINUTE_MS
}

/** The first moment at which the clock shows a time or a later one: a time that the clocks jump over is reached as they jump. */
const reached = (wall: number, timeZone: string): number => {
  let at = instantAtWall(wall, timeZone)
  while (wallAt(at - MINUTE_MS, timeZone) >= wall) at -= MINUTE_MS
  return at
}

/**
 * When a location is open from the day before a moment on, for as many days as hold every opening of the week: in order, those that touch as one.
 * It opens and closes at the first moment its clock shows the time, also on days on which the clocks change.
 */
const spansAround = (openings: readonly Opening[], timeZone: string, at: number): Span[] => {
  const today = dayNumber(dayOf(Math.floor(wallAt(at, timeZone) / MINUTE_MS / DAY_MINUTES)))
  const days = Array.from({ length: LOOK_AHEAD_DAYS + 2 }, (_, i) => dayOf(today - 1 + i))
  const spans = days.flatMap((day) => openings.filter(({ Weekday }) => Weekday === isoWeekday(day)).map((opening) => spanOn(day, opening, timeZone)))
  const merged: Span[] = []
  for (const span of spans.filter(({ from, until }) => from < until).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until)
    else merged.push(span)
  }
  return merged
}

const spanOn = (day: string, opening: Opening, timeZone: string): Span => {
  const wall = (on: string, clock: string) => (dayNumber(on) * DAY_MINUTES + minutesOf(clock)) * MINUTE_MS
  const lastDay = closesNextDay(opening) ? addDays(day, 1) : day
  return { from: reached(wall(day, opening.Opens), timeZone), until: reached(wall(lastDay, opening.Closes), timeZone) }
}

/** Whether a location is open, and until or from when. */
export interface OpenState {
  open: boolean
  /** When it closes, while it is open; null where it never does. */
  closesAt: Date | null
  /** When it opens next, while it is closed; null where it has no opening. */
  opensAt: Date | null
}

/** Whether a location is open at a moment by its hours, its zone and its pause. */
export const openStateAt = (openings: readonly Opening[], timeZone: string, pausedUntil: Date | null, now: Date): OpenState => {
  const isPaused = pausedUntil !== null && pausedUntil > now
  const from = isPaused ? pausedUntil : now
  const spans = spansAround(openings, timeZone, from.getTime())
  const current = spans.find((span) => span.from <= from.getTime() && from.getTime() < span.until)
  if (isPaused) return { open: false, closesAt: null, opensAt: current ? from : firstAfter(spans, from) }
  if (!current) return { open: false, closesAt: null, opensAt: firstAfter(spans, now) }
  const isEndless = current.until - now.getTime() >= (LOOK_AHEAD_DAYS - 1) * DAY_MINUTES * MINUTE_MS
  return { open: true, closesAt: isEndless ? null : new Date(current.until), opensAt: null }
}

const firstAfter = (spans: readonly Span[], at: Date): Date | null => {
  const next = spans.find(({ from }) => from > at.getTime())
  return next ? new Date(next.from) : null
}

/** The first moment of the next trading day at a location: "tomorrow morning" to whoever pauses in the evening or after midnight. */
export const tomorrowMorning = (now: Date, timeZone: string, dayStart: string): Date => {
  const { businessDate } = tradingTime(now.getTime(), [{ fromDay: '', timeZone, dayStartMinutes: minutesOf(dayStart) }])
  return new Date(reached((dayNumber(addDays(businessDate, 1)) * DAY_MINUTES + minutesOf(dayStart)) * MINUTE_MS, timeZone))
}
