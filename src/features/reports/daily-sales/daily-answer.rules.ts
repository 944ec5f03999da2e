import { holidaysByDay } from '#features/reports/kit/calendar/holidays-by-day.rules.ts'
import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { SUM, SUM_COUNT, type Sums } from '#features/reports/kit/figures.rules.ts'
import { FigureMaker } from '#features/reports/kit/figures-of.rules.ts'
import { freshnessAt, type LocationFreshness } from '#features/reports/kit/freshness.rules.ts'
import { type LateByDay, lateOn } from '#features/reports/kit/late-days.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'
import type { Tally } from '#features/reports/kit/tally.rules.ts'
import type { TargetDays } from '#features/reports/kit/targets/target-days.rules.ts'
import { daysIn, everyDay, isoWeekday } from '#shared/day.ts'
import type { DailyAnswer } from './daily-sales.contract.ts'
import type { TradingHours } from './trading-hours.rules.ts'

interface Place {
  locationId: number
  currency: string
  region: string
  timeZone: string
  dayStart: string
}

/** Everything an answer is made of. */
interface Parts {
  range: Span
  weekdays: readonly number[] | undefined
  places: readonly Place[]
  clocks: readonly Clocked[]
  sold: Tally
  lastWeek: Tally
  lastYear: Tally
  hours: TradingHours
  /** Absent at a time of day, which has none. */
  targets: TargetDays | undefined
  freshness: readonly LocationFreshness[]
  late: LateByDay
  /** The venue's, for where no location is left to ask. */
  currency: string
  now: Date
}

/** A day of the range that is asked for. */
interface PlannedDay {
  day: string
  /** Its column in the tallies. */
  column: number
  state: DailyAnswer['Days'][number]['State']
}

/** Puts the answer together; every total is made here, from unrounded sums. */
export const dailyAnswer = (parts: Parts): DailyAnswer => {
  const { range, places, now, freshness } = parts
  const days = plannedDays(parts)
  const holidays = holidaysByDay(places, range)
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  const Currency = currencies.length > 1 ? null : (currencies[0] ?? parts.currency)
  return {
    FromDate: range.from,
    ToDate: range.to,
    Days: days.map(({ day, state }) => ({ Date: day, State: state, Holidays: holidays.get(day) ?? [] })),
    AsAt: now.toISOString(),
    Locations: places.map((place) => ({
      ...(freshnessAt(freshness, place.locationId) as LocationFreshness),
      ...wholeOf(parts, days, [place], place.currency),
    })),
    Totals: { Currency, ...wholeOf(parts, days, places, Currency) },
  }
}

const plannedDays = ({ range, weekdays, clocks }: Parts): PlannedDay[] => {
  const todays = [...new Set(clocks.map(({ day }) => day))]
  const stateOf = (day: string): PlannedDay['state'] =>
    todays.includes(day) ? 'open' : todays.length > 0 && todays.every((today) => today < day) ? 'to-come' : 'closed'
  return everyDay(range.from, range.to)
    .map((day, i) => ({ day, column: i + 1, state: stateOf(day) }))
    .filter(({ day }) => !weekdays || weekdays.includes(isoWeekday(day)))
}

/** The figures of one location or of all: over the range, on average of its trading days, and day by day. */
const wholeOf = (parts: Parts, days: readonly PlannedDay[], places: readonly Place[], currency: string | null) => {
  const clocked = places.map(({ locationId, dayStart }) => ({ locationId, dayStart: minutesOf(dayStart) }))
  const figures = new FigureMaker(currency ?? parts.currency, { isMixed: currency === null })
  const sums = sumsOf(parts, parts.sold, places)
  const basesAt = basesIn(parts, places, currency)
  const asked = days.map(({ day }) => day)
  const come = days.filter(({ state }) => state !== 'to-come')
  const reached = come.map(({ day }) => day)
  const targetOf = targetsOf(parts, places, asked, currency)
  const trading = come.filter(({ column }) => (sums[column * SUM_COUNT + SUM.n] as number) > 0).length
  return {
    TradingDays: trading,
    CalendarDays: come.length,
    ...basesAt(0),
    // Sales of days to come are in no total, and so is what these are to bring.
    Target: reached.length > 0 ? targetsOf(parts, places, reached, currency)(reached) : null,
    ...figures.of(sums),
    Average: { Days: trading, ...figures.of(averageOf(sums, trading)) },
    Days: days.map(({ day, column }) =>
      Object.assign(
        { Date: day },
        parts.hours.on(clocked, column - 1),
        basesAt(column),
        { Target: targetOf([day]), Late: lateOn(parts.late, day, places, currency) },
        figures.of(sums, column * SUM_COUNT),
      ),
    ),
  }
}

/** The sums of some places together: a row of the whole range, then one of each of its days. */
const sumsOf = ({ range }: Parts, tally: Tally, places: readonly Place[]): Sums => {
  const length = (daysIn(range.from, range.to) + 1) * SUM_COUNT
  const own = places.map(({ locationId }) => tally.sums.subarray(tally.rowOf(locationId, 0), tally.rowOf(locationId, 0) + length))
  const [only] = own
  if (only && own.length === 1) return only
  const all = new Float64Array(length)
  for (const sums of own) for (let i = 0; i < length; i += 1) all[i] = (all[i] as number) + (sums[i] as number)
  return all
}

const averageOf = (sums: Sums, days: number): Sums => sums.slice(0, SUM_COUNT).map((sum) => (days > 0 ? sum / days : sum))

/** Tells what some places together are to sell on some days; null where one of them has no target. */
const targetsOf = (
  { targets, sold }: Parts,
  places: readonly Place[],
  range: readonly string[],
  currency: string | null,
): ((days: readonly string[]) => number | null) => {
  const ids = places.map(({ locationId }) => locationId)
  const counted = targets?.counted(ids, range, (locationId) => sold.has(locationId)) ?? []
  return (days) => {
    const target = targets?.sum(counted, days) ?? Number.NaN
    return currency === null || Number.isNaN(target) ? null : moneyOf(target, currency)
  }
}

/** What the same day a week and a year before came to, by the column; 0 is the whole range. */
const basesIn = (parts: Parts, places: readonly Place[], currency: string | null) => {
  const baseAt = (sums: Sums, at: number) => ({
    Sales: sums[at + SUM.n] as number,
    Net: currency === null ? null : moneyOf((sums[at + SUM.amount] as number) - (sums[at + SUM.surcharge] as number), currency),
  })
  const [lastWeek, lastYear] = [sumsOf(parts, parts.lastWeek, places), sumsOf(parts, parts.lastYear, places)]
  return (column: number) => ({ LastWeek: baseAt(lastWeek, column * SUM_COUNT), LastYear: baseAt(lastYear, column * SUM_COUNT) })
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
