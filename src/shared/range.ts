import { dayFormat } from './formats.ts'
import { type Language, LOCALES } from './messages.ts'

/** A span of business days, both ends included. A preset stays a word in the address, so a saved link moves with time. */
export interface Range {
  preset?: Preset
  from: string
  to: string
}

export const PRESETS = ['today', 'yesterday', 'thisweek', 'lastweek', 'last7', 'last28', 'thismonth', 'lastmonth', 'thisfy', 'last12'] as const
export type Preset = (typeof PRESETS)[number]

/** What a venue's calendar goes by. Week and financial year are the venue's settings, never the reader's locale. */
export interface VenueCalendar {
  /** The business date now, YYYY-MM-DD. */
  today: string
  /** ISO weekday, 1 = Monday. */
  weekStart: number
  /** MM-DD. */
  financialYearStart: string
}

/** The days a preset means today. */
export const presetRange = (preset: Preset, { today, weekStart, financialYearStart }: VenueCalendar): Range => {
  const week = addDays(today, -((isoWeekday(today) - weekStart + 7) % 7))
  const month = `${today.slice(0, 7)}-01`
  const spans: Record<Preset, () => [from: string, to: string]> = {
    today: () => [today, today],
    yesterday: () => [addDays(today, -1), addDays(today, -1)],
    thisweek: () => [week, today],
    lastweek: () => [addDays(week, -7), addDays(week, -1)],
    last7: () => [addDays(today, -7), addDays(today, -1)],
    last28: () => [addDays(today, -28), addDays(today, -1)],
    thismonth: () => [month, today],
    lastmonth: () => [addMonths(month, -1), addDays(month, -1)],
    thisfy: () => [financialYear(today, financialYearStart), today],
    last12: () => [addMonths(month, -12), addDays(month, -1)],
  }
  const [from, to] = spans[preset]()
  return { preset, from, to }
}

/** Reads a range from the address: a preset's word, `2026-11-16..2026-11-22` or one day. Nothing where it is none of them. */
export const rangeFromUrl = (written: string | undefined, calendar: VenueCalendar): Range | undefined => {
  if (!written) return undefined
  if ((PRESETS as readonly string[]).includes(written)) return presetRange(written as Preset, calendar)
  const [from, to = from, more] = written.split('..')
  if (more !== undefined || !from || !to || !isDay(from) || !isDay(to) || from > to) return undefined
  return { from, to }
}

/** Writes a range into the address. */
export const rangeToUrl = ({ preset, from, to }: Range): string => preset ?? (from === to ? from : `${from}..${to}`)

/** The range one step earlier or later, by its own unit: a day, a week, a month, a financial year, or its length in days. */
export const stepRange = (range: Range, direction: -1 | 1, calendar: VenueCalendar): Range => {
  const { from, to } = movedBy(range, direction, calendar)
  const cut = from <= calendar.today && to > calendar.today ? calendar.today : to
  return named({ from, to: cut }, calendar)
}

/** How many days a range has. */
export const daysIn = ({ from, to }: Range): number => Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / DAY_MS) + 1

/** "Mon 16 – Sun 22 Nov 2026", 2026/11/16(月)～22(日). */
export const rangeText = ({ from, to }: Range, language: Language): string => {
  const [a, b] = [dateOf(from), dateOf(to)]
  const sameYear = from.slice(0, 4) === to.slice(0, 4)
  const sameMonth = sameYear && from.slice(5, 7) === to.slice(5, 7)
  if (language === 'jp') {
    const weekday = (date: Date) => `(${dayFormat(LOCALES.jp, { weekday: 'short' }).format(date)})`
    const first = `${from.replaceAll('-', '/')}${weekday(a)}`
    if (from === to) return first
    const last = sameMonth ? String(b.getUTCDate()) : sameYear ? `${b.getUTCMonth() + 1}/${b.getUTCDate()}` : to.replaceAll('-', '/')
    return `${first}～${last}${weekday(b)}`
  }
  const part = (date: Date, options: Intl.DateTimeFormatOptions) =>
    dayFormat(LOCALES.en, { weekday: 'short', day: 'numeric', ...options })
      .format(date)
      .replaceAll(',', '')
  const last = part(b, { month: 'short', year: 'numeric' })
  if (from === to) return last
  return `${part(a, sameMonth ? {} : sameYear ? { month: 'short' } : { month: 'short', year: 'numeric' })} – ${last}`
}

/** Whether a text is a day that exists, as YYYY-MM-DD. */
export const isDay = (written: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return false
  const date = dateOf(written)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === written
}

/** A day so many days later. */
const addDays = (day: string, days: number): string => new Date(dateOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** 1 = Monday to 7 = Sunday. */
const isoWeekday = (day: string): number => dateOf(day).getUTCDay() || 7

const DAY_MS = 86_400_000

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** From the first of a month to the first of another. */
const addMonths = (first: string, months: number): string => {
  const date = dateOf(first)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

const financialYear = (day: string, start: string): string => {
  const thisYear = `${day.slice(0, 4)}-${start}`
  return thisYear <= day ? thisYear : `${Number(day.slice(0, 4)) - 1}-${start}`
}

const movedBy = (range: Range, direction: -1 | 1, calendar: VenueCalendar): Range => {
  const { from, to, preset } = range
  const toNow = to === calendar.today
  const weekLong = isoWeekday(from) === calendar.weekStart && (daysIn(range) === 7 || (toNow && daysIn(range) < 7))
  if (from === to && preset !== 'thisweek' && preset !== 'thismonth' && preset !== 'thisfy')
    return { from: addDays(from, direction), to: addDays(to, direction) }
  if (preset === 'thisweek' || preset === 'lastweek' || (weekLong && preset === undefined))
    return { from: addDays(from, 7 * direction), to: addDays(from, 7 * direction + 6) }
  if (preset === 'thisfy') return { from: addMonths(from, 12 * direction), to: addDays(addMonths(from, 12 * direction + 12), -1) }
  const months = wholeMonths(range, toNow && preset !== 'today')
  if (months > 0) return { from: addMonths(from, months * direction), to: addDays(addMonths(from, months * direction + months), -1) }
  const days = daysIn(range)
  return { from: addDays(from, days * direction), to: addDays(to, days * direction) }
}

/** How many whole months a range is, 0 where it is not; a month still open counts. */
const wholeMonths = ({ from, to }: Range, open: boolean): number => {
  if (!from.endsWith('-01')) return 0
  const months = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
  return addDays(addMonths(from, months), -1) === to || (open && months === 1) ? months : 0
}

const named = (range: Range, calendar: VenueCalendar): Range => {
  const preset = (['today', 'yesterday', 'thisweek', 'lastweek', 'thismonth', 'lastmonth', 'thisfy'] as const).find((one) => {
    const days = presetRange(one, calendar)
    return days.from === range.from && days.to === range.to
  })
  return preset ? presetRange(preset, calendar) : range
}
