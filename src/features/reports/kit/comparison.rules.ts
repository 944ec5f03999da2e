import { addDays, addMonths, dayNumber, daysIn, everyDay, monthEnd, monthsTouched } from '#shared/day.ts'
import { fieldFailure } from '#shared/failure.ts'
import { holidayYear } from './calendar/holiday-year.rules.ts'
import { bucketStart, type Span } from './period.rules.ts'

/** What a range can be held against. */
export const COMPARISONS = [
  'none',
  'previous',
  'same-days-last-week',
  'same-weeks-last-year',
  'same-holidays-last-year',
  'four-week-average',
  'target',
  'custom',
] as const
export type Comparison = (typeof COMPARISONS)[number]

/** A range to compare with, and how far back each of its days lies from the day it is compared with. */
export interface Reference extends Span {
  /** Days or months between a day here and its counterpart in the range. */
  back: { days: number } | { months: number }
  /** Each of its days stands for the one day it is compared with, whatever weekday either is. */
  byDay?: boolean
}

/** What the venue's calendar and the clock say. */
export interface ComparisonCalendar {
  today: string
  weekStart: number
  /** MM-DD. */
  financialYearStart: string
  /** The regions of the locations asked for, whose public holidays meet those of last year; absent where a report does not compare by them. */
  regions?: readonly string[]
}

/** Beyond a quarter of a year, holidays shift next to nothing: the same weeks serve. */
export const LONGEST_BY_HOLIDAYS_DAYS = 92

/**
 * The ranges a range is compared with: none, one, or the four of the average.
 * @throws ValidationFailed where the comparison does not fit the range
 */
export const referencesOf = (kind: Comparison, range: Span, calendar: ComparisonCalendar, custom: Partial<Span> = {}): Reference[] => {
  if (kind === 'none') return []
  if (kind === 'target') throw fieldFailure('Compare', 'This report cannot be compared with targets.')
  const days = daysIn(range.from, range.to)
  const weeks = Math.ceil(days / 7)
  if (kind === 'previous') return [movedBack(range, backToPrevious(range, calendar))]
  if (kind === 'same-days-last-week') return [movedBack(range, { days: 7 * weeks })]
  if (kind === 'same-weeks-last-year') return [movedBack(range, { days: 364 })]
  if (kind === 'same-holidays-last-year') return byHolidays(range, calendar.regions)
  if (kind === 'custom') return [customReference(range, custom)]
  if (days > 7) throw fieldFailure('Compare', 'A four-week average can be compared over at most 7 days.')
  return [1, 2, 3, 4].map((week) => movedBack(range, { days: 7 * week }))
}

/**
 * How far back the previous period lies. Whole months go back by months. A week, month or financial year that runs to
 * today goes back by its own kind, so that the 1st to the 20th meets the 1st to the 20th; anything else by its own length.
 */
const backToPrevious = ({ from, to }: Span, { today, weekStart, financialYearStart }: ComparisonCalendar): Reference['back'] => {
  const days = daysIn(from, to)
  const startsMonth = from.endsWith('-01')
  if (startsMonth && to === monthEnd(to)) return { months: monthsTouched(from, to) }
  if (to !== today || days === 1) return { days }
  const months = monthsTouched(from, to)
  if (months > 1 && months <= 12 && (from.slice(5) === financialYearStart || from.endsWith('-01-01'))) return { months: 12 }
  if (months === 1 && startsMonth) return { months: 1 }
  if (days < 7 && bucketStart(from, 'week', weekStart) === from) return { days: 7 }
  return { days }
}

const movedBack = ({ from, to }: Span, back: Reference['back']): Reference => {
  if ('days' in back) return { from: addDays(from, -back.days), to: addDays(to, -back.days), back }
  const end = addMonths(to, -back.months)
  return { from: addMonths(from, -back.months), to: to === monthEnd(to) ? monthEnd(end) : end, back }
}

/** The same weeks last year, in as many pieces as holidays cut them into. */
const byHolidays = (range: Span, regions: readonly string[] | undefined): Reference[] => {
  if (!regions) throw fieldFailure('Compare', 'This report cannot be compared by public holidays.')
  if (daysIn(range.from, range.to) > LONGEST_BY_HOLIDAYS_DAYS)
    throw fieldFailure(
      'Compare',
      `Public holidays can be compared over at most ${LONGEST_BY_HOLIDAYS_DAYS} days. For a longer range, choose the same weeks last year.`,
    )
  const yearBefore = holidayYear(regions)
  const pieces: Reference[] = []
  for (const day of everyDay(range.from, range.to)) {
    const then = yearBefore(day)
    const days = dayNumber(day) - dayNumber(then)
    const last = pieces.at(-1)
    if (last && 'days' in last.back && last.back.days === days) last.to = then
    else pieces.push({ from: then, to: then, back: { days }, byDay: true })
  }
  return pieces
}

/** How many ranges an average is taken over: four weeks are four, anything else is one, in however many pieces. */
export const averagedOver = (kind: Comparison, references: readonly Reference[]): number => (kind === 'four-week-average' ? references.length : 1)

const customReference = (range: Span, { from, to }: Partial<Span>): Reference => {
  if (!from || !to) throw fieldFailure(from ? 'CompareTo' : 'CompareFrom', 'A custom comparison needs CompareFrom and CompareTo.')
  if (from > to) throw fieldFailure('CompareTo', 'The comparison ends before it starts.')
  if (daysIn(from, to) > 3653) throw fieldFailure('CompareTo', 'The comparison is too long. The limit is 10 years.')
  const wholeMonths = [range, { from, to }].every((span) => span.from.endsWith('-01') && span.to === monthEnd(span.to))
  if (wholeMonths && monthsTouched(from, to) === monthsTouched(range.from, range.to)) return { from, to, back: { months: monthsTouched(from, range.from) - 1 } }
  return { from, to, back: { days: dayNumber(range.from) - dayNumber(from) } }
}

/** The day of the range that a day of the reference is compared with; days a shorter month lacks meet its last day. */
export const counterpart = (day: string, { back }: Pick<Reference, 'back'>): string => ('days' in back ? addDays(day, back.days) : addMonths(day, back.months))

/**
 * The weekdays of a reference that are compared where only some of the range's are asked for: its own, as in the range. Where a holiday meets the
 * same one of last year, the day itself was chosen, and the weekday it meets is that of the other.
 */
export const weekdaysIn = ({ back, byDay }: Reference, weekdays: readonly number[] | undefined): readonly number[] | undefined =>
  byDay && 'days' in back ? weekdays?.map((weekday) => ((((weekday - 1 - back.days) % 7) + 7) % 7) + 1) : weekdays

/** The part of a reference that can be compared while the range is still open at a location. */
export interface ElapsedPart {
  /** Days counted whole; absent where there are none. */
  whole: Span | undefined
  /** The day counted only up to the minute it is now. */
  cutDay: string | undefined
}

/**
 * The same elapsed part: days whose counterpart is over are whole, the counterpart of today is cut at this minute, and
 * days whose counterpart is still to come do not count. A range that is over is compared with all of its reference.
 * @param today the trading day at the location
 */
export const elapsedPart = (reference: Reference, range: Span, today: string): ElapsedPart => {
  if (range.to < today) return { whole: reference, cutDay: undefined }
  if (range.from > today) return { whole: undefined, cutDay: undefined }
  const sameDay = 'days' in reference.back ? addDays(today, -reference.back.days) : addMonths(today, -reference.back.months)
  const lastWhole = addDays(sameDay, -1)
  const to = lastWhole < reference.to ? lastWhole : reference.to
  return {
    whole: reference.from <= to ? { from: reference.from, to } : undefined,
    cutDay: sameDay >= reference.from && sameDay <= reference.to ? sameDay : undefined,
  }
}
