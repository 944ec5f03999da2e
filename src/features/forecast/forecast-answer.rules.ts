import { dayOf, instantIn } from '#shared/day.ts'
import { decimalsOf } from '#shared/money.ts'
import type { BookedAhead } from './booked-ahead.rules.ts'
import type { ForecastAnswer, ForecastPlace } from './forecast.contract.ts'
import { type Expected, expectedDays, type Foretold, foretell, isForetold, judged, type Outcome, together } from './forecast.rules.ts'
import { DAYS_AHEAD, historyOf } from './history.rules.ts'

/** What was read of a location. */
export interface ReadPlace {
  locationId: number
  name: string
  currency: string
  timeZone: string
  /** Its trading day, since 1970-01-01. */
  today: number
  /** Day by day from `first` on: net sales in minor units, and covers. */
  read: { first: number; net: Float64Array; covers: Float64Array }
  booked: BookedAhead | undefined
  /** Public holidays by day, past and to come. */
  holidays: ReadonlyMap<number, readonly string[]>
}

interface Read {
  places: readonly ReadPlace[]
  /** The trading day at the location that is furthest into it, since 1970-01-01. */
  today: number
  venueCurrency: string
  now: Date
}

type Figure = 'net' | 'covers'
type Told = Pick<ForecastPlace, 'Net' | 'Covers' | 'Days' | 'Today'>
interface Outcomes extends Record<Figure, Outcome> {
  place: ReadPlace
}

/** The forecast of each location, and of all of them together. */
export const forecastAnswer = ({ places, today, venueCurrency, now }: Read): ForecastAnswer => {
  const currencies = [...new Set(places.map(({ currency }) => currency))]
  const currency = currencies.length > 1 ? null : (currencies[0] ?? venueCurrency)
  const all = places.map((place): Outcomes => ({ place, net: outcomeOf(place, 'net'), covers: outcomeOf(place, 'covers') }))
  return {
    Locations: all.map((one) => ({
      LocationId: one.place.locationId,
      Name: one.place.name,
      Currency: one.place.currency,
      ...told([one.place], one.place.today, one, one.place.currency),
    })),
    Totals: { Currency: currency, ...told(places, today, { net: currency === null ? SEVERAL : summed(all, 'net'), covers: summed(all, 'covers') }, currency) },
    AsAt: instantIn(now, places[0]?.timeZone ?? 'UTC'),
  }
}

const SEVERAL: Outcome = { why: 'several-currencies', historyDays: 0 }

const outcomeOf = ({ read, today, holidays, booked, currency }: ReadPlace, figure: Figure): Outcome => {
  const values = read[figure]
  const history = historyOf(
    (day) => values[day - read.first] ?? 0,
    read.first,
    today,
    (day) => holidays.get(day)?.[0],
  )
  return figure === 'covers' ? foretell(history, 1, booked) : foretell(history, 10 ** decimalsOf(currency))
}

/** The sum of those that have a forecast; where none has, why the first has none. */
const summed = (all: readonly Outcomes[], figure: Figure): Outcome => {
  const foretold = all.map((one) => one[figure]).filter(isForetold)
  return together(foretold) ?? all[0]?.[figure] ?? { why: 'short-history', historyDays: 0 }
}

const told = (places: readonly ReadPlace[], today: number, { net, covers }: Record<Figure, Outcome>, currency: string | null): Told => {
  const minorOf = 10 ** decimalsOf(currency ?? 'AUD')
  const soFar = (figure: Figure) => places.reduce((sum, { read }) => sum + (read[figure][today - read.first] ?? 0), 0)
  const dayWise = { net: byDay(net, minorOf), covers: byDay(covers, 1) }
  const last = Math.min(today, ...places.map((place) => place.today)) + DAYS_AHEAD
  return {
    Today: dayOf(today),
    Net: judgedOf(net, currency === null ? null : soFar('net') / minorOf),
    Covers: judgedOf(covers, Math.round(soFar('covers') * 100) / 100),
    Days: Array.from({ length: Math.max(0, last - today) }, (_, i) => {
      const day = today + i
      return {
        Day: dayOf(day),
        Holidays: [...new Set(places.flatMap(({ holidays }) => holidays.get(day) ?? []))],
        BookedCovers: places.reduce((sum, { booked }) => sum + (booked?.known(day, 0) ?? 0), 0),
        Net: dayWise.net.get(day) ?? null,
        Covers: dayWise.covers.get(day) ?? null,
      }
    }),
  }
}

type ToldDay = NonNullable<ForecastPlace['Days'][number]['Net']>

const byDay = (outcome: Outcome, unitsOf: number): Map<number, ToldDay> => {
  if (!isForetold(outcome)) return new Map()
  const inUnits = ({ value, low, high }: Expected): ToldDay => ({ Value: value / unitsOf, Low: low / unitsOf, High: high / unitsOf })
  return new Map(expectedDays(outcome).map((expected, i) => [(outcome as Foretold).first + i, inUnits(expected)]))
}

const judgedOf = (outcome: Outcome, SoFar: number | null): ForecastPlace['Net'] => {
  const HistoryDays = outcome.historyDays
  if (!isForetold(outcome)) return { Method: null, Why: outcome.why, Beats: false, SmoothingErrorPercent: null, LastWeekErrorPercent: null, HistoryDays, SoFar }
  const { method, error, naiveError, beats } = judged(outcome)
  const percent = (part: number) => Math.round(part * 1000) / 10
  return { Method: method, Why: null, Beats: beats, SmoothingErrorPercent: percent(error), LastWeekErrorPercent: percent(naiveError), HistoryDays, SoFar }
}
