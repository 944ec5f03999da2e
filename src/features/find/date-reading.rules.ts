import { addDays, addMonths, isoWeekday, monthEnd, monthStart } from '#shared/day.ts'
import { isDay, presetRange, type Range, type VenueCalendar } from '#shared/range.ts'

/** What a date in a text may mean: the days, and of them only some weekdays where these are meant. */
export interface Reading {
  range: Range
  weekdays?: readonly number[]
  /** What it is beside the first reading. */
  beside?: 'week-before' | 'four-weeks'
}

/** What words about days mean, the likeliest first; undefined where they name no day there is. */
export type ReadDays = (words: readonly (string | undefined)[], calendar: VenueCalendar) => readonly Reading[] | undefined

/** Words about days, as one language writes them, and what they mean. */
export type DateWords = readonly [pattern: RegExp, read: ReadDays]

export const only = (range: Range | undefined): readonly Reading[] | undefined => range && [{ range }]

export const number = (word: string | undefined): number | undefined => (word === undefined ? undefined : Number(word))

/** One day, which stays a word where it is today or yesterday. */
export const oneDay = (day: string, calendar: VenueCalendar): Range => {
  if (day === calendar.today) return presetRange('today', calendar)
  return day === addDays(calendar.today, -1) ? presetRange('yesterday', calendar) : { from: day, to: day }
}

export const oneOf = (found: string | undefined, calendar: VenueCalendar): readonly Reading[] | undefined =>
  only(found === undefined ? undefined : oneDay(found, calendar))

/** A weekday that is past or today: the day itself, the one a week before, and the last four of them together. */
export const weekdayReadings = (day: string, calendar: VenueCalendar): readonly Reading[] => [
  { range: oneDay(day, calendar) },
  { range: oneDay(addDays(day, -7), calendar), beside: 'week-before' },
  { range: { from: addDays(day, -21), to: day }, weekdays: [isoWeekday(day)], beside: 'four-weeks' },
]

/** The latest day of this weekday up to a day. */
export const lastWeekday = (weekday: number, upTo: string): string => addDays(upTo, -((isoWeekday(upTo) - weekday + 7) % 7))

/** The last so many days of this weekday, up to today. */
export const lastWeekdays = (weekday: number, count: number, { today }: VenueCalendar): readonly Reading[] | undefined => {
  const last = lastWeekday(weekday, today)
  return count < 1 || count > 52 ? undefined : [{ range: { from: addDays(last, -7 * (count - 1)), to: last }, weekdays: [isoWeekday(last)] }]
}

/** The day of this weekday in a week of the venue, so many weeks from the one that is on. */
export const weekdayOfWeek = (weekday: number, weeks: number, { today, weekStart }: VenueCalendar): string => {
  const first = addDays(lastWeekday(weekStart, today), 7 * weeks)
  return addDays(first, (weekday - weekStart + 7) % 7)
}

/** A month: the whole of it, or as far as it has come; without a year the last one there was. */
export const month = (number: number, year: number | undefined, calendar: VenueCalendar): Range | undefined => {
  if (number < 1 || number > 12) return undefined
  const first = `${yearFor(number, 1, year, calendar)}-${two(number)}-01`
  return first === monthStart(calendar.today) ? presetRange('thismonth', calendar) : { from: first, to: monthEnd(first) }
}

/** A day by its numbers; without a year the last one there was. */
export const day = (number: number, ofMonth: number, year: number | undefined, calendar: VenueCalendar): string | undefined => {
  const written = `${yearFor(ofMonth, number, year, calendar)}-${two(ofMonth)}-${two(number)}`
  return isDay(written) ? written : undefined
}

const yearFor = (ofMonth: number, number: number, year: number | undefined, { today }: VenueCalendar): number => {
  const thisYear = Number(today.slice(0, 4))
  if (year !== undefined) return year < 100 ? 2000 + year : year
  return `${thisYear}-${two(ofMonth)}-${two(number)}` <= today ? thisYear : thisYear - 1
}

const two = (number: number): string => String(number).padStart(2, '0')

/** From one day to another; the first in the year before where it would come after the last. */
export const span = (from: string | undefined, to: string | undefined, calendar: VenueCalendar): Range | undefined => {
  if (from === undefined || to === undefined) return undefined
  if (from === to) return oneDay(from, calendar)
  if (from < to) return { from, to }
  const earlier = `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`
  return isDay(earlier) && addMonths(earlier, 12) >= to ? { from: earlier, to } : undefined
}

/** The last so many days, whole weeks or whole months before now. */
export const lastMany = (many: number, unit: 'day' | 'week' | 'month', calendar: VenueCalendar): Range | undefined => {
  const { today, weekStart } = calendar
  if (many < 1 || many > 400) return undefined
  if (unit === 'week') {
    const first = lastWeekday(weekStart, today)
    return many === 1 ? presetRange('lastweek', calendar) : { from: addDays(first, -7 * many), to: addDays(first, -1) }
  }
  if (unit === 'month') {
    if (many === 1 || many === 12) return presetRange(many === 1 ? 'lastmonth' : 'last12', calendar)
    return { from: addMonths(monthStart(today), -many), to: addDays(monthStart(today), -1) }
  }
  if (many === 1) return presetRange('yesterday', calendar)
  if (many === 7 || many === 28) return presetRange(`last${many}`, calendar)
  return { from: addDays(today, -many), to: addDays(today, -1) }
}

/** The last Saturday and Sunday, as far as they have come. */
export const weekend = (isPast: boolean, calendar: VenueCalendar): Range => {
  const { today } = calendar
  const saturday = lastWeekday(6, today)
  const isOn = isoWeekday(today) >= 6
  const from = isPast && isOn ? addDays(saturday, -7) : saturday
  const sunday = addDays(from, 1)
  return { from, to: sunday < today ? sunday : today }
}

/** A calendar year: this one as far as it has come. */
export const calendarYear = (year: number, { today }: VenueCalendar): Range => {
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  return { from, to: from <= today && today < to ? today : to }
}

/** The financial year so many before the one that is on, or the one that ends in a year. */
export const financialYear = (which: { back: number } | { ending: number }, calendar: VenueCalendar): Range => {
  const current = presetRange('thisfy', calendar)
  const next = addMonths(current.from, 12)
  const back = 'back' in which ? which.back : Number(addDays(next, -1).slice(0, 4)) - which.ending
  if (back === 0) return current
  return { from: addMonths(current.from, -12 * back), to: addDays(addMonths(current.from, 12 - 12 * back), -1) }
}
