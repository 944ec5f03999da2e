import { moneyOf } from '#features/reports/kit/figure-steps.rules.ts'
import { hourName, type Span, tradingHours } from '#features/reports/kit/period.rules.ts'
import { type Clocked, firstHourOf, periodsOf } from '#features/reports/kit/sales-plan.rules.ts'
import type { TargetDays } from '#features/reports/kit/targets/target-days.rules.ts'
import { addDays, dayOf, everyDay } from '#shared/day.ts'
import type { TrendAnswer } from './trend.contract.ts'
import {
  cumulative,
  DaySales,
  type DayState,
  dayPoints,
  type HourNets,
  type PeriodToDate,
  type PeriodToDateName,
  type Point,
  projected,
  WEEKS_BACK,
  weekPoints,
  YEAR_BACK,
  type YearBefore,
} from './trend.rules.ts'

type TrendOf = Omit<TrendAnswer['Totals'], 'Currency'>

/** What was read of a place, or of all together. */
export interface PlaceTrend {
  state: DayState
  /** How far into the day it is, in minutes. */
  minute: number
  /** What the day and its runs are held against last year, as the place's calendar has it. */
  lastYear: YearBefore
  days: DaySales
  /** Nets by hour, for the day and those it is held against: by how far they lie back, 0, WEEKS_BACK and YEAR_BACK. */
  hours: Map<number, Map<number, number>>
  /** What counterparts of an open day had come to by this minute. */
  parts: Map<string, number>
}

interface Place {
  locationId: number
  name: string
  currency: string
}

/** Everything an answer is made of. */
export interface TrendParts {
  day: string
  places: readonly Place[]
  clocks: readonly Clocked[]
  trends: ReadonlyMap<number, PlaceTrend>
  runs: readonly PeriodToDate[]
  targets: TargetDays
  /** The days anything was read of. */
  read: Span
  venue: { weekStart: number; currency: string }
  now: Date
}

/** Puts the answer together; what stands under Totals is made of the sums of all places, as each place's is of its own. */
export const trendAnswer = (parts: TrendParts): TrendAnswer => {
  const { places, day, now } = parts
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  const currency = currencies.length > 1 ? null : (currencies[0] ?? parts.venue.currency)
  const own = places.map((place) => ({ place, trend: parts.trends.get(place.locationId) as PlaceTrend }))
  return {
    TrendDate: day,
    Locations: own.map(({ place, trend }) => ({
      LocationId: place.locationId,
      Name: place.name,
      Currency: place.currency,
      ...trendOf(
        parts,
        [trend],
        trend,
        place.currency,
        parts.clocks.filter(({ locationId }) => locationId === place.locationId),
      ),
    })),
    Totals: {
      Currency: currency,
      ...trendOf(
        parts,
        own.map(({ trend }) => trend),
        together(
          own.map(({ trend }) => trend),
          parts.read,
        ),
        currency,
        parts.clocks,
      ),
    },
    AsAt: now.toISOString(),
  }
}

/** All places as one; what they are held against last year is each one's own. */
const together = (trends: readonly PlaceTrend[], read: Span): Omit<PlaceTrend, 'lastYear'> => {
  const all: Omit<PlaceTrend, 'lastYear'> = {
    state: trends.some(({ state }) => state === 'open') ? 'open' : (trends[0]?.state ?? 'closed'),
    minute: Math.max(0, ...trends.map(({ minute }) => minute)),
    days: new DaySales(read),
    hours: new Map(),
    parts: new Map(),
  }
  for (const { days, hours } of trends) {
    all.days.addAll(days)
    for (const [back, nets] of hours) {
      const known = all.hours.get(back) ?? new Map<number, number>()
      all.hours.set(back, known)
      for (const [hour, net] of nets) known.set(hour, (known.get(hour) ?? 0) + net)
    }
  }
  return all
}

/** What a place had come to on a counterpart of the day, by the minute the day is at. */
const partOf = ({ state, days, parts }: PlaceTrend, counterpart: string): number =>
  state === 'closed' ? days.net(counterpart) : state === 'open' ? (parts.get(counterpart) ?? 0) : 0

/** The same elapsed part of a span whose last day is the counterpart of the day. */
const elapsedIn = (trend: PlaceTrend, { from, to }: Span): number =>
  trend.state === 'closed' ? trend.days.netIn({ from, to }) : trend.days.netIn({ from, to: addDays(to, -1) }) + (from <= to ? partOf(trend, to) : 0)

/** The same elapsed part of the days of last year that a run is compared with. */
const elapsedLastYear = (trend: PlaceTrend, name: PeriodToDateName): number => {
  const days = trend.lastYear.runs.get(name) ?? []
  return trend.state === 'closed' ? trend.days.netOn(days) : trend.days.netOn(days.slice(0, -1)) + partOf(trend, trend.lastYear.day)
}

/** The first and the last day of last year that a run is compared with, at any of the places. */
const lastYearSpan = (each: readonly PlaceTrend[], name: PeriodToDateName, run: Span): { LastYearFrom: string; LastYearTo: string } => {
  const ends = each.flatMap(({ lastYear }) => lastYear.ends.get(name) ?? [])
  if (ends.length === 0) return { LastYearFrom: addDays(run.from, -YEAR_BACK), LastYearTo: addDays(run.to, -YEAR_BACK) }
  return { LastYearFrom: dayOf(Math.min(...ends)), LastYearTo: dayOf(Math.max(...ends)) }
}

const trendOf = (
  { day, runs, venue, targets, trends, places }: TrendParts,
  each: readonly PlaceTrend[],
  all: Omit<PlaceTrend, 'lastYear'>,
  currency: string | null,
  clocks: readonly Clocked[],
): TrendOf => {
  const money = (minor: number | null) => (minor === null || currency === null ? null : moneyOf(minor, currency))
  const sum = (value: (trend: PlaceTrend) => number) => each.reduce((total, trend) => total + value(trend), 0)
  const partAt = (back: number) => sum((trend) => partOf(trend, addDays(day, -back)))
  const wholeAt = (back: number) => all.days.net(addDays(day, -back))
  const parts = WEEKS_BACK.map(partAt)
  const wholes = WEEKS_BACK.map(wholeAt)
  const isOpen = all.state === 'open'
  const net = all.days.net(day)
  const { projection, share } = isOpen ? projected(net, total(parts), total(wholes)) : { projection: all.state === 'closed' ? net : null, share: null }
  const ids = clocks.map(({ locationId }) => locationId).filter((id) => places.some(({ locationId }) => locationId === id))
  const target = ({ from, to }: Span) => {
    const days = everyDay(from, to)
    const counted = targets.counted(ids, days, (locationId) => (trends.get(locationId)?.days.netIn({ from, to }) ?? 0) !== 0)
    const minor = targets.sum(counted, days)
    return Number.isNaN(minor) ? null : money(minor)
  }
  const points = (made: readonly Point[]) =>
    made.map(({ period, net: value, average, partial }) => ({ Period: period, Net: money(value), Average: money(average), Partial: partial }))
  return {
    State: all.state,
    Sales: all.days.count(day),
    Net: money(net),
    LastWeek: money(parts[0] ?? 0),
    FourWeekAverage: money(total(parts) / WEEKS_BACK.length),
    LastYear: money(sum((trend) => partOf(trend, trend.lastYear.day))),
    LastWeekDay: money(wholes[0] ?? 0),
    FourWeekAverageDay: money(total(wholes) / WEEKS_BACK.length),
    LastYearDay: money(sum((trend) => trend.days.net(trend.lastYear.day))),
    Projection: money(projection),
    Target: target({ from: day, to: day }),
    UsualSharePercent: share === null ? null : Math.round(share * 1000) / 10,
    Periods: hourRows(day, all, clocks, money),
    ToDate: runs.map(({ name, from, to, previous }) => ({
      Of: name,
      FromDate: from,
      ToDate: to,
      Net: money(all.days.netIn({ from, to })),
      PreviousFrom: previous.from,
      PreviousTo: previous.to,
      Previous: money(sum((trend) => elapsedIn(trend, previous))),
      ...lastYearSpan(each, name, { from, to }),
      LastYear: money(sum((trend) => elapsedLastYear(trend, name))),
      Target: target({ from, to }),
    })),
    Days: points(dayPoints(all.days, day, isOpen)),
    Weeks: points(weekPoints(all.days, day, venue.weekStart, isOpen)),
  }
}

const hourRows = (
  day: string,
  { hours }: Pick<PlaceTrend, 'hours'>,
  clocks: readonly Clocked[],
  money: (minor: number | null) => number | null,
): TrendOf['Periods'] => {
  const order = tradingHours(firstHourOf(clocks))
  const states = new Map(periodsOf({ from: day, to: day }, 'hour', 1, clocks).map(({ period, state }) => [period, state]))
  const netsOf = (back: number): HourNets => hours.get(back) ?? new Map()
  const now = netsOf(0)
  const [own, lastWeek, lastYear] = [cumulative(now, order), cumulative(netsOf(WEEKS_BACK[0]), order), cumulative(netsOf(YEAR_BACK), order)]
  const weeks = WEEKS_BACK.map((back) => cumulative(netsOf(back), order))
  return order.map((hour, i) => {
    const Period = hourName(hour)
    const State = states.get(Period) ?? 'closed'
    const isCome = State !== 'to-come'
    return {
      Period,
      State,
      Net: isCome ? money(now.get(hour) ?? 0) : null,
      Cumulative: isCome ? money(own[i] ?? 0) : null,
      LastWeek: money(lastWeek[i] ?? 0),
      FourWeekAverage: money(total(weeks.map((one) => one[i] ?? 0)) / WEEKS_BACK.length),
      LastYear: money(lastYear[i] ?? 0),
    }
  })
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
