import { type JsonText, JsonWriter } from '#shared/json-text.ts'
import { holidaysByDay } from '../calendar/holidays-by-day.rules.ts'
import { everyDay, isoWeekday } from '../day.rules.ts'
import { FigureWriter, moneyOf } from '../figure-steps.rules.ts'
import { noSums, type Sums } from '../figures.rules.ts'
import { type Heard, heardAt } from '../heard.rules.ts'
import { type LateByDay, lateOn } from '../late-days.rules.ts'
import type { Span } from '../period.rules.ts'
import type { Clocked } from '../sales-summary/sales-plan.rules.ts'
import type { Tally } from '../sales-summary/tally.rules.ts'
import type { DailyAnswer } from './daily-sales.contract.ts'
import { NO_HOURS, type TradingHours } from './trading-hours.rules.ts'

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
  /** Absent where a time of day is asked for. */
  hours: TradingHours | undefined
  heard: readonly Heard[]
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
      const members = heardAt(heard, place.locationId)
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
  return everyDay(range.from, range.to)
    .map((day, i) => ({ day, column: i + 1, state: stateOf(day) }))
    .filter(({ day }) => !weekdays || weekdays.includes(isoWeekday(day)))
}

/** The figures of one location or of all: over the range, on average of its trading days, and day by day. */
const writeWhole = (json: JsonWriter, parts: Parts, days: readonly PlannedDay[], places: readonly Place[], members: object, currency: string | null): void => {
  const ids = places.map(({ locationId }) => locationId)
  const clocked = places.map(({ locationId, dayStart }) => ({ locationId, dayStart: minutesOf(dayStart) }))
  const figures = new FigureWriter(json, currency ?? parts.currency, currency === null)
  const sums = noSums()
  const base = baseWriter(parts, ids, currency)
  const dayOf = (column: number): Sums => {
    parts.sold.sumInto(sums, ids, column)
    return sums
  }
  const come = days.filter(({ state }) => state !== 'to-come')
  const trading = come.filter(({ column }) => parts.sold.sumOf(ids, column, 'n') > 0)
  const counts = { TradingDays: trading.length, CalendarDays: come.length, LastWeek: base(parts.lastWeek, 0), LastYear: base(parts.lastYear, 0) }
  json.object({ ...members, ...counts }, () => {
    figures.write(dayOf(0), 0)
    json.name('Average')
    json.object({ Days: trading.length }, () => {
      const whole = dayOf(0)
      if (trading.length > 0) for (let i = 0; i < whole.length; i += 1) whole[i] = (whole[i] as number) / trading.length
      figures.write(whole, 0)
    })
    json.list('Days', days, ({ day, column }) => {
      const open = parts.hours?.textOf(clocked, column - 1) ?? NO_HOURS
      const bases = `"LastWeek":${baseText(base(parts.lastWeek, column))},"LastYear":${baseText(base(parts.lastYear, column))}`
      const late = lateOn(parts.late, day, places, currency)
      json.ascii(`{"Date":"${day}",${open},${bases},"Late":${late === null ? 'null' : JSON.stringify(late)}`)
      figures.write(dayOf(column), 0)
      json.end()
    })
  })
}

interface Base {
  Sales: number
  Net: number | null
}

const baseText = ({ Sales, Net }: Base): string => `{"Sales":${Sales},"Net":${Net}}`

const baseWriter = ({ currency }: Parts, ids: readonly number[], shown: string | null) => {
  return (tally: Tally, column: number): Base => {
    const net = tally.sumOf(ids, column, 'amount') - tally.sumOf(ids, column, 'surcharge')
    return { Sales: tally.sumOf(ids, column, 'n'), Net: shown === null ? null : moneyOf(net, shown ?? currency) }
  }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
