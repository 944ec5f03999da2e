/** Which trading day and which hour of it a moment belongs to, at a location's wall clock. */

/** A zone and a cut-off, and the first trading day they hold for. */
export interface CalendarEntry {
  fromDay: string
  timeZone: string
  /** Minutes after midnight at which the trading day begins. */
  dayStartMinutes: number
}

export interface TradingTime {
  businessDate: string
  /** Wall-clock hour 0–23, + 100 when the clocks went back and this is its second time. */
  localHour: number
  /** Wall-clock minutes since the trading day began. */
  localMinute: number
}

/** The entries of a location; one that has none goes by its clock of now. */
export const calendarOf = ({
  calendar = [],
  timeZone,
  dayStart,
}: {
  calendar?: readonly { fromDay: string; timeZone: string; dayStart: string }[]
  timeZone: string
  dayStart: string
}): CalendarEntry[] => {
  const entries = calendar.length > 0 ? calendar : [{ fromDay: '0001-01-01', timeZone, dayStart }]
  return entries.map((entry) => ({ fromDay: entry.fromDay, timeZone: entry.timeZone, dayStartMinutes: minutesOf(entry.dayStart) }))
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
// No zone changes its clock within a quarter of an hour, so one look-up serves them all.
const SLOT_MS = 15 * MINUTE_MS
const MOST_SLOTS = 40_000

/**
 * The trading day of a moment: its wall-clock time minus the cut-off, so that clock changes move nothing. The entry in
 * force is the last one whose first day is not later than the day it gives; hours no entry claims stay with the day before.
 * @param calendar entries from the earliest day to the latest
 */
export const tradingTime = (at: number, calendar: readonly CalendarEntry[]): TradingTime => {
  let until: string | undefined
  for (let i = calendar.length - 1; i >= 0; i -= 1) {
    const entry = calendar[i] as CalendarEntry
    const time = timeUnder(at, entry)
    if (i === 0 || time.businessDate >= entry.fromDay) {
      if (until !== undefined && time.businessDate >= until) return { ...time, businessDate: dayBefore(until), localMinute: time.localMinute + DAY_MINUTES }
      return time
    }
    until = entry.fromDay
  }
  throw new Error('A location has a calendar.')
}

/** Returns the instant, in milliseconds, at which a trading day begins. @param calendar entries from the earliest day to the latest */
export const startOfTradingDay = (day: string, calendar: readonly CalendarEntry[]): number => {
  const { timeZone, dayStartMinutes } = calendar.findLast(({ fromDay }) => fromDay <= day) ?? (calendar[0] as CalendarEntry)
  return instantAtWall(Date.parse(`${day}T00:00:00Z`) + dayStartMinutes * MINUTE_MS, timeZone)
}

/** The last trading day that is over at all of these locations, by their clocks and cut-offs; nothing where there are none. */
export const lastDayOver = (now: Date, locations: readonly { timeZone: string; dayStart: string }[]): string | undefined => {
  const days = locations.map(({ timeZone, dayStart }) => {
    return dayBefore(timeUnder(now.getTime(), { fromDay: '', timeZone, dayStartMinutes: minutesOf(dayStart) }).businessDate)
  })
  return days.sort()[0]
}

const timeUnder = (at: number, { timeZone, dayStartMinutes }: CalendarEntry): TradingTime => {
  const { offsetMinutes, isSecondTime } = clockAt(at, timeZone)
  const wall = Math.floor(at / MINUTE_MS) + offsetMinutes
  const since = wall - dayStartMinutes
  const minuteOfDay = mod(wall, DAY_MINUTES)
  return {
    businessDate: dayText(Math.floor(since / DAY_MINUTES)),
    localHour: Math.floor(minuteOfDay / 60) + (isSecondTime ? 100 : 0),
    localMinute: mod(since, DAY_MINUTES),
  }
}

interface Clock {
  offsetMinutes: number
  isSecondTime: boolean
}

const slotsByZone = new Map<string, Map<number, Clock>>()

/** How far a zone's wall clock is ahead of UTC, and whether it shows a time it has shown before. */
const clockAt = (at: number, timeZone: string): Clock => {
  let slots = slotsByZone.get(timeZone)
  if (!slots) {
    slots = new Map()
    slotsByZone.set(timeZone, slots)
  }
  const slot = Math.floor(at / SLOT_MS)
  const known = slots.get(slot)
  if (known) return known
  if (slots.size >= MOST_SLOTS) slots.clear()
  const start = slot * SLOT_MS
  const offsetMinutes = offsetOf(start, timeZone)
  // Clocks go back by an hour almost everywhere, by half of one on Lord Howe Island.
  const isSecondTime = [60, 30].some((back) => offsetOf(start - back * MINUTE_MS, timeZone) - offsetMinutes === back)
  const clock = { offsetMinutes, isSecondTime }
  slots.set(slot, clock)
  return clock
}

const formats = new Map<string, Intl.DateTimeFormat>()

const offsetOf = (at: number, timeZone: string): number => {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', era: 'short' })
    formats.set(timeZone, format)
  }
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const mod = (value: number, by: number): number => ((value % by) + by) % by

const dayTexts = new Map<number, string>()

const dayText = (day: number): string => {
  let text = dayTexts.get(day)
  if (text === undefined) {
    text = new Date(day * DAY_MINUTES * MINUTE_MS).toISOString().slice(0, 10)
    dayTexts.set(day, text)
  }
  return text
}

const dayBefore = (day: string): string => dayText(Date.parse(`${day}T00:00:00Z`) / (DAY_MINUTES * MINUTE_MS) - 1)

/**
 * The instant a moment with an offset names, in milliseconds; NaN where there is no such date or time.
 * Date.parse alone would take 30 February for 2 March.
 */
export const instantOf = (moment: string): number => {
  const at = Date.parse(moment)
  if (Number.isNaN(at)) return at
  const day = Number(moment.slice(8, 10))
  if (day > 28 && new Date(Date.UTC(Number(moment.slice(0, 4)), Number(moment.slice(5, 7)), 0)).getUTCDate() < day) return Number.NaN
  return at
}

/**
 * The instant at which a zone's wall clock shows this local time. A time shown twice means the first; a time the clocks
 * jump over means as long after the jump.
 * @param wall the local time in milliseconds, as if it were UTC
 */
export const instantAtWall = (wall: number, timeZone: string): number => {
  const before = wall - clockAt(wall - DAY_MINUTES * MINUTE_MS, timeZone).offsetMinutes * MINUTE_MS
  if (clockAt(before, timeZone).offsetMinutes * MINUTE_MS === wall - before) return before
  const after = wall - clockAt(wall + DAY_MINUTES * MINUTE_MS, timeZone).offsetMinutes * MINUTE_MS
  if (clockAt(after, timeZone).offsetMinutes * MINUTE_MS === wall - after) return after
  return before
}

/** ISO weekday of a day, 1 = Monday. */
export const weekdayOf = (day: string): number => {
  let weekday = weekdays.get(day)
  if (weekday === undefined) {
    weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
    weekdays.set(day, weekday)
  }
  return weekday
}
const weekdays = new Map<string, number>()
