import { ALL, type Grid } from '#features/reports/kit/row-figures.rules.ts'
import { VISITS, VISITS_WIDTH } from '#features/reports/member-visits/visits.rules.ts'
import { addAll, addMember, countOf, isIn, type MemberBits, noMembers } from './member-bits.rules.ts'
import { BEFORE, type VisitDays } from './visit-days.rules.ts'

/** In which column a member was met last, this much more than its place; 0 where in none yet. */
const MET = 1
const NOWHERE = 0
/** Over all the day last counted on stands above it: one number to look at. A range has some thousand columns, and the days of ten years. */
const COLUMN_BITS = 16
const COLUMN_MASK = 0xffff
const WEEKDAYS = 7

/** Whoever came to a place in some month. */
export interface PlaceBits {
  locationId: number
  bits: MemberBits
}

/** Counts visits by place and over all of them: each member once a day, once a column and once over the range. */
export class VisitCount {
  readonly #locationIds: readonly number[]
  readonly #placeOf: ReadonlyMap<number, number>
  /** By member, for each place: the column met last in. */
  readonly #own: readonly Uint16Array[]
  /** The same over all, with the day. */
  readonly #all: Int32Array
  /** By place, all places last: who came before the range, and in it. */
  readonly #before: readonly MemberBits[]
  readonly #inRange: readonly MemberBits[]
  /** By place and weekday, all places last: visits, and the days they were on. */
  readonly #weekdayVisits: Float64Array
  readonly #weekdayDays: Float64Array

  /** @param members the largest number a member has */
  constructor(locationIds: readonly number[], members: number) {
    const bitsOfPlaces = () => Array.from({ length: locationIds.length + 1 }, () => noMembers(members))
    this.#locationIds = locationIds
    this.#placeOf = new Map(locationIds.map((locationId, place) => [locationId, place]))
    this.#own = locationIds.map(() => new Uint16Array(members + 1))
    this.#all = new Int32Array(members + 1)
    this.#before = bitsOfPlaces()
    this.#inRange = bitsOfPlaces()
    this.#weekdayVisits = new Float64Array((locationIds.length + 1) * WEEKDAYS)
    this.#weekdayDays = new Float64Array((locationIds.length + 1) * WEEKDAYS)
  }

  /** Who came in months before the days that are read. */
  cameInMonths(months: readonly PlaceBits[]): void {
    for (const { locationId, bits } of months) for (const place of this.#placesOf(locationId)) addAll(bitsAt(this.#before, place), bits)
  }

  /** A member came to a place at some time before. */
  came(locationId: number, member: number): void {
    for (const place of this.#placesOf(locationId)) addMember(bitsAt(this.#before, place), member)
  }

  /** A place, and all of them. */
  #placesOf(locationId: number): number[] {
    const own = this.#placeOf.get(locationId)
    return own === undefined ? [this.#locationIds.length] : [own, this.#locationIds.length]
  }

  /** Counts the days that were read, in the order of time, each in its column and over the range. */
  add(days: VisitDays, grid: Grid): void {
    for (let cell = 0; cell < days.columns.length; cell += 1) this.#addCell(days, cell, grid)
    this.#finish(grid)
  }

  /** Counts once more, column by column, for days of one column that do not follow one another: only who came in each, since visits go by the day. */
  addByColumn(days: VisitDays, grid: Grid): void {
    const cells = Array.from(days.columns.keys()).filter((cell) => (days.columns[cell] as number) >= 0)
    for (const cell of cells.sort((a, b) => (days.columns[a] as number) - (days.columns[b] as number) || a - b)) this.#addCell(days, cell, grid)
    this.#finish(grid)
  }

  #addCell(days: VisitDays, cell: number, grid: Grid): void {
    const column = days.columns[cell] as number
    const [begin, end] = [days.begins[cell] as number, days.ends[cell] as number]
    if (column < BEFORE || begin === end) return
    const places = this.#locationIds.length
    const place = cell % places
    if (column === BEFORE) {
      for (let i = begin; i < end; i += 1) this.came(this.#locationIds[place] as number, days.members[i] as number)
      return
    }
    const day = (cell - place) / places
    const visits = this.#count(place, days.members, begin, end, column, day, grid)
    const weekday = days.weekdayAt(day)
    this.#onWeekday(place * WEEKDAYS + weekday, end - begin, true)
    this.#onWeekday(places * WEEKDAYS + weekday, visits, this.#lastDay !== day)
    if (visits > 0) this.#lastDay = day
  }

  /** The last day anybody was counted on over all. */
  #lastDay = -1

  #onWeekday(at: number, visits: number, isNewDay: boolean): void {
    this.#weekdayVisits[at] = (this.#weekdayVisits[at] as number) + visits
    if (visits > 0 && isNewDay) this.#weekdayDays[at] = (this.#weekdayDays[at] as number) + 1
  }

  /** The inner loop: half a million visits of three years pass through it. Answers how many of the members were not counted that day elsewhere. */
  #count(place: number, members: Int32Array, begin: number, end: number, column: number, day: number, grid: Grid): number {
    const [own, all, everywhere] = [this.#own[place] as Uint16Array, this.#all, this.#locationIds.length]
    const [ownSeen, allSeen, ownBefore, allBefore] = [
      bitsAt(this.#inRange, place),
      bitsAt(this.#inRange, everywhere),
      bitsAt(this.#before, place),
      bitsAt(this.#before, everywhere),
    ]
    const mark = column + MET
    const today = (day + 1) << COLUMN_BITS
    let [visits, inOwn, newOwn, inAll, newAll] = [0, 0, 0, 0, 0]
    for (let i = begin; i < end; i += 1) {
      const member = members[i] as number
      const here = own[member] as number
      if (here !== mark) {
        own[member] = mark
        inOwn += 1
        if (here === NOWHERE && addMember(ownSeen, member) && !isIn(ownBefore, member)) newOwn += 1
      }
      const before = all[member] as number
      all[member] = today | mark
      if (before < today) visits += 1
      const anywhere = before & COLUMN_MASK
      if (anywhere !== mark) {
        inAll += 1
        if (anywhere === NOWHERE && addMember(allSeen, member) && !isIn(allBefore, member)) newAll += 1
      }
    }
    this.#plus(grid, place, column, end - begin, inOwn, newOwn)
    this.#plus(grid, everywhere, column, visits, inAll, newAll)
    return visits
  }

  /** Who came over the range is known when all have come. */
  #finish(grid: Grid): void {
    for (const [place, came] of this.#inRange.entries()) plus(grid.sums, this.#at(grid, place), 0, countOf(came), 0)
  }

  /** Adds to a column and, but for unique members, to the range. */
  #plus(grid: Grid, place: number, column: number, visits: number, unique: number, isNew: number): void {
    const at = this.#at(grid, place)
    plus(grid.sums, at, visits, 0, isNew)
    if (column > 0) plus(grid.sums, at + column * VISITS_WIDTH, visits, unique, isNew)
  }

  /** Where the sums of a place over the range begin. */
  #at(grid: Grid, place: number): number {
    return grid.at(this.#locationIds[place] ?? ALL, 0)
  }

  /** Visits by weekday, and the days they were on. */
  weekdays(locationId: number): { Weekday: number; Days: number; Visits: number }[] {
    const place = locationId === ALL ? this.#locationIds.length : (this.#placeOf.get(locationId) ?? 0)
    return [0, 1, 2, 3, 4, 5, 6].map((i) => ({
      Weekday: i + 1,
      Days: this.#weekdayDays[place * WEEKDAYS + i] ?? 0,
      Visits: this.#weekdayVisits[place * WEEKDAYS + i] ?? 0,
    }))
  }
}

const bitsAt = (bits: readonly MemberBits[], place: number): MemberBits => bits[place] as MemberBits

const plus = (sums: Float64Array, at: number, visits: number, unique: number, isNew: number): void => {
  sums[at + VISITS.visits] = (sums[at + VISITS.visits] as number) + visits
  sums[at + VISITS.unique] = (sums[at + VISITS.unique] as number) + unique
  sums[at + VISITS.isNew] = (sums[at + VISITS.isNew] as number) + isNew
}
