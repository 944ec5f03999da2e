import type { Span } from '#features/reports/kit/period.rules.ts'
import { eachRow } from '#features/sums/reading/readings.rules.ts'
import { dayNumber, daysIn } from '#shared/day.ts'

const WIDTH = 3
const [FIRST, LAST, MINUTES] = [0, 1, 2]
/** No sale on that day. */
const NONE = -1

/** When the first and the last sale of a day were rung up, and the hours between them; null without a sale. */
interface OpenHours {
  FirstSale: string | null
  LastSale: string | null
  HoursOpen: number | null
}

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
   * The hours of a day of the range, by its place in it. Of several locations the first sale and the last, but no hours: they need not have been
   * open at once.
   * @param places with the wall-clock minute their trading day begins at
   */
  on(places: readonly { locationId: number; dayStart: number }[], day: number): OpenHours {
    const at = day * WIDTH
    const open = places.flatMap(({ locationId, dayStart }) => {
      const hours = this.#places.get(locationId)
      const first = hours?.[at + FIRST] ?? NONE
      if (!hours || first === NONE) return []
      const last = hours[at + LAST] as number
      return [{ first, last, firstAt: sinceStart(first, dayStart), lastAt: sinceStart(last, dayStart), minutes: hours[at + MINUTES] as number }]
    })
    const [one] = open
    if (!one) return { FirstSale: null, LastSale: null, HoursOpen: null }
    const first = open.reduce((least, other) => (other.firstAt < least.firstAt ? other : least))
    const last = open.reduce((most, other) => (other.lastAt > most.lastAt ? other : most))
    return {
      FirstSale: clockOf(first.first),
      LastSale: clockOf(last.last),
      HoursOpen: open.length === 1 ? Math.round((one.minutes / 60) * 100) / 100 : null,
    }
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

/** A minute of the day as HH:MM. */
const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const two = (value: number): string => String(value).padStart(2, '0')
