import { dayNumber, daysIn } from '../day.rules.ts'
import type { Span } from '../period.rules.ts'
import { eachRow } from '../readings.rules.ts'

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
   * Tells the hours of a day of the range, by its place in it, as members of an object. Of several locations the first sale and the last, but no
   * hours: they need not have been open at once.
   * @param places with the wall-clock minute their trading day begins at
   */
  textOf(places: readonly { locationId: number; dayStart: number }[], day: number): string {
    let [first, last, firstAt, lastAt, minutes, traded] = [NONE, NONE, 0, 0, 0, 0]
    for (const { locationId, dayStart } of places) {
      const hours = this.#places.get(locationId)
      const at = day * WIDTH
      const opened = hours?.[at + FIRST] ?? NONE
      if (!hours || opened === NONE) continue
      const closed = hours[at + LAST] as number
      const [openedAt, closedAt] = [sinceStart(opened, dayStart), sinceStart(closed, dayStart)]
      if (traded === 0 || openedAt < firstAt) [first, firstAt] = [opened, openedAt]
      if (traded === 0 || closedAt > lastAt) [last, lastAt] = [closed, closedAt]
      minutes = hours[at + MINUTES] as number
      traded += 1
    }
    if (traded === 0) return NO_HOURS
    return `"FirstSale":"${clockOf(first)}","LastSale":"${clockOf(last)}","HoursOpen":${traded === 1 ? inHours(minutes) : null}`
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

/** What is told where no hours are kept. */
export const NO_HOURS = '"FirstSale":null,"LastSale":null,"HoursOpen":null'

/** Wall-clock minutes since the trading day began. */
const sinceStart = (minute: number, dayStart: number): number => (minute - dayStart + DAY_MINUTES) % DAY_MINUTES
const DAY_MINUTES = 1440

const inHours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100
const clockOf = (minute: number): string => CLOCKS[minute] as string
const two = (value: number): string => String(value).padStart(2, '0')
const CLOCKS = Array.from({ length: DAY_MINUTES }, (_, minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`)
