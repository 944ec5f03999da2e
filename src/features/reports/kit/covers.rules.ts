import { COVER_UNIT_STEPS } from '#features/sums/guest-pack.rules.ts'
import { placesIn, RowFigures, type RowKind, ratio } from './row-figures.rules.ts'

/** How a place counts its covers: by patrons of tables, or by what the items sold stand for. */
export const COVER_METHODS = ['patron', 'item'] as const
export type CoverMethod = (typeof COVER_METHODS)[number]

/** What is added up, alike for both methods and in the order a packed day has it; covers in steps of COVER_UNIT_STEPS, nets in minor units. */
export const COVERS = {
  sales: 0,
  covers: 1,
  lunchCovers: 2,
  dinnerCovers: 3,
  booked: 4,
  net: 5,
  lunchNet: 6,
  dinnerNet: 7,
  food: 8,
  beverage: 9,
} as const
export const COVERS_WIDTH = 10

/** How many steps a cover of a packed day is: patrons are whole, and units are told in steps already. */
const STEPS: Readonly<Record<CoverMethod, number>> = { patron: COVER_UNIT_STEPS, item: 1 }

/** Puts a day's covers by a method, which DAY_PARTS has in the order of COVERS, into a row of COVERS_WIDTH. @param at where they begin */
export const coversInto = (sums: Float64Array, method: CoverMethod, day: ArrayLike<number>, at: number): void => {
  const steps = STEPS[method]
  for (let i = 0; i < COVERS_WIDTH; i += 1) sums[i] = (day[at + i] as number) * (i >= COVERS.covers && i <= COVERS.booked ? steps : 1)
}

const KINDS = {
  Sales: 'count',
  Covers: 'count',
  LunchCovers: 'count',
  DinnerCovers: 'count',
  BookedCovers: 'count',
  WalkInCovers: 'count',
  Net: 'money',
  LunchNet: 'money',
  DinnerNet: 'money',
  FoodNet: 'money',
  BeverageNet: 'money',
  PerCover: 'money',
  LunchPerCover: 'money',
  DinnerPerCover: 'money',
  FoodPerCover: 'money',
  BeveragePerCover: 'money',
} as const satisfies Record<string, RowKind>
export type CoverFigure = keyof typeof KINDS

const AT = placesIn(KINDS)

/** Covers and what was sold to them. */
export const coverFigures = new RowFigures<CoverFigure>(KINDS, (made, sums, at) => {
  const sum = (which: number) => sums[at + which] as number
  const covers = sum(COVERS.covers) / COVER_UNIT_STEPS
  const lunch = sum(COVERS.lunchCovers) / COVER_UNIT_STEPS
  const dinner = sum(COVERS.dinnerCovers) / COVER_UNIT_STEPS
  const booked = sum(COVERS.booked) / COVER_UNIT_STEPS
  made[AT.Sales] = sum(COVERS.sales)
  made[AT.Covers] = covers
  made[AT.LunchCovers] = lunch
  made[AT.DinnerCovers] = dinner
  made[AT.BookedCovers] = booked
  made[AT.WalkInCovers] = covers - booked
  made[AT.Net] = sum(COVERS.net)
  made[AT.LunchNet] = sum(COVERS.lunchNet)
  made[AT.DinnerNet] = sum(COVERS.dinnerNet)
  made[AT.FoodNet] = sum(COVERS.food)
  made[AT.BeverageNet] = sum(COVERS.beverage)
  made[AT.PerCover] = ratio(sum(COVERS.net), covers)
  made[AT.LunchPerCover] = ratio(sum(COVERS.lunchNet), lunch)
  made[AT.DinnerPerCover] = ratio(sum(COVERS.dinnerNet), dinner)
  made[AT.FoodPerCover] = ratio(sum(COVERS.food), covers)
  made[AT.BeveragePerCover] = ratio(sum(COVERS.beverage), covers)
})

/** Covers of a weekday, averaged over the days of that weekday on which there was trade. */
export interface WeekdayCovers {
  Weekday: number
  /** Days with trade. */
  Days: number
  Covers: number | null
  PerCover: number | null
}

/** Adds covers up by weekday, for one place or for all. */
export class WeekdayTally {
  readonly #first: number
  readonly #traded: Uint8Array
  readonly #days = new Int32Array(7)
  readonly #covers = new Float64Array(7)
  readonly #net = new Float64Array(7)

  /** @param first and last day there may be, since 1970-01-01 */
  constructor(first: number, last: number) {
    this.#first = first
    this.#traded = new Uint8Array(Math.max(0, last - first + 1))
  }

  /** @param day since 1970-01-01 */
  add(day: number, covers: number, net: number): void {
    const i = (day + 3) % 7
    if (covers === 0 && net === 0) return
    if (this.#traded[day - this.#first] === 0) this.#days[i] = (this.#days[i] as number) + 1
    this.#traded[day - this.#first] = 1
    this.#covers[i] = (this.#covers[i] as number) + covers
    this.#net[i] = (this.#net[i] as number) + net
  }

  /** @param minorOf minor units to a major unit; null where money is not added */
  answer(minorOf: number | null): WeekdayCovers[] {
    return Array.from(this.#days, (days, i) => {
      const covers = (this.#covers[i] as number) / COVER_UNIT_STEPS
      const perCover = minorOf === null || covers <= 0 ? null : Math.round((this.#net[i] as number) / covers) / minorOf
      return { Weekday: i + 1, Days: days, Covers: days === 0 ? null : Math.round((covers / days) * 100) / 100, PerCover: perCover }
    })
  }
}
