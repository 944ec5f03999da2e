import { tradingTime } from './trading-day.ts'

/** Business days as YYYY-MM-DD. Arithmetic is on the calendar alone; a time zone matters only in telling which day it is now. */

const DAY_MS = 86_400_000

/**
 * Days since 1970-01-01. Counted from the first of March, after which each month begins as many days later in every year: the calendar itself
 * takes three times as long.
 */
export const dayNumber = (day: string): number => {
  const month = digits(day, 5, 7)
  const year = digits(day, 0, 4) - (month < 3 ? 1 : 0)
  const before = Math.floor((153 * (month < 3 ? month + 9 : month - 3) + 2) / 5)
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
  return 365 * year + leapDays + before + digits(day, 8, 10) - DAYS_BEFORE_1970
}

const DAYS_BEFORE_1970 = 719_469

const digits = (text: string, from: number, to: number): number => {
  let value = 0
  for (let i = from; i < to; i += 1) value = value * 10 + text.charCodeAt(i) - 48
  return value
}

/** The day so many days after 1970-01-01. */
export const dayOf = (number: number): string => {
  const known = names[number]
  if (known !== undefined) return known
  const name = new Date(number * DAY_MS).toISOString().slice(0, 10)
  if (number >= 0 && number < KEPT_DAYS) names[number] = name
  return name
}

/** Days somebody has asked about, up to the year 2100: a report names thousands, and the calendar is slow at it. */
const names: string[] = []
const KEPT_DAYS = 47_847

export const addDays = (day: string, days: number): string => dayOf(dayNumber(day) + days)

/** How many days a span has, both ends included. */
export const daysIn = (from: string, to: string): number => dayNumber(to) - dayNumber(from) + 1

/** 1 = Monday to 7 = Sunday. */
export const isoWeekday = (day: string): number => ((dayNumber(day) + 3) % 7) + 1

export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`

export const monthEnd = (day: string): string => addDays(addMonths(monthStart(day), 1), -1)

/** The same day so many months later; a day that month lacks becomes its last one. */
export const addMonths = (day: string, months: number): string => {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const first = `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
  if (day.endsWith('-01')) return `${first}-01`
  const next = Date.UTC(Math.floor((index + 1) / 12), (index + 1) % 12, 1) / DAY_MS
  const longest = Number(dayOf(next - 1).slice(8))
  return `${first}-${String(Math.min(Number(day.slice(8)), longest)).padStart(2, '0')}`
}

/** How many months the span touches. */
export const monthsTouched = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1

/** Every day of a span in order. */
export const everyDay = (from: string, to: string): string[] => {
  const first = dayNumber(from)
  return Array.from({ length: Math.max(0, daysIn(from, to)) }, (_, i) => dayOf(first + i))
}

/** A moment on a location's clock: its trading day, and the wall-clock minutes since that day began. */
export interface TradingMoment {
  day: string
  minute: number
}

/** Which trading day it is at a location now, and how far into it; clock changes move neither. */
export const tradingMoment = (at: Date, timeZone: string, dayStart: string): TradingMoment => {
  const dayStartMinutes = Number(dayStart.slice(0, 2)) * 60 + Number(dayStart.slice(3, 5))
  const { businessDate, localMinute } = tradingTime(at.getTime(), [{ fromDay: '', timeZone, dayStartMinutes }])
  return { day: businessDate, minute: localMinute }
}

/** An instant as ISO 8601 with the offset of a zone: 2026-11-20T21:04:00+11:00. */
export const instantIn = (at: Date, timeZone: string): string => {
  const ms = at.getTime()
  const offset = offsetIn(ms, timeZone)
  const wall = Math.floor(ms / MINUTE_MS) + offset
  const day = Math.floor(wall / DAY_MINUTES)
  const clock = `${hoursAndMinutes(wall - day * DAY_MINUTES)}:${two(at.getUTCSeconds())}`
  return `${dayOf(day)}T${clock}${offset < 0 ? '-' : '+'}${hoursAndMinutes(Math.abs(offset))}`
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

const two = (value: number): string => (value < 10 ? `0${value}` : String(value))
const hoursAndMinutes = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** Minutes ahead of UTC by zone and UTC day; NaN for a day on which the clocks change. A list of receipts asks about the same few days. */
const offsets = new Map<string, Map<number, number>>()
const MOST_DAYS = 10_000
/** 1973: before it there were zones some seconds away from whole minutes. */
const WHOLE_MINUTES_FROM_DAY = 1096

/** No zone has changed its clocks there and back within a day: the same offset at both ends holds for all of it. */
const offsetIn = (ms: number, timeZone: string): number => {
  const day = Math.floor(ms / DAY_MS)
  if (day < WHOLE_MINUTES_FROM_DAY) return offsetAsked(ms, timeZone)
  let days = offsets.get(timeZone)
  if (!days || days.size >= MOST_DAYS) {
    days = new Map()
    offsets.set(timeZone, days)
  }
  let known = days.get(day)
  if (known === undefined) {
    const first = offsetAsked(day * DAY_MS, timeZone)
    known = first === offsetAsked((day + 1) * DAY_MS, timeZone) ? first : Number.NaN
    days.set(day, known)
  }
  return Number.isNaN(known) ? offsetAsked(ms, timeZone) : known
}

const clocks = new Map<string, Intl.DateTimeFormat>()

const offsetAsked = (ms: number, timeZone: string): number => {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    clocks.set(timeZone, clock)
  }
  const part = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]))
  const wall = dayNumber(`${part.year}-${part.month}-${part.day}`) * DAY_MINUTES + Number(part.hour) * 60 + Number(part.minute)
  return wall - Math.floor(ms / MINUTE_MS)
}
