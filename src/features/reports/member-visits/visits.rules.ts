import { addVisitors } from '#features/intake/guest-pack.rules.ts'
import { eachRow } from '../readings.rules.ts'
import { ALL, type Grid, placesIn, RowFigures, type RowKind, ratio } from '../row-figures.rules.ts'
import { BEFORE, type VisitDays } from './visit-days.rules.ts'

/** What is kept for each location and column; the first three are counted, never added up, since a member counts once. */
export const VISITS = { visits: 0, unique: 1, isNew: 2, sales: 3, amount: 4, allAmount: 5 } as const
export const VISITS_WIDTH = 6

const KINDS = {
  Visits: 'count',
  UniqueMembers: 'count',
  NewMembers: 'count',
  ReturningMembers: 'count',
  VisitsPerMember: 'count',
  MemberSales: 'count',
  Amount: 'money',
  PerVisit: 'money',
  SharePercent: 'percent',
} as const satisfies Record<string, RowKind>
export type VisitFigure = keyof typeof KINDS

const AT = placesIn(KINDS)

/** Who came, how often, and what they spent. */
export const visitFigures = new RowFigures<VisitFigure>(KINDS, (made, sums, at) => {
  const sum = (which: number) => sums[at + which] as number
  const [visits, unique, isNew, amount] = [sum(VISITS.visits), sum(VISITS.unique), sum(VISITS.isNew), sum(VISITS.amount)]
  made[AT.Visits] = visits
  made[AT.UniqueMembers] = unique
  made[AT.NewMembers] = isNew
  made[AT.ReturningMembers] = unique - isNew
  made[AT.VisitsPerMember] = ratio(visits, unique)
  made[AT.MemberSales] = sum(VISITS.sales)
  made[AT.Amount] = amount
  made[AT.PerVisit] = ratio(amount, visits)
  made[AT.SharePercent] = ratio(amount, sum(VISITS.allAmount)) * 100
})

/** How a member stands at a place: never seen, seen before, or counted, last in the column this much less. */
const [UNSEEN, SEEN, COUNTED] = [0, 1, 2]
/** Over all the day last counted on stands above it: one number to look at. A range has some thousand columns, and the days of ten years. */
const COLUMN_BITS = 16
const COLUMN_MASK = 0xffff

interface BitsOfMonth {
  locationId: number
  bytes: Uint8Array
}

/** Days that need not be counted again: each in a column of its own, and none of them among the days that are read. */
export interface CountedDays {
  /** The first, since 1970-01-01. */
  from: number
  /** Of each month its places and its rows, see `VisitMonth`. */
  months: readonly { places: readonly number[]; visits: string }[]
  /** Who came, by place. */
  bits: readonly BitsOfMonth[]
}

/** Counts visits by place and over all of them: each member once a day, once a column and once over the range. */
export class VisitCount {
  readonly #locationIds: readonly number[]
  /** By member, for each place. */
  readonly #own: readonly Uint16Array[]
  /** The same over all, with the day. */
  readonly #all: Int32Array
  /** By place and weekday, all places last: visits, and the days they were on. */
  readonly #weekdayVisits: Float64Array
  readonly #weekdayDays: Float64Array

  /** @param members the largest number a member has */
  constructor(locationIds: readonly number[], members: number) {
    this.#locationIds = locationIds
    this.#own = locationIds.map(() => new Uint16Array(members + 1))
    this.#all = new Int32Array(members + 1)
    this.#weekdayVisits = new Float64Array((locationIds.length + 1) * 7)
    this.#weekdayDays = new Float64Array((locationIds.length + 1) * 7)
  }

  /** Who came in months before the days that are read, as bits by place. */
  cameInMonths(months: readonly BitsOfMonth[]): void {
    const anywhere = this.#noBits()
    for (const [locationId, bits] of this.#visitorsOf(months)) {
      const own = this.#own[this.#locationIds.indexOf(locationId)]
      for (let member = 0; own && member < own.length; member += 1) if (isIn(bits, member)) own[member] = SEEN
      addVisitors(anywhere, bits)
    }
    for (let member = 0; member < this.#all.length; member += 1) if (isIn(anywhere, member)) this.#all[member] = SEEN
  }

  #noBits(): Uint8Array {
    return new Uint8Array((this.#all.length >> 3) + 1)
  }

  /** Whoever came in any of the months, by location. */
  #visitorsOf(months: readonly BitsOfMonth[]): Map<number, Uint8Array> {
    const visitors = new Map<number, Uint8Array>()
    for (const { locationId, bytes } of months) {
      const bits = visitors.get(locationId) ?? this.#noBits()
      visitors.set(locationId, bits)
      addVisitors(bits, bytes)
    }
    return visitors
  }

  /** A member came to a place at some time before. */
  came(locationId: number, member: number): void {
    for (const seen of [this.#own[this.#locationIds.indexOf(locationId)], this.#all]) if (seen?.[member] === UNSEEN) seen[member] = SEEN
  }

  /** Counts the days that were read, in the order of time, each in its column and over the range. @param counted days among them that are counted already */
  add(days: VisitDays, grid: Grid, counted?: CountedDays): void {
    const pause = counted ? days.cellOf(counted.from) : -1
    for (let cell = 0; cell < days.columns.length; cell += 1) {
      if (counted && cell === pause) this.#addCounted(days, counted, grid)
      this.#addCell(days, cell, grid)
    }
  }

  /** Each day has a column of its own there, so whoever came on it came in its column. */
  #addCounted(days: VisitDays, { months, bits }: CountedDays, grid: Grid): void {
    for (const { places, visits } of months) {
      const ids = [...places, ALL]
      const ats = ids.map((locationId) => grid.at(locationId, 0))
      const weekdayRows = [...places.map((locationId) => this.#locationIds.indexOf(locationId)), this.#locationIds.length].map((place) => place * 7)
      // Rows begin with their day alone; eachRow makes room for two numbers before the sums.
      eachRow({ sums: Array.from({ length: 2 * ids.length - 1 }, String), texts: [visits] }, (row) => {
        const cell = days.cellOf(row[0] as number)
        const [column, weekday] = [days.columns[cell] as number, days.weekdayAt(cell / this.#locationIds.length)]
        for (let i = 0; i < ids.length; i += 1) {
          const [came, isNew, at] = [row[2 * i + 1] as number, row[2 * i + 2] as number, ats[i] as number]
          plus(grid.sums, at, came, 0, isNew)
          plus(grid.sums, at + column * VISITS_WIDTH, came, came, isNew)
          this.#onWeekday((weekdayRows[i] as number) + weekday, came, true)
        }
      })
    }
    this.#uniqueIn(bits, grid)
  }

  /** Who came is counted over the range, but in no column yet. */
  #uniqueIn(months: readonly BitsOfMonth[], grid: Grid): void {
    const anywhere = this.#noBits()
    for (const [locationId, bits] of this.#visitorsOf(months)) {
      const own = this.#own[this.#locationIds.indexOf(locationId)] as Uint16Array
      let unique = 0
      for (let member = 0; member < own.length; member += 1) {
        if (!isIn(bits, member)) continue
        if ((own[member] as number) < COUNTED) unique += 1
        own[member] = COUNTED
      }
      plus(grid.sums, grid.at(locationId, 0), 0, unique, 0)
      addVisitors(anywhere, bits)
    }
    let unique = 0
    for (let member = 0; member < this.#all.length; member += 1) {
      if (!isIn(anywhere, member)) continue
      if (((this.#all[member] as number) & COLUMN_MASK) < COUNTED) unique += 1
      this.#all[member] = COUNTED
    }
    plus(grid.sums, grid.at(ALL, 0), 0, unique, 0)
  }

  /** Counts once more, column by column, for days of one column that do not follow one another: only who came in each, since visits go by the day. */
  addByColumn(days: VisitDays, grid: Grid): void {
    const cells = Array.from(days.columns.keys()).filter((cell) => (days.columns[cell] as number) >= 0)
    for (const cell of cells.sort((a, b) => (days.columns[a] as number) - (days.columns[b] as number) || a - b)) this.#addCell(days, cell, grid)
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
    this.#onWeekday(place * 7 + weekday, end - begin, true)
    this.#onWeekday(places * 7 + weekday, visits, this.#lastDay !== day)
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
    const own = this.#own[place] as Uint16Array
    const all = this.#all
    const mark = column + COUNTED
    const today = (day + 1) << COLUMN_BITS
    let [visits, inOwn, uniqueOwn, newOwn, inAll, uniqueAll, newAll] = [0, 0, 0, 0, 0, 0, 0]
    for (let i = begin; i < end; i += 1) {
      const member = members[i] as number
      const here = own[member] as number
      own[member] = mark
      if (here !== mark) {
        inOwn += 1
        if (here < COUNTED) {
          uniqueOwn += 1
          if (here === UNSEEN) newOwn += 1
        }
      }
      const before = all[member] as number
      all[member] = today | mark
      if (before < today) visits += 1
      const anywhere = before & COLUMN_MASK
      if (anywhere !== mark) {
        inAll += 1
        if (anywhere < COUNTED) {
          uniqueAll += 1
          if (anywhere === UNSEEN) newAll += 1
        }
      }
    }
    const [ofPlace, ofAll, cell] = [grid.at(this.#locationIds[place] as number, 0), grid.at(ALL, 0), column * VISITS_WIDTH]
    plus(grid.sums, ofPlace, end - begin, uniqueOwn, newOwn)
    plus(grid.sums, ofAll, visits, uniqueAll, newAll)
    if (column > 0) {
      plus(grid.sums, ofPlace + cell, end - begin, inOwn, newOwn)
      plus(grid.sums, ofAll + cell, visits, inAll, newAll)
    }
    return visits
  }

  /** Visits by weekday, and the days they were on. */
  weekdays(locationId: number): { Weekday: number; Days: number; Visits: number }[] {
    const place = locationId === ALL ? this.#locationIds.length : this.#locationIds.indexOf(locationId)
    return [0, 1, 2, 3, 4, 5, 6].map((i) => ({
      Weekday: i + 1,
      Days: this.#weekdayDays[place * 7 + i] ?? 0,
      Visits: this.#weekdayVisits[place * 7 + i] ?? 0,
    }))
  }
}

const isIn = (bits: Uint8Array, member: number): boolean => ((bits[member >> 3] as number) & (1 << (member & 7))) !== 0

const plus = (sums: Float64Array, at: number, visits: number, unique: number, isNew: number): void => {
  sums[at + VISITS.visits] = (sums[at + VISITS.visits] as number) + visits
  sums[at + VISITS.unique] = (sums[at + VISITS.unique] as number) + unique
  sums[at + VISITS.isNew] = (sums[at + VISITS.isNew] as number) + isNew
}
