import { layMembers } from '#features/sums/guest-pack.rules.ts'
import { cardKey } from '#shared/card-number.ts'

/** The column of a day that tells only who had been there before. */
export const BEFORE = -1
const NOT_ASKED = -2

/** 0 for Monday, of a day since 1970-01-01. */
const weekdayOf = (day: number): number => (day + 3) % 7

/** Members by a number each; cards nobody numbered yet get one for as long as the question lasts, however their number is written. */
export class MemberNumbers {
  readonly #numbers: Map<string, number>
  #last: number

  /** @param byKey numbers of cards by their key, of cards whose number is written in a way nobody met yet */
  constructor(last: number, byKey: ReadonlyMap<string, number> = new Map()) {
    this.#last = last
    this.#numbers = new Map(byKey)
  }

  /** All that came on a day; cards of one member share a number. */
  on({ members, cards }: { members: string; cards: readonly string[] }): Set<number> {
    const all = new Set(members === '' ? [] : members.split(',').map(Number))
    for (const card of cards) all.add(this.#of(card))
    return all
  }

  #of(card: string): number {
    const key = cardKey(card)
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = ++this.#last
      this.#numbers.set(key, number)
    }
    return number
  }

  /** The largest number there is by now. */
  get last(): number {
    return this.#last
  }
}

/**
 * Who came to which place on which day, and the column each such day counts in. Days lie one after the other, the places of a day beside each
 * other, and their members in one long row: objects of five thousand days cost more than counting their half a million members.
 */
export class VisitDays {
  readonly locationIds: readonly number[]
  /** By cell, which is day after the first × places + place. */
  readonly columns: Int32Array
  /** Where the members of a cell begin and end in their row. */
  readonly begins: Int32Array
  readonly ends: Int32Array
  readonly #first: number
  readonly #places: ReadonlyMap<number, number>
  #members: Int32Array
  #length = 0

  /** @param first and last day there is, since 1970-01-01 @param room for how many members */
  constructor(locationIds: readonly number[], first: number, last: number, room: number) {
    this.locationIds = locationIds
    this.#first = first
    this.#places = new Map(locationIds.map((locationId, i) => [locationId, i]))
    const cells = Math.max(0, last - first + 1) * locationIds.length
    this.columns = new Int32Array(cells).fill(NOT_ASKED)
    this.begins = new Int32Array(cells)
    this.ends = new Int32Array(cells)
    this.#members = new Int32Array(room)
  }

  get members(): Int32Array {
    return this.#members
  }

  /** The weekday of a day by its place, 0 for Monday. */
  weekdayAt(day: number): number {
    return weekdayOf(this.#first + day)
  }

  /** Where the first cell of a day is. */
  cellOf(day: number): number {
    return (day - this.#first) * this.locationIds.length
  }

  /** Says which column days of some places count in, each having one. */
  count(locationIds: readonly number[], from: number, to: number, columnOf: (day: number) => number): void {
    for (let day = from; day <= to; day += 1) {
      const column = columnOf(day)
      for (const locationId of locationIds) {
        const cell = this.#cell(locationId, day)
        if (cell >= 0) this.columns[cell] = column
      }
    }
  }

  /** Adds the days of a packed month. */
  addPack(locationId: number, bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#length = layMembers(bytes, this.#members, this.#length, (day, begin, end) => this.#set(this.#cell(locationId, day), begin, end))
  }

  /** Says who came on a day of a place; whoever was said before did not. */
  put(locationId: number, day: number, members: ReadonlySet<number>): void {
    this.#makeRoom(members.size)
    const begin = this.#length
    for (const member of members) this.#members[this.#length++] = member
    this.#set(this.#cell(locationId, day), begin, this.#length)
  }

  #set(cell: number, begin: number, end: number): void {
    if (cell < 0) return
    this.begins[cell] = begin
    this.ends[cell] = end
  }

  /** Below 0 where there is none. */
  #cell(locationId: number, day: number): number {
    const place = this.#places.get(locationId)
    const cell = place === undefined || day < this.#first ? -1 : (day - this.#first) * this.locationIds.length + place
    return cell < this.columns.length ? cell : -1
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#members.length) return
    const wider = new Int32Array(Math.max(2 * this.#members.length, this.#length + count))
    wider.set(this.#members.subarray(0, this.#length))
    this.#members = wider
  }
}
