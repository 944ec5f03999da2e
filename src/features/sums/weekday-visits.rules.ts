/** Who came to a place on a day. */
export interface PlaceMembers {
  locationId: number
  /** At least one. */
  members: Int32Array
}

const WEEKDAYS = 7

/** 0 for Monday, of a day since 1970-01-01. */
export const weekdayOf = (day: number): number => (day + 3) % WEEKDAYS

/** Counts by weekday, by sets of places: their location ids separated by commas. */
type BySet = Map<string, Int32Array>

/**
 * A month by weekday: how many members went to just these places on a day, and on how many days just these had anybody. Over whichever places are asked for a member
 * counts once a day, which is the sum of all sets that have one of them: no other figure of the month is needed, and there are few sets.
 */
export class WeekdayVisits {
  readonly #visits: BySet = new Map()
  readonly #days: BySet = new Map()

  /** Adds a day. @param places those on which anybody came, always in the same order */
  add(day: number, places: readonly PlaceMembers[]): void {
    const went = new Map<number, string>()
    for (const { locationId, members } of places) {
      for (const member of members) {
        const others = went.get(member)
        went.set(member, others === undefined ? `${locationId}` : `${others},${locationId}`)
      }
    }
    const weekday = weekdayOf(day)
    for (const set of went.values()) addOne(this.#visits, set, weekday)
    addOne(this.#days, places.map(({ locationId }) => locationId).join(','), weekday)
  }

  /** How many sets of members there are, then each of them, and those of days after them; a set is how many places, which, and seven counts. Nothing where nobody came. */
  numbers(): number[] {
    return this.#days.size === 0 ? [] : [this.#visits.size, ...rowsOf(this.#visits), ...rowsOf(this.#days)]
  }
}

const addOne = (sets: BySet, set: string, weekday: number): void => {
  const counts = sets.get(set) ?? new Int32Array(WEEKDAYS)
  sets.set(set, counts)
  counts[weekday] = (counts[weekday] as number) + 1
}

/** In an order that depends on nothing but themselves, since reconcile compares them. */
const rowsOf = (sets: BySet): number[] =>
  [...sets].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([set, counts]) => [set.split(',').length, ...set.split(',').map(Number), ...counts])

/**
 * Tells what `WeekdayVisits` counted: of each set what its counts are of, and where its places and its seven counts lie, the counts at once after the places.
 * @param numbers as they were counted
 */
export const eachSet = (numbers: ArrayLike<number>, tell: (what: 'visits' | 'days', places: number, counts: number) => void): void => {
  let at = 1
  for (let set = 0; at < numbers.length; set += 1) {
    const counts = at + 1 + (numbers[at] as number)
    tell(set < (numbers[0] as number) ? 'visits' : 'days', at + 1, counts)
    at = counts + WEEKDAYS
  }
}
