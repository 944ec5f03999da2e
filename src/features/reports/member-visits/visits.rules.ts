import { addVisitors, unpackedMembers } from '#features/intake/guest-pack.rules.ts'
import { dayNumber, dayOf, isoWeekday } from '../day.rules.ts'
import { ALL, type Grid, RowFigures, type RowKind, ratio } from '../row-figures.rules.ts'

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

/** Who came, how often, and what they spent. */
export const visitFigures = new RowFigures<VisitFigure>(KINDS, (sums, at) => {
  const sum = (which: number) => sums[at + which] as number
  const [visits, unique, isNew, amount] = [sum(VISITS.visits), sum(VISITS.unique), sum(VISITS.isNew), sum(VISITS.amount)]
  return {
    Visits: visits,
    UniqueMembers: unique,
    NewMembers: isNew,
    ReturningMembers: unique - isNew,
    VisitsPerMember: ratio(visits, unique),
    MemberSales: sum(VISITS.sales),
    Amount: amount,
    PerVisit: ratio(amount, visits),
    SharePercent: ratio(amount, sum(VISITS.allAmount)) * 100,
  }
})

/** Who was read, as the database told it. */
export interface VisitTexts {
  packs: readonly { locationId: number; month: string; text: string }[]
  cards: readonly { locationId: number; day: string; card: string; memberNo: number }[]
  members: number
}

/** Members by a number each; cards nobody numbered yet get one for as long as the question lasts. */
export class MemberNumbers {
  readonly #numbers = new Map<string, number>()
  #last: number

  constructor(last: number) {
    this.#last = last
  }

  of(card: string, memberNo: number): number {
    if (memberNo > 0) return memberNo
    let number = this.#numbers.get(card)
    if (number === undefined) {
      number = ++this.#last
      this.#numbers.set(card, number)
    }
    return number
  }

  /** The largest number there is by now. */
  get last(): number {
    return this.#last
  }
}

/** The members of a place on a day. */
export interface PlaceDay {
  locationId: number
  day: number
  members: ArrayLike<number>
}

/** The days that were read, in the order of time. */
export const placeDays = ({ packs, cards }: VisitTexts, numbers: MemberNumbers, from: number, to: number): PlaceDay[] => {
  const days: PlaceDay[] = []
  for (const { locationId, text } of packs) {
    for (const { day, members } of unpackedMembers(text)) if (day >= from && day <= to) days.push({ locationId, day, members })
  }
  const loose = new Map<string, { locationId: number; day: number; members: Set<number> }>()
  for (const { locationId, day, card, memberNo } of cards) {
    const name = `${locationId} ${day}`
    const one = loose.get(name) ?? { locationId, day: dayNumber(day), members: new Set() }
    loose.set(name, one)
    one.members.add(numbers.of(card, memberNo))
  }
  for (const { members, ...one } of loose.values()) days.push({ ...one, members: [...members] })
  return days.sort((a, b) => a.day - b.day)
}

/** What was seen of one place, or of all. */
class Seen {
  /** Came at any time up to now. */
  readonly ever: Uint8Array
  /** The column the member was last counted in, and the day. */
  readonly column: Int32Array
  readonly day: Int32Array
  readonly inRange: Uint8Array

  constructor(members: number) {
    this.ever = new Uint8Array(members)
    this.column = new Int32Array(members).fill(-1)
    this.day = new Int32Array(members).fill(-1)
    this.inRange = new Uint8Array(members)
  }
}

/** Counts visits by place and over all of them: each member once a day, once a column and once over the range. */
export class VisitCount {
  readonly #seen: ReadonlyMap<number, Seen>
  readonly #weekdays = new Map<number, { visits: Float64Array; days: Set<number>[] }>()

  constructor(locationIds: readonly number[], members: number) {
    this.#seen = new Map([ALL, ...locationIds].map((locationId) => [locationId, new Seen(members + 1)]))
  }

  /** Who came in months before the range, as bits. */
  cameBefore({ packs, cards }: VisitTexts, numbers: MemberNumbers): void {
    const bits = new Map<number, Uint8Array>()
    for (const { locationId, text } of packs) {
      const own = bits.get(locationId) ?? new Uint8Array(((this.#seen.get(ALL) as Seen).ever.length >> 3) + 1)
      bits.set(locationId, own)
      addVisitors(own, text)
    }
    for (const [locationId, own] of bits) {
      const places = [this.#seen.get(locationId), this.#seen.get(ALL)]
      for (let member = 0; member < own.length * 8; member += 1) {
        if ((own[member >> 3] as number) & (1 << (member & 7))) for (const seen of places) if (seen) seen.ever[member] = 1
      }
    }
    for (const { locationId, card, memberNo } of cards) this.#mark(locationId, [numbers.of(card, memberNo)])
  }

  /** @param column the column's place, 0 for the range alone, below 0 where the day is not asked for: then its members only have been there */
  add({ locationId, day, members }: PlaceDay, column: number, grid: Grid): void {
    if (column < 0) {
      this.#mark(locationId, members)
      return
    }
    for (const place of [locationId, ALL]) {
      const seen = this.#seen.get(place)
      if (!seen) continue
      const [whole, cell] = [grid.at(place, 0), grid.at(place, column)]
      const visits = countOnce(seen, day, members, column, grid.sums, whole, cell)
      this.#onWeekday(place, day, visits)
    }
  }

  #mark(locationId: number, members: ArrayLike<number>): void {
    for (const place of [locationId, ALL]) {
      const seen = this.#seen.get(place)
      for (let i = 0; seen && i < members.length; i += 1) seen.ever[members[i] as number] = 1
    }
  }

  #onWeekday(place: number, day: number, visits: number): void {
    const known = this.#weekdays.get(place) ?? { visits: new Float64Array(7), days: Array.from({ length: 7 }, () => new Set<number>()) }
    this.#weekdays.set(place, known)
    const i = isoWeekday(dayOf(day)) - 1
    known.visits[i] = (known.visits[i] as number) + visits
    if (visits > 0) known.days[i]?.add(day)
  }

  /** Visits by weekday, and the days they were on. */
  weekdays(place: number): { Weekday: number; Days: number; Visits: number }[] {
    const known = this.#weekdays.get(place)
    return [1, 2, 3, 4, 5, 6, 7].map((Weekday) => ({ Weekday, Days: known?.days[Weekday - 1]?.size ?? 0, Visits: known?.visits[Weekday - 1] ?? 0 }))
  }
}

/** The inner loop: half a million visits of three years pass through it. Answers how many of the day's members were not counted that day. */
const countOnce = (seen: Seen, day: number, members: ArrayLike<number>, column: number, sums: Float64Array, whole: number, cell: number): number => {
  const { ever, column: columns, day: days, inRange } = seen
  let [visits, inColumn, unique, isNew] = [0, 0, 0, 0]
  for (let i = 0; i < members.length; i += 1) {
    const member = members[i] as number
    if (days[member] === day) continue
    days[member] = day
    visits += 1
    if (columns[member] !== column) {
      columns[member] = column
      inColumn += 1
    }
    if (inRange[member] === 0) {
      inRange[member] = 1
      unique += 1
    }
    if (ever[member] === 0) {
      ever[member] = 1
      isNew += 1
    }
  }
  plus(sums, whole + VISITS.visits, visits)
  plus(sums, whole + VISITS.unique, unique)
  plus(sums, whole + VISITS.isNew, isNew)
  if (column > 0) {
    plus(sums, cell + VISITS.visits, visits)
    plus(sums, cell + VISITS.unique, inColumn)
    plus(sums, cell + VISITS.isNew, isNew)
  }
  return visits
}

const plus = (sums: Float64Array, at: number, value: number): void => {
  sums[at] = (sums[at] as number) + value
}
