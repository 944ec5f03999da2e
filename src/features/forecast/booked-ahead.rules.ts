import { DAYS_AHEAD, type Forecaster, type History, weeksAhead } from './history.rules.ts'

/** So many of the same weekday say how many are usually booked by then. */
const WEEKS = 6

/** For how many people tables were booked for each day, by how many days ahead that was known. */
export class BookedAhead {
  readonly #byDay = new Map<number, Float64Array>()

  /**
   * Adds bookings of a day, since 1970-01-01.
   * @param made how many days ahead they were made @param cancelled how many days ahead they were cancelled, below 0 where they were not
   */
  add(day: number, made: number, cancelled: number, people: number): void {
    const known = this.#byDay.get(day) ?? new Float64Array(DAYS_AHEAD + 1)
    this.#byDay.set(day, known)
    for (let ahead = Math.max(0, cancelled + 1); ahead <= Math.min(DAYS_AHEAD, made); ahead += 1) known[ahead] = (known[ahead] as number) + people
  }

  /** How many people were expected for a day so many days before it. */
  known(day: number, ahead: number): number {
    return this.#byDay.get(day)?.[ahead] ?? 0
  }

  /** By how many that is more than usual on this weekday; never less than none, for a booking system that is silent says nothing. */
  more(day: number, ahead: number): number {
    const back = weeksAhead(ahead)
    let usual = 0
    for (let week = 0; week < WEEKS; week += 1) usual += this.known(day - 7 * (back + week), ahead) / WEEKS
    return Math.max(0, this.known(day, ahead) - usual)
  }
}

/** The forecast, lifted by what is booked beyond the usual as far as that came true on the days it is fitted to: at most one guest for each guest booked. */
export const lifted = (
  { first, values }: Pick<History, 'first' | 'values'>,
  forecast: Forecaster,
  booked: BookedAhead,
  { from, until }: { from: number; until: number },
): Forecaster => {
  let [together, squared] = [0, 0]
  for (let day = from + DAYS_AHEAD; day < until; day += 1)
    for (let ahead = 1; ahead <= DAYS_AHEAD; ahead += 1) {
      const more = booked.more(first + day, ahead)
      if (more === 0) continue
      together += more * ((values[day] as number) - forecast(day - ahead, ahead))
      squared += more * more
    }
  const part = squared === 0 ? 0 : Math.min(1, Math.max(0, together / squared))
  return part === 0 ? forecast : (last, ahead) => forecast(last, ahead) + part * booked.more(first + last + ahead, ahead)
}
