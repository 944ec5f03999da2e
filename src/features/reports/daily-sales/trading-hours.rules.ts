import type { Span } from '#features/reports/kit/period.rules.ts'
import { eachRow } from '#features/sums/reading/readings.rules.ts'
import { dayNumber, daysIn } from '#shared/day.ts'
import { DecimalMembers, KeptTexts } from '#shared/json-decimals.ts'
import type { JsonWriter } from '#shared/json-text.ts'

const WIDTH = 3
const [FIRST, LAST, MINUTES] = [0, 1, 2]
/** No sale on that day. */
const NONE = -1

/** When locations first and last sold something on each day of a range, on their own clocks. They lie in rows of numbers: a year of a venue has thousands. */
export class TradingHours {
  readonly #firstDay: number
  readonly #days: number
  readonly #places = new Map<number, Int16Array>()

  constructor({ from, to }: Span) {
    this.#firstDay = dayNumber(from)
    this.#days = daysIn(from, to)
  }

  /** Takes what was read: location, day since 1970-01-01, the wall-clock minutes of first and last sale, and the minutes that passed between them. */
  add(text: string): void {
    eachRow({ sums: ['first', 'last', 'minutes'], texts: [text] }, (row) => {
      const hours = this.#of(row[0] as number)
      const at = ((row[1] as number) - this.#firstDay) * WIDTH
      for (let i = 0; i < WIDTH; i += 1) hours[at + i] = row[2 + i] as number
    })
  }

  /**
   * Writes the hours of a day of the range, by its place in it, as members of an object that has others before them. Of several locations the
   * first sale and the last, but no hours: they need not have been open at once.
   * @param places with the wall-clock minute their trading day begins at
   */
  write(json: JsonWriter, places: readonly { locationId: number; dayStart: number }[], day: number): void {
    let [first, last, firstAt, lastAt, minutes, traded] = [NO_CLOCK, NO_CLOCK, 0, 0, 0, 0]
    const at = day * WIDTH
    for (const { locationId, dayStart } of places) {
      const hours = this.#places.get(locationId)
      const opened = hours?.[at + FIRST] ?? NONE
      if (!hours || opened === NONE) continue
      const closed = hours[at + LAST] as number
      const openedAt = sinceStart(opened, dayStart)
      const closedAt = sinceStart(closed, dayStart)
      if (traded === 0 || openedAt < firstAt) {
        first = opened
        firstAt = openedAt
      }
      if (traded === 0 || closedAt > lastAt) {
        last = closed
        lastAt = closedAt
      }
      minutes = hours[at + MINUTES] as number
      traded += 1
    }
    json.kept(FIRST_SALES, first)
    json.kept(LAST_SALES, last)
    openSteps[0] = traded === 1 ? Math.round((minutes / 60) * 100) : Number.NaN
    json.decimals(HOURS_OPEN, openSteps)
  }

  #of(locationId: number): Int16Array {
    let hours = this.#places.get(locationId)
    if (!hours) {
      hours = new Int16Array(this.#days * WIDTH).fill(NONE)
      this.#places.set(locationId, hours)
    }
    return hours
  }
}

/** Wall-clock minutes since the trading day began. */
const sinceStart = (minute: number, dayStart: number): number => (minute - dayStart + DAY_MINUTES) % DAY_MINUTES
const DAY_MINUTES = 1440

const two = (value: number): string => String(value).padStart(2, '0')
/** Each minute of the day as a member, and after them that there was no sale. */
const clocksNamed = (name: string): KeptTexts =>
  new KeptTexts([...Array.from({ length: DAY_MINUTES }, (_, minute) => `,"${name}":"${two(Math.floor(minute / 60))}:${two(minute % 60)}"`), `,"${name}":null`])
const NO_CLOCK = DAY_MINUTES
const FIRST_SALES = clocksNamed('FirstSale')
const LAST_SALES = clocksNamed('LastSale')
const HOURS_OPEN = new DecimalMembers(['HoursOpen'], [2])
const openSteps = new Float64Array(1)
