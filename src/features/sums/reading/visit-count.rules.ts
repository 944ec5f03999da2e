import { ALL, type Grid } from '#features/reports/kit/row-figures.rules.ts'
import { VISITS, VISITS_WIDTH } from '#features/reports/member-visits/visits.rules.ts'
import { eachSet } from '#features/sums/weekday-visits.rules.ts'
import { addAll, addMember, countOf, isIn, type MemberBits, moveAll, noMembers } from './member-bits.rules.ts'
import { BEFORE, type VisitDays } from './visit-days.rules.ts'

/** In which column a member was met last, this much more than its place; 0 where in none yet. */
const MET = 1
const NOWHERE = 0
/** Over all the day last counted on stands above it: one number to look at. A range has some thousand columns, and the days of ten years. */
const COLUMN_BITS = 16
const COLUMN_MASK = 0xffff
const WEEKDAYS = 7

/** Numbers as they were kept. */
type WordNumbers = Int32Array | Float64Array

/** Whoever came to a place in some month. */
export interface PlaceBits {
  locationId: number
  bits: MemberBits
}

/** Days that need not be counted again: each in a column of its own, and none of them among the days that are read. */
export interface CountedDays {
  /** The first, since 1970-01-01. */
  from: number
  /** Of each month its places and its rows, see `VisitMonth`. */
  months: readonly { places: readonly number[]; rows: WordNumbers }[]
  /** Who came, by place. */
  bits: readonly PlaceBits[]
}

/** A month that lies in one column whole, and whose days are not among those that are read. */
export interface CountedMonth {
  /** Its first day, since 1970-01-01. */
  from: number
  /** See `WeekdayVisits`. */
  weekdayVisits: WordNumbers
  bits: readonly PlaceBits[]
}

/** What is counted already: of a range either days or months. */
export interface Counted {
  days: CountedDays | undefined
  /** In the order of time. */
  months: readonly CountedMonth[]
}

/** Counts visits by place and over all of them: each member once a day, once a column and once over the range. */
export class VisitCount {
  readonly #locationIds: readonly number[]
  readonly #placeOf: ReadonlyMap<number, number>
  /** By member, for each place: the column met last in. */
  readonly #own: readonly Uint16Array[]
  /** The same over all, with the day. */
  readonly #all: Int32Array
  /** By place, all places last: who came before the range, in it, and in the column that is gathered. */
  readonly #before: readonly MemberBits[]
  readonly #inRange: readonly MemberBits[]
  readonly #inColumn: readonly MemberBits[]
  /** The columns that have months counted already: who came in them is gathered as bits, and counted when the column is over. */
  #gathered: ReadonlySet<number> = new Set()
  #gathering: number | undefined
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
    this.#inColumn = bitsOfPlaces()
    this.#weekdayVisits = new Float64Array((locationIds.length + 1) * WEEKDAYS)
    this.#weekdayDays = new Float64Array((locationIds.length + 1) * WEEKDAYS)
  }

  /** Who came in months before the days that are read. */
  cameInMonths(months: readonly PlaceBits[]): void {
    this.#addBits(this.#before, months)
  }

  /** A member came to a place at some time before. */
  came(locationId: number, member: number): void {
    for (const place of [this.#placeOf.get(locationId), this.#locationIds.length]) if (place !== undefined) addMember(bitsAt(this.#before, place), member)
  }

  #addBits(to: readonly MemberBits[], months: readonly PlaceBits[]): void {
    for (const { locationId, bits } of months) {
      addAll(bitsAt(to, this.#placeOf.get(locationId) ?? 0), bits)
      addAll(bitsAt(to, this.#locationIds.length), bits)
    }
  }

  /** Counts the days that were read, in the order of time, each in its column and over the range. @param counted days among them that are counted already */
  add(days: VisitDays, grid: Grid, counted: Counted = { days: undefined, months: [] }): void {
    const columnAt = (day: number) => days.columns[days.cellOf(day)] as number
    const stops = counted.months.map((month) => ({ cell: days.cellOf(month.from), add: () => this.#addMonth(month, columnAt(month.from), grid) }))
    const { days: rows } = counted
    if (rows) stops.push({ cell: days.cellOf(rows.from), add: () => this.#addCounted(days, rows, grid) })
    this.#gathered = new Set(counted.months.map(({ from }) => columnAt(from)))
    let from = 0
    for (const { cell, add } of stops) {
      this.#addCells(days, from, cell, grid)
      add()
      from = cell
    }
    this.#addCells(days, from, days.columns.length, grid)
    this.#finish(grid)
  }

  #addCells(days: VisitDays, from: number, end: number, grid: Grid): void {
    for (let cell = from; cell < end; cell += 1) this.#addCell(days, cell, grid)
  }

  /** Each day has a column of its own there, so whoever came on it came in its column. Who came at all is added as bits. */
  #addCounted(days: VisitDays, { months, bits }: CountedDays, grid: Grid): void {
    for (const { places, rows } of months) {
      const width = 2 * places.length + 3
      for (let i = 0; i <= places.length; i += 1)
        this.#addRows(days, rows, width, 2 * i + 1, this.#placeOf.get(places[i] ?? ALL) ?? this.#locationIds.length, grid)
    }
    this.#addBits(this.#inRange, bits)
  }

  /** Adds the visits and new members of a place on each day of a month. @param offset where they stand in a row */
  #addRows(days: VisitDays, rows: WordNumbers, width: number, offset: number, place: number, grid: Grid): void {
    const { sums } = grid
    const at = this.#at(grid, place)
    let [visits, isNew] = [0, 0]
    for (let row = 0; row < rows.length; row += width) {
      const [came, cameFirst] = [rows[row + offset] as number, rows[row + offset + 1] as number]
      const cell = days.cellOf(rows[row] as number)
      plus(sums, at + (days.columns[cell] as number) * VISITS_WIDTH, came, came, cameFirst)
      this.#onWeekday(place * WEEKDAYS + days.weekdayAt(cell / this.#locationIds.length), came, true)
      visits += came
      isNew += cameFirst
    }
    plus(sums, at, visits, 0, isNew)
  }

  /** Who came is gathered in its column, how often they did is known: over all places, from every set of places that has one of them. */
  #addMonth({ weekdayVisits, bits }: CountedMonth, column: number, grid: Grid): void {
    this.#gather(column, grid)
    this.#addBits(this.#inColumn, bits)
    eachSet(weekdayVisits, (what, places, counts) => {
      let isAsked = false
      for (let i = places; i < counts; i += 1) {
        const place = this.#placeOf.get(weekdayVisits[i] as number)
        if (place === undefined) continue
        isAsked = true
        this.#addByWeekday(what, place, column, weekdayVisits, counts, grid)
      }
      if (isAsked) this.#addByWeekday(what, this.#locationIds.length, column, weekdayVisits, counts, grid)
    })
  }

  #addByWeekday(what: 'visits' | 'days', place: number, column: number, counts: WordNumbers, from: number, grid: Grid): void {
    const sums = what === 'visits' ? this.#weekdayVisits : this.#weekdayDays
    let sum = 0
    for (let weekday = 0; weekday < WEEKDAYS; weekday += 1) {
      const count = counts[from + weekday] as number
      sums[place * WEEKDAYS + weekday] = (sums[place * WEEKDAYS + weekday] as number) + count
      sum += count
    }
    if (what === 'visits') this.#plus(grid, place, column, sum, 0, 0)
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
    const isGathered = this.#gathered.has(column)
    this.#gather(isGathered ? column : undefined, grid)
    const [own, all, everywhere] = [this.#own[place] as Uint16Array, this.#all, this.#locationIds.length]
    // Whoever is met for the first time in a column that is gathered is counted with it.
    const seen = isGathered ? this.#inColumn : this.#inRange
    const [ownSeen, allSeen, ownBefore, allBefore] = [
      bitsAt(seen, place),
      bitsAt(seen, everywhere),
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
        if ((here === NOWHERE || isGathered) && addMember(ownSeen, member) && !isIn(ownBefore, member)) newOwn += 1
      }
      const before = all[member] as number
      all[member] = today | mark
      if (before < today) visits += 1
      const anywhere = before & COLUMN_MASK
      if (anywhere !== mark) {
        inAll += 1
        if ((anywhere === NOWHERE || isGathered) && addMember(allSeen, member) && !isIn(allBefore, member)) newAll += 1
      }
    }
    const counts = isGathered ? 0 : 1
    this.#plus(grid, place, column, end - begin, inOwn * counts, newOwn * counts)
    this.#plus(grid, everywhere, column, visits, inAll * counts, newAll * counts)
    return visits
  }

  /** Begins to gather who came in a column, or in none; the one before it is over. */
  #gather(column: number | undefined, grid: Grid): void {
    const over = this.#gathering
    if (over === column) return
    this.#gathering = column
    if (over === undefined) return
    for (const [place, came] of this.#inColumn.entries()) {
      const { count, added } = moveAll(came, bitsAt(this.#inRange, place), bitsAt(this.#before, place))
      this.#plus(grid, place, over, 0, count, added)
    }
  }

  /** Who came over the range is known when all have come. */
  #finish(grid: Grid): void {
    this.#gather(undefined, grid)
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
