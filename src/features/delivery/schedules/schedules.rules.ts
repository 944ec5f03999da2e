import { addDays, dayNumber, instantIn, isoWeekday, monthEnd } from '#shared/day.ts'
import type { Table } from '#shared/endpoint.ts'
import { instantAtWall } from '#shared/trading-day.ts'

/** When a schedule sends. */
export interface Timing {
  every: 'day' | 'week' | 'month'
  /** ISO weekday, or day of the month with 31 for its last; 0 for every day. */
  onDay: number
}

/** Why a timing makes no sense, as a sentence; undefined where it does. */
export const timingComplaint = ({ every, onDay }: Timing): string | undefined => {
  if (every === 'day') return onDay === 0 ? undefined : 'OnDay is 0 for every day.'
  if (every === 'week') return onDay >= 1 && onDay <= 7 ? undefined : 'OnDay is a weekday from 1 (Monday) to 7.'
  return (onDay >= 1 && onDay <= 28) || onDay === 31 ? undefined : 'OnDay is a day from 1 to 28, or 31 for the last of the month.'
}

const sendsAfter = ({ every, onDay }: Timing, day: string): boolean => {
  if (every === 'day') return true
  if (every === 'week') return isoWeekday(day) === onDay
  return onDay === 31 ? day === monthEnd(day) : Number(day.slice(8)) === onDay
}

/** The first trading day from this one on whose end sends the schedule. */
export const firstDayFrom = (timing: Timing, day: string): string => {
  let found = day
  while (!sendsAfter(timing, found)) found = addDays(found, 1)
  return found
}

/** The last trading day up to this one whose end sent it, or would have. */
export const lastDayUpTo = (timing: Timing, day: string): string => {
  let found = day
  while (!sendsAfter(timing, found)) found = addDays(found, -1)
  return found
}

/** A location as far as the end of its day depends on it. */
interface Closing {
  timeZone: string
  /** HH:MM. */
  dayStart: string
  active: boolean
  calendar?: readonly { fromDay: string; timeZone: string; dayStart: string }[]
}

/** What is rung up in the last minute is here by then. */
const GRACE_MINUTES = 15
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

/** When a trading day is over at a location: the next one begins, by the cut-off and zone in force then. */
const endOf = (day: string, place: Closing): number => {
  const next = addDays(day, 1)
  const { timeZone, dayStart } = place.calendar?.findLast(({ fromDay }) => fromDay <= next) ?? place
  return instantAtWall(dayNumber(next) * DAY_MS + minutesOf(dayStart) * MINUTE_MS, timeZone)
}

/** A chosen time of sending and the zone of the clock it is on. */
export interface SendTime {
  /** HH:MM. */
  time: string
  timeZone: string
}

/** When the mail about a trading day is due: a quarter of an hour after the last of its locations has closed the day, or at the chosen time that follows. */
export const dueAt = (day: string, places: readonly Closing[], at?: SendTime): Date => {
  const open = places.filter(({ active }) => active)
  const counted = open.length > 0 ? open : places
  const ends = counted.map((place) => endOf(day, place))
  const over = (ends.length > 0 ? Math.max(...ends) : dayNumber(addDays(day, 1)) * DAY_MS) + GRACE_MINUTES * MINUTE_MS
  return new Date(at ? firstAt(at, over) : over)
}

/** The first time a clock shows this time of day from a moment on. */
const firstAt = ({ time, timeZone }: SendTime, from: number): number => {
  const day = dayNumber(instantIn(new Date(from), timeZone).slice(0, 10))
  const minutes = minutesOf(time)
  const on = (other: number) => instantAtWall(other * DAY_MS + minutes * MINUTE_MS, timeZone)
  return on(day) >= from ? on(day) : on(day + 1)
}

/** The last trading day that is over everywhere; or whose mail was due, where a time of sending is named. */
export const lastClosedDay = (now: Date, places: readonly Closing[], at?: SendTime): string => {
  let day = addDays(now.toISOString().slice(0, 10), 1)
  while (dueAt(day, places, at).getTime() > now.getTime()) day = addDays(day, -1)
  return day
}

/** After a long silence of the server the days of a week are made up for; what is older can be asked for by hand. */
const MOST_MADE_UP = 7

/** The days that are due and not sent yet, and the day after them; of a long backlog only the latest. */
export const daysDue = (timing: Timing, nextDay: string, now: Date, places: readonly Closing[], at?: SendTime): { due: string[]; next: string } => {
  const due: string[] = []
  let day = firstDayFrom(timing, nextDay)
  while (dueAt(day, places, at).getTime() <= now.getTime()) {
    due.push(day)
    day = firstDayFrom(timing, addDays(day, 1))
  }
  return { due: due.slice(-MOST_MADE_UP), next: day }
}

/** Whether a report has nothing to tell: no row, or no figure but zero. */
export const isEmptyTable = ({ columns, rows, totals }: Table): boolean => {
  const figures = columns.filter(({ kind }) => kind === 'money' || kind === 'count' || kind === 'quantity')
  const says = (row: Table['rows'][number]) => figures.some(({ key }) => typeof row[key] === 'number' && row[key] !== 0)
  return ![...rows, ...(totals ? [totals] : [])].some(says)
}

/** What somebody may see, as far as it decides on a mail. */
export interface Seat {
  /** Still at the venue and let in. */
  present: boolean
  tags: readonly string[]
  allLocations: boolean
  locationIds: readonly number[]
}

/** Why somebody is not sent a report; undefined where they are. */
export const seatComplaint = (seat: Seat, holdsTag: boolean, wanted: readonly number[] | undefined): 'left' | 'no-tag' | 'no-location' | undefined => {
  if (!seat.present) return 'left'
  if (!holdsTag) return 'no-tag'
  const sees = (id: number) => seat.allLocations || seat.locationIds.includes(id)
  if (wanted ? !wanted.every(sees) : !seat.allLocations && seat.locationIds.length === 0) return 'no-location'
  return undefined
}
