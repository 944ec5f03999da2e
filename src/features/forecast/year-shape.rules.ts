import type { History } from './history.rules.ts'

/** The same weekday of last year. */
const YEAR = 364
/** Four weeks around a day, each weekday four times. */
const BEFORE = 14
const AFTER = 13
const LEAST_DAYS = 14
/** No season does more within two weeks. */
const [LEAST_CHANGE, MOST_CHANGE] = [0.67, 1.5]

/** How last year went up and down between the same dates, in averages of four weeks without closed days and public holidays. */
export class YearShape {
  readonly #sums: Float64Array
  readonly #days: Float64Array

  constructor({ first, values, holidayOf }: History) {
    this.#sums = new Float64Array(values.length + 1)
    this.#days = new Float64Array(values.length + 1)
    for (const [at, value] of values.entries()) {
      const counts = value > 0 && holidayOf(first + at) === undefined
      this.#sums[at + 1] = (this.#sums[at] as number) + (counts ? value : 0)
      this.#days[at + 1] = (this.#days[at] as number) + (counts ? 1 : 0)
    }
  }

  /** By how much a day of this year is busier than another if it goes as last year; 1 where last year is not known. */
  change(from: number, to: number): number {
    const [then, now] = [this.#average(from - YEAR), this.#average(to - YEAR)]
    if (then === undefined || now === undefined) return 1
    return Math.min(MOST_CHANGE, Math.max(LEAST_CHANGE, now / then))
  }

  #average(at: number): number | undefined {
    const [from, to] = [at - BEFORE, at + AFTER + 1]
    if (from < 0 || to >= this.#sums.length) return undefined
    const days = (this.#days[to] as number) - (this.#days[from] as number)
    return days < LEAST_DAYS ? undefined : ((this.#sums[to] as number) - (this.#sums[from] as number)) / days
  }
}
