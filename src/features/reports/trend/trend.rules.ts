import type { Counterpart } from '#features/reports/kit/counterparts.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { bucketStart } from '#features/reports/kit/period.rules.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'
import { addDays, addMonths, dayNumber, dayOf, daysIn, everyDay, monthEnd, monthStart } from '#shared/day.ts'

/** How many days lie between a day and those it is held against: last week and the three before. */
export const WEEKS_BACK = [7, 14, 21, 28] as const
/** What stands for the day it is held against a year ago, which lies 364 days back but where public holidays move. */
export const YEAR_BACK = 364
const DAYS_SHOWN = 91
const WEEKS_SHOWN = 52
/** Days averaged beside each day, and weeks beside each week. */
const DAYS_AVERAGED = 7
const WEEKS_AVERAGED = 4

/** The parts of the calendar that run up to a day. */
export const PERIODS_TO_DATE = ['week', 'month', 'year', 'financial-year'] as const
export type PeriodToDateName = (typeof PERIODS_TO_DATE)[number]

/** A run up to the day, and the one before. */
export interface PeriodToDate extends Span {
  name: PeriodToDateName
  previous: Span
}

/**
 * The week, month and years up to a day. A week is held against the week before, a month against the month before, a year against the
 * year before by date.
 * @param isOver the day is over, so that a month's last day meets the last of the month before
 */
export const periodsToDate = (
  day: string,
  { weekStart, financialYearStart }: { weekStart: number; financialYearStart: string },
  isOver: boolean,
): PeriodToDate[] => {
  const year = day.slice(0, 4)
  const fiscal = `${year}-${financialYearStart}` <= day ? `${year}-${financialYearStart}` : `${Number(year) - 1}-${financialYearStart}`
  const starts: Record<PeriodToDateName, string> = {
    week: bucketStart(day, 'week', weekStart),
    month: monthStart(day),
    year: `${year}-01-01`,
    'financial-year': fiscal,
  }
  return PERIODS_TO_DATE.map((name) => {
    const from = starts[name]
    return { name, from, to: day, previous: before(name, from, day, isOver) }
  })
}

const before = (name: PeriodToDateName, from: string, day: string, isOver: boolean): Span => {
  if (name === 'week') return { from: addDays(from, -7), to: addDays(day, -7) }
  const months = name === 'month' ? 1 : 12
  const to = addMonths(day, -months)
  return { from: addMonths(from, -months), to: isOver && day === monthEnd(day) ? monthEnd(to) : to }
}

/** What a day and its runs are held against last year, as a region's calendar has it. */
export interface YearBefore {
  /** The day that is compared with the day itself. */
  day: string
  /** The days compared with those of each run, since 1970-01-01; the last is compared with the day. */
  runs: ReadonlyMap<PeriodToDateName, readonly number[]>
  /** The first and the last of them. */
  ends: ReadonlyMap<PeriodToDateName, readonly [first: number, last: number]>
}

/** Public holidays meet those of last year, and every other day the same weekday. */
export const yearBeforeOf = (day: string, runs: readonly PeriodToDate[], counterpart: Counterpart): YearBefore => {
  const days = runs.map(({ name, from, to }) => [name, everyDay(from, to).map((one) => dayNumber(counterpart(one)))] as const)
  return { day: counterpart(day), runs: new Map(days), ends: new Map(days.map(([name, some]) => [name, [Math.min(...some), Math.max(...some)]])) }
}

/** The days of which a part is needed while the day is open: every counterpart of it. */
export const partDays = (day: string, lastYear: string): string[] => [
  ...new Set([...WEEKS_BACK.map((back) => addDays(day, -back)), lastYear, addMonths(day, -1), addMonths(day, -12)]),
]

/** The first day anything is read of. */
export const firstDayRead = (day: string, runs: readonly PeriodToDate[], weekStart: number, lastYears: readonly YearBefore[]): string => {
  const firsts = lastYears.flatMap((lastYear) => [dayNumber(lastYear.day), ...[...lastYear.ends.values()].map(([first]) => first)])
  const first = Math.min(dayNumber(addDays(day, -YEAR_BACK)), ...firsts)
  return [weeksFrom(day, weekStart), ...runs.map(({ previous }) => previous.from), dayOf(first)].sort()[0] as string
}

const weeksFrom = (day: string, weekStart: number): string => addDays(bucketStart(day, 'week', weekStart), -7 * (WEEKS_SHOWN - 1))

/** How far a place is into the day. */
export type DayState = 'closed' | 'open' | 'to-come'
export const stateOf = (day: string, { day: today }: Pick<Clocked, 'day'>): DayState => (day < today ? 'closed' : day === today ? 'open' : 'to-come')

/** What was sold at some places on the days of a span, net with GST, in minor units; on any other day that is nothing. */
export class DaySales {
  readonly #first: number
  readonly #counts: Float64Array
  readonly #nets: Float64Array

  constructor({ from, to }: Span) {
    this.#first = dayNumber(from)
    this.#counts = new Float64Array(daysIn(from, to))
    this.#nets = new Float64Array(this.#counts.length)
  }

  /** @param day since 1970-01-01 */
  add(day: number, n: number, net: number): void {
    const i = day - this.#first
    if (i < 0 || i >= this.#nets.length) return
    this.#counts[i] = (this.#counts[i] as number) + n
    this.#nets[i] = (this.#nets[i] as number) + net
  }

  /** Adds what was sold elsewhere on the days of the same span. */
  addAll(other: DaySales): void {
    for (let i = 0; i < other.#nets.length; i += 1) this.add(other.#first + i, other.#counts[i] as number, other.#nets[i] as number)
  }

  /** Whether there was any trade at all. */
  get any(): boolean {
    return this.#counts.some((n) => n !== 0) || this.#nets.some((net) => net !== 0)
  }

  net(day: string): number {
    return this.netAt(dayNumber(day))
  }

  /** @param day since 1970-01-01 */
  netAt(day: number): number {
    return this.#nets[day - this.#first] ?? 0
  }

  count(day: string): number {
    return this.#counts[dayNumber(day) - this.#first] ?? 0
  }

  /** Whether there was any trade: a day without is a gap, not a zero. */
  traded(day: number): boolean {
    const i = day - this.#first
    return (this.#counts[i] ?? 0) !== 0 || (this.#nets[i] ?? 0) !== 0
  }

  netIn({ from, to }: Span): number {
    let sum = 0
    const last = dayNumber(to)
    for (let day = dayNumber(from); day <= last; day += 1) sum += this.netAt(day)
    return sum
  }

  /** @param days since 1970-01-01 */
  netOn(days: readonly number[]): number {
    let sum = 0
    for (const day of days) sum += this.netAt(day)
    return sum
  }
}

/** A point of a series; null where there was no trade, or nothing to average. */
export interface Point {
  period: string
  net: number | null
  average: number | null
  partial: boolean
}

/** The last 13 weeks day by day, with the average of the last seven days that traded; a day that is open is in no average. */
export const dayPoints = (sales: DaySales, day: string, isOpen: boolean): Point[] => {
  const last = dayNumber(day)
  return Array.from({ length: DAYS_SHOWN }, (_, i) => {
    const at = last - DAYS_SHOWN + 1 + i
    const partial = isOpen && at === last
    let [traded, sum] = [0, 0]
    for (let one = at - DAYS_AVERAGED + 1; one <= at; one += 1) {
      if (!sales.traded(one) || (isOpen && one === last)) continue
      traded += 1
      sum += sales.netAt(one)
    }
    const average = traded === 0 || partial ? null : sum / traded
    return { period: dayOf(at), net: sales.traded(at) ? sales.netAt(at) : null, average, partial }
  })
}

/** The last 52 weeks of the venue, with the average of the last four whole ones that traded; the week of the day runs up to it. */
export const weekPoints = (sales: DaySales, day: string, weekStart: number, isOpen: boolean): Point[] => {
  const first = dayNumber(weeksFrom(day, weekStart))
  const last = dayNumber(day)
  const weeks = Array.from({ length: WEEKS_SHOWN }, (_, i) => {
    const from = first + 7 * i
    const to = Math.min(from + 6, last)
    let net: number | null = null
    for (let one = from; one <= to; one += 1) if (sales.traded(one)) net = (net ?? 0) + sales.netAt(one)
    return { period: dayOf(from), net, partial: to < from + 6 || (isOpen && from + 6 === last) }
  })
  return weeks.map((week, i) => {
    const whole = weeks.slice(Math.max(0, i - WEEKS_AVERAGED + 1), i + 1).filter(({ net, partial }) => net !== null && !partial)
    return { ...week, average: week.partial || whole.length === 0 ? null : whole.reduce((sum, { net }) => sum + (net ?? 0), 0) / whole.length }
  })
}

/** Nets by the hours of a day, in the order they are traded. */
export type HourNets = ReadonlyMap<number, number>

/** Sums from the first hour of the trading day on. */
export const cumulative = (nets: HourNets, hours: readonly number[]): number[] => {
  let sum = 0
  return hours.map((hour) => {
    sum += nets.get(hour) ?? 0
    return sum
  })
}

/**
 * What the day will come to: what there is by the share of the day that is usually sold by now.
 * @param part what the four weekdays before had sold by this minute
 * @param whole what they sold in all
 * @returns null where nothing tells the usual share
 */
export const projected = (net: number, part: number, whole: number): { projection: number | null; share: number | null } =>
  whole <= 0 || part <= 0 ? { projection: null, share: null } : { projection: net / (part / whole), share: part / whole }
