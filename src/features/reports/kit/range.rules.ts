import { daysIn, monthsTouched } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import type { Span, Unit } from './period.rules.ts'

/** How much a report takes in at once. Beyond that a coarser unit answers better, and the refusal says so. */
const LONGEST: Record<Unit, { days: number; words: string }> = {
  hour: { days: 31, words: '31 days by hour' },
  day: { days: 1100, words: '1,100 days by day' },
  week: { days: 1827, words: '5 years by week' },
  month: { days: 1827, words: '5 years by month' },
  year: { days: 3653, words: '10 years by year' },
}

/**
 * Refuses a range no report takes.
 * @throws RangeBackwards, RangeTooLong with the limit in words
 */
export const checkRange = ({ from, to }: Span, unit: Unit): void => {
  if (from > to) throw failure('RangeBackwards')
  const { days, words } = LONGEST[unit]
  if (daysIn(from, to) > days) throw failure('RangeTooLong', { limit: words })
}

/**
 * What an item sold is kept by day and not by hour: at a time of day it is read from the receipts, of which a busy venue has a hundred
 * thousand a month. A quarter of a year has 92 days at most.
 */
const LONGEST_ITEM_TIMES_DAYS = 92

/**
 * Refuses times of day of chosen items over longer spans.
 * @param spans the range and what it is compared with
 * @throws ItemTimesTooLong with the limit in it
 */
export const checkItemTimes = (spans: readonly Span[]): void => {
  if (spans.some(({ from, to }) => daysIn(from, to) > LONGEST_ITEM_TIMES_DAYS)) throw failure('ItemTimesTooLong', { days: LONGEST_ITEM_TIMES_DAYS })
}

/** The unit a range is shown in: one day is shown by the hour, whatever was asked; otherwise as asked. */
export const unitOf = ({ from, to }: Span, asked: Unit): Unit => (from === to ? 'hour' : asked)

/** The unit that shows a range best when nobody chose one. */
export const naturalUnit = ({ from, to }: Span): Unit => {
  const days = daysIn(from, to)
  if (days === 1) return 'hour'
  if (days <= 35) return 'day'
  if (days <= 120) return 'week'
  return monthsTouched(from, to) <= 37 ? 'month' : 'year'
}

/** Whether a range may be shown in a unit: within the limit, and not one day in days. */
export const fits = ({ from, to }: Span, unit: Unit): boolean => (from === to ? unit === 'hour' : daysIn(from, to) <= LONGEST[unit].days)
