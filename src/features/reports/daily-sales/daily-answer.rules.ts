import { type JsonText, JsonWriter } from '#shared/json-text.ts'
import { holidaysByDay } from '../calendar/holidays-by-day.rules.ts'
import { daysIn, everyDay, isoWeekday } from '../day.rules.ts'
import { FigureWriter, moneyOf } from '../figure-steps.rules.ts'
import { noSums, SUM, type Sums } from '../figures.rules.ts'
import type { Span } from '../period.rules.ts'
import type { Clocked } from '../sales-summary/sales-plan.rules.ts'
import type { Tally } from '../sales-summary/tally.rules.ts'
import type { DailyAnswer } from './daily-sales.contract.ts'

interface Place {
  locationId: number
  currency: string
  region: string
  timeZone: string
  dayStart: string
}

interface Hours {
  first: string
  last: string
  minutes: number
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
  /** By location × 100,000 + day; absent where a time of day is asked for. */
  hours: ReadonlyMap<number, Hours> | undefined
  heard: readonly { LocationId: number }[]
  /** The venue's, for where no location is left to ask. */
  currency: string
  now: Date
}

/** A day of the range that is asked for. */
interface PlannedDay {
  day: string
  /** Its column in the tallies. */
  column: number
  number: number
  state: DailyAnswer['Days'][number]['State']
}

const BYTES_OF_DAY = 720

/** Puts the answer together; every total is made here, from unrounded sums, and written as it is made. */
export const dailyAnswer = (parts: Parts): JsonText<DailyAnswer> => {
  const { range, places, now, heard } = parts
  const days = plannedDays(parts)
  const json = new JsonWriter(4096 + (places.length + 1) * (days.length + 2) * BYTES_OF_DAY)
  const holidays = holidaysByDay(places, range)
  const head = {
    FromDate: range.from,
    ToDate: range.to,
    Days: days.map(({ day, state }) => ({ Date: day, State: state, Holidays: holidays.get(day) ?? [] })),
    AsAt: now.toISOString(),
  }
  json.object(head, () => {
    json.list('Locations', places, (place) => {
      const members = heard.find(({ LocationId }) => LocationId === place.locationId) ?? { LocationId: place.locationId }
      writeWhole(json, parts, days, [place], members, place.currency)
    })
    json.name('Totals')
    const currencies = [...new Set(places.map(({ currency }) => currency))]
    const Currency = currencies.length > 1 ? null : (currencies[0] ?? parts.currency)
    writeWhole(json, parts, days, places, { Currency }, Currency)
  })
  return json.done()
}

const plannedDays = ({ range, weekdays, clocks }: Parts): PlannedDay[] => {
  const todays = [...new Set(clocks.map(({ day }) => day))]
  const stateOf = (day: string): PlannedDay['state'] =>
    todays.includes(day) ? 'open' : todays.length > 0 && todays.every((today) => today < day) ? 'to-come' : 'closed'
  const first = daysIn('1970-01-01', range.from) - 1
  return everyDay(range.from, range.to)
    .map((day, i) => ({ day, column: i + 1, number: first + i, state: stateOf(day) }))
    .filter(({ day }) => !weekdays || weekdays.includes(isoWeekday(day)))
}

/** The figures of one location or of all: over the range, on average of its trading days, and day by day. */
const writeWhole = (json: JsonWriter, parts: Parts, days: readonly PlannedDay[], places: readonly Place[], members: object, currency: string | null): void => {
  const ids = places.map(({ locationId }) => locationId)
  const figures = new FigureWriter(json, currency ?? parts.currency, currency === null)
  const sums = noSums()
  const base = baseWriter(parts, ids, currency)
  const dayOf = (column: number): Sums => {
    parts.sold.sumInto(sums, ids, column)
    return sums
  }
  const come = days.filter(({ state }) => state !== 'to-come')
  const trading = come.filter(({ column }) => (dayOf(column)[SUM.n] as number) > 0)
  const counts = { TradingDays: trading.length, CalendarDays: come.length, LastWeek: base(parts.lastWeek, 0), LastYear: base(parts.lastYear, 0) }
  json.object({ ...members, ...counts }, () => {
    figures.write(dayOf(0), 0)
    json.name('Average')
    json.object({ Days: trading.length }, () => {
      const whole = dayOf(0)
      if (trading.length > 0) for (let i = 0; i < whole.length; i += 1) whole[i] = (whole[i] as number) / trading.length
      figures.write(whole, 0)
    })
    json.list('Days', days, ({ day, column, number }) => {
      const hours = hoursOf(parts, places, number)
      const open = hours ? `"FirstSale":"${hours.first}","LastSale":"${hours.last}","HoursOpen":${inHours(hours.minutes)}` : NO_HOURS
      const bases = `"LastWeek":${baseText(base(parts.lastWeek, column))},"LastYear":${baseText(base(parts.lastYear, column))}`
      json.ascii(`{"Date":"${day}",${open},${bases}`)
      figures.write(dayOf(column), 0)
      json.end()
    })
  })
}

const inHours = (minutes: number | undefined): number | null => (minutes === undefined ? null : Math.round((minutes / 60) * 100) / 100)
const NO_HOURS = '"FirstSale":null,"LastSale":null,"HoursOpen":null'

interface Base {
  Sales: number
  Net: number | null
}

const baseText = ({ Sales, Net }: Base): string => `{"Sales":${Sales},"Net":${Net}}`

const baseWriter = ({ currency }: Parts, ids: readonly number[], shown: string | null) => {
  const sums = noSums()
  return (tally: Tally, column: number): Base => {
    tally.sumInto(sums, ids, column)
    const net = (sums[SUM.amount] as number) - (sums[SUM.surcharge] as number)
    return { Sales: sums[SUM.n] as number, Net: shown === null ? null : moneyOf(net, shown ?? currency) }
  }
}

/** A location's own hours; of several, the first sale and the last, but no hours: they need not have been open at once. */
const hoursOf = ({ hours }: Parts, places: readonly Place[], day: number): Partial<Hours> | undefined => {
  if (!hours) return undefined
  const own = places.flatMap(({ locationId, dayStart }) => {
    const found = hours.get(locationId * 100_000 + day)
    return found ? [{ ...found, firstAt: sinceStart(found.first, dayStart), lastAt: sinceStart(found.last, dayStart) }] : []
  })
  const [only] = own
  if (!only || own.length === 1) return only
  const first = own.reduce((least, one) => (one.firstAt < least.firstAt ? one : least))
  const last = own.reduce((most, one) => (one.lastAt > most.lastAt ? one : most))
  return { first: first.first, last: last.last }
}

/** Wall-clock minutes since the trading day began. */
const sinceStart = (clock: string, dayStart: string): number => (minutesOf(clock) - minutesOf(dayStart) + 1440) % 1440
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
