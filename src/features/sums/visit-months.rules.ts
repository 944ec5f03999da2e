import { formatOf, WORDS_FORM } from '#shared/stored-sums.ts'
import { layMembers } from './guest-pack.rules.ts'
import { WeekdayVisits } from './weekday-visits.rules.ts'

/** A location's packed month, as far as counting visits is concerned. */
export interface PackedVisitors {
  locationId: number
  /** Its first day. */
  month: string
  /** New whenever the row is made; null where an older version made it. */
  stamp: string | null
}

/**
 * The format of a month of visits. What it has by the day is listed here by hand: `VisitsByDay` and `WeekdayVisits` write numbers by their place, and whoever
 * changes what they write names it here.
 */
export const VISITS_FORMAT = formatOf([WORDS_FORM, ['day', 'visits and new of each place', 'visits and new over all'], ['sets', 'places', 'seven counts']])

/** A month of a venue's visits by the day, made of packed months of its locations. */
export interface VisitMonth {
  month: string
  stamp: string
  /** The stamp of the month before that has any; empty for the first. */
  previous: string
  madeOf: string
  /**
   * Rows of a day, as `packNumbers` packs them: its number since 1970-01-01, visits and new members of each place in the order of `madeOf`, then over all of them.
   */
  dayVisits: string
  /** See `WeekdayVisits`. */
  weekdayVisits: string
}

/** What tells a packed row from any other there was or will be, in a restored house too: a sequence would begin anew. */
export const newStamp = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(12))))

/** Packed months by month, in the order of time; each month's by location. */
export const byMonth = <Pack extends PackedVisitors>(packs: readonly Pack[]): Map<string, Pack[]> => {
  const months = new Map<string, Pack[]>()
  for (const pack of [...packs].sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : a.locationId - b.locationId))) {
    const known = months.get(pack.month)
    if (known) known.push(pack)
    else months.set(pack.month, [pack])
  }
  return months
}

/** Says which packed rows a month was made of. */
export const madeOf = (packs: readonly PackedVisitors[]): string => packs.map(({ locationId, stamp }) => `${locationId}:${stamp}`).join(',')

/** The locations of such a text, in its order. */
export const placesOf = (made: string): number[] => made.split(',').map((one) => Number.parseInt(one, 10))

/**
 * The months, from the first on, whose rows are made of just these packed rows and follow one another. Who is new depends on every month before, so the first that
 * does not hold ends it.
 * @param packs all there are, from the first month on, by month
 */
export const holding = (packs: ReadonlyMap<string, readonly PackedVisitors[]>, rows: readonly VisitMonth[]): Map<string, VisitMonth> => {
  const known = new Map(rows.map((row) => [row.month, row]))
  const hold = new Map<string, VisitMonth>()
  let previous = ''
  for (const [month, some] of packs) {
    const row = known.get(month)
    if (row?.previous !== previous || row.madeOf !== madeOf(some)) break
    hold.set(month, row)
    previous = row.stamp
  }
  return hold
}

/** Whether a month's row is made of just these packed rows, as far as some locations are concerned: what it tells by sets of places needs no others, and no other month. */
export const holdsFor = (row: Pick<VisitMonth, 'madeOf'>, packs: readonly PackedVisitors[], locationIds: ReadonlySet<number>): boolean => {
  const ofThose = row.madeOf.split(',').filter((one) => locationIds.has(Number.parseInt(one, 10)))
  return ofThose.join(',') === madeOf(packs)
}

/** What is counted of a month, as `VisitMonth` keeps it. */
export type CountedMonth = Readonly<Record<'dayVisits' | 'weekdayVisits', readonly number[]>>

/** Counts visits and new members of a venue by the day, month by month in the order of time. */
export class VisitsByDay {
  /** Who came to a place at any time, by location. */
  readonly #seen = new Map<number, Set<number>>()
  readonly #seenAnywhere = new Set<number>()

  /** The next month. @param places each with who came, as `packedMembers` packs it */
  next(places: readonly { locationId: number; bytes: Uint8Array }[]): CountedMonth {
    const cells = places.flatMap(({ locationId, bytes }, place) => daysOf(bytes).map(({ day, members }) => ({ day, members, place, locationId })))
    const days = new Map<number, typeof cells>()
    for (const cell of cells.sort((a, b) => a.day - b.day || a.place - b.place)) days.set(cell.day, [...(days.get(cell.day) ?? []), cell])
    const byWeekday = new WeekdayVisits()
    const rows: number[] = []
    for (const [day, some] of days) {
      byWeekday.add(day, some)
      rows.push(day, ...this.#rowOf(some, places.length))
    }
    return { dayVisits: rows, weekdayVisits: byWeekday.numbers() }
  }

  /** Visits and new members of each place on a day, and over all of them. */
  #rowOf(cells: readonly { members: Int32Array; place: number; locationId: number }[], places: number): Float64Array {
    const row = new Float64Array(2 * places + 2)
    const today = new Set<number>()
    for (const { members, place, locationId } of cells) {
      const seen = this.#seen.get(locationId) ?? new Set()
      this.#seen.set(locationId, seen)
      row[2 * place] = members.length
      row[2 * place + 1] = added(seen, members)
      row[2 * places] = (row[2 * places] as number) + added(today, members)
      row[2 * places + 1] = (row[2 * places + 1] as number) + added(this.#seenAnywhere, members)
    }
    return row
  }
}

/** Adds members to a set and answers how many were not in it. */
const added = (set: Set<number>, members: Int32Array): number => {
  const before = set.size
  for (const member of members) set.add(member)
  return set.size - before
}

/** The days of a month on which anybody came. */
const daysOf = (bytes: Uint8Array): { day: number; members: Int32Array }[] => {
  const room = new Int32Array(bytes.length)
  const days: { day: number; members: Int32Array }[] = []
  layMembers(bytes, room, 0, (day, begin, end) => {
    if (begin < end) days.push({ day, members: room.subarray(begin, end) })
  })
  return days
}
