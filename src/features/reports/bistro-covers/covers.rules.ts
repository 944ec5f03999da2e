import { COVER_SUMS, COVER_UNIT_STEPS, type CoverSum, PART } from '#features/intake/guest-pack.rules.ts'
import { dayOf, isoWeekday } from '../day.rules.ts'
import { RowFigures, type RowKind, ratio } from '../row-figures.rules.ts'

/** How a place counts its covers: by patrons of tables, or by what the items sold stand for. */
export const COVER_METHODS = ['patron', 'item'] as const
export type CoverMethod = (typeof COVER_METHODS)[number]

/** What is added up, alike for both methods; covers in steps of COVER_UNIT_STEPS, nets in minor units. */
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

const IN_PACK = Object.fromEntries(COVER_SUMS.map((name, i) => [name, i])) as Readonly<Record<CoverSum, number>>

/** What a part of a day adds to the covers of a place, by its method: pairs of a sum and its value. */
export const coversAdded = (method: CoverMethod, part: number, row: Float64Array, at: number): (readonly [which: number, value: number])[] => {
  const sum = (name: CoverSum) => row[at + IN_PACK[name]] as number
  const byItem = method === 'item'
  const covers = byItem ? sum('units') : sum('patrons') * COVER_UNIT_STEPS
  const net = byItem ? sum('net') : sum('tableNet')
  if (part === PART.lunch)
    return [
      [COVERS.lunchCovers, covers],
      [COVERS.lunchNet, net],
    ] as const
  if (part === PART.dinner)
    return [
      [COVERS.dinnerCovers, covers],
      [COVERS.dinnerNet, net],
    ] as const
  return [
    [COVERS.sales, byItem ? sum('n') : sum('tableN')],
    [COVERS.covers, covers],
    [COVERS.booked, byItem ? sum('reservedUnits') : sum('reservedPatrons') * COVER_UNIT_STEPS],
    [COVERS.net, net],
    [COVERS.food, byItem ? sum('food') : sum('tableFood')],
    [COVERS.beverage, byItem ? sum('beverage') : sum('tableBeverage')],
  ]
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

/** Covers and what was sold to them. */
export const coverFigures = new RowFigures<CoverFigure>(KINDS, (sums, at) => {
  const sum = (which: number) => sums[at + which] as number
  const covers = sum(COVERS.covers) / COVER_UNIT_STEPS
  const lunch = sum(COVERS.lunchCovers) / COVER_UNIT_STEPS
  const dinner = sum(COVERS.dinnerCovers) / COVER_UNIT_STEPS
  const booked = sum(COVERS.booked) / COVER_UNIT_STEPS
  return {
    Sales: sum(COVERS.sales),
    Covers: covers,
    LunchCovers: lunch,
    DinnerCovers: dinner,
    BookedCovers: booked,
    WalkInCovers: covers - booked,
    Net: sum(COVERS.net),
    LunchNet: sum(COVERS.lunchNet),
    DinnerNet: sum(COVERS.dinnerNet),
    FoodNet: sum(COVERS.food),
    BeverageNet: sum(COVERS.beverage),
    PerCover: ratio(sum(COVERS.net), covers),
    LunchPerCover: ratio(sum(COVERS.lunchNet), lunch),
    DinnerPerCover: ratio(sum(COVERS.dinnerNet), dinner),
    FoodPerCover: ratio(sum(COVERS.food), covers),
    BeveragePerCover: ratio(sum(COVERS.beverage), covers),
  }
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
  readonly #days = Array.from({ length: 7 }, () => new Set<number>())
  readonly #covers = new Float64Array(7)
  readonly #net = new Float64Array(7)

  /** @param day since 1970-01-01 */
  add(day: number, covers: number, net: number): void {
    const i = isoWeekday(dayOf(day)) - 1
    if (covers === 0 && net === 0) return
    this.#days[i]?.add(day)
    this.#covers[i] = (this.#covers[i] as number) + covers
    this.#net[i] = (this.#net[i] as number) + net
  }

  /** @param minorOf minor units to a major unit; null where money is not added */
  answer(minorOf: number | null): WeekdayCovers[] {
    return this.#days.map((days, i) => {
      const covers = (this.#covers[i] as number) / COVER_UNIT_STEPS
      const perCover = minorOf === null || covers <= 0 ? null : Math.round((this.#net[i] as number) / covers) / minorOf
      return { Weekday: i + 1, Days: days.size, Covers: days.size === 0 ? null : Math.round((covers / days.size) * 100) / 100, PerCover: perCover }
    })
  }
}
