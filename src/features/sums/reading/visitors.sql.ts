import { type Span, spansWithout } from '#features/reports/kit/period.rules.ts'
import { byMonth, holding, holdsFor, placesOf, VISITS_FORMAT, type VisitMonth } from '#features/sums/visit-months.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { unpackBits, unpackNumbers } from '#platform/database/packed-numbers.ts'
import { addDays, addMonths, dayNumber, monthEnd, monthStart } from '#shared/day.ts'
import { type CardDay, cardDays, type Pack, packsIn } from './guests.sql.ts'
import { unpackedSpans } from './packed-spans.rules.ts'
import type { Counted, CountedDays, CountedMonth, PlaceBits } from './visit-count.rules.ts'

/** A packed month of a place, day by day. */
export interface PackedBytes {
  locationId: number
  bytes: Uint8Array
}

/** Who came, beside what is packed day by day. */
export interface Visits {
  /** Months before those that are read by the day. */
  before: PlaceBits[]
  counted: Counted
  /** The days that are not packed. */
  cards: CardDay[]
  /** The largest number a member has. */
  members: number
}

/** Months whose days need not be read where the venue's are counted, by their first days in the order of time. */
export interface WholeMonths {
  /** Of which it is enough how many came on each day at all places, one month after the other; or who came in each, and how often. */
  by: 'day' | 'month'
  months: readonly string[]
}

interface Asked extends Span {
  /** The first of a month: from then on day by day, before it only that they came. */
  from: string
  locationIds: readonly number[]
  whole: WholeMonths
}

/** A packed month of a place, with everybody who came in it. */
interface SeenPack extends Pack {
  bits: PlaceBits['bits']
}

/**
 * Reads who came to some places from their first trade up to a day.
 * @param lay takes each month that is packed day by day, as it comes
 */
export const visitsUpTo = async (scope: VenueScope, asked: Asked, lay: (month: PackedBytes) => void): Promise<Visits> => {
  const { sql, venueId } = scope
  const { locationIds, from, to, whole } = asked
  const last = whole.months.at(-1)
  const daysOf = (span: Span): Promise<Pack[]> => packedDays(scope, locationIds, span, lay)
  // All of it at one moment: a report reads in one transaction.
  const [packs, rows, firsts, [numbers], ...edges] = await Promise.all([
    packsIn(scope, { locationIds, from: FIRST_DAY, to: last === undefined ? addDays(from, -1) : monthEnd(last) }, sql`visitors as text`),
    rowsOf(scope, whole),
    firstDays(scope, locationIds),
    sql<{ last: number }[]>`select coalesce(max(member_no), 0) as last from member_number where venue_id = ${venueId}`,
    ...spansWithout({ from, to }, whole.months, new Set(whole.months)).map(daysOf),
  ])
  const known = packs.filter(({ month }) => month < from || whole.months.includes(month))
  const packed = [...known, ...edges.flat()].sort((a, b) => (a.month < b.month ? -1 : 1))
  const cards = (await Promise.all(unpackedSpans(firsts, to, packed).map((slice) => cardDays(scope, slice)))).flat()
  const seen = withBits(packs)
  const held = whole.by === 'day' ? heldByDay(whole.months, seen, rows, cards) : heldByMonth(whole.months, seen, rows, cards, locationIds)
  await Promise.all(spansBeside(whole.months, held.months).map(daysOf))
  return { before: seen.filter(({ month }) => month < from), counted: held.counted, cards, members: numbers?.last ?? 0 }
}

/** Earlier and later than any there are. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

/** The months that are not held, in as few spans as can be. */
const spansBeside = (months: readonly string[], held: ReadonlySet<string>): Span[] => {
  const rest = months.filter((month) => !held.has(month))
  const [first, last] = [rest[0], rest.at(-1)]
  if (first === undefined || last === undefined) return []
  const between = months.filter((month) => month > first && month < last)
  return spansWithout({ from: first, to: monthEnd(last) }, between, held)
}

const withBits = (packs: readonly Pack[]): SeenPack[] => {
  const bits = unpackBits(packs.map(({ text }) => text))
  return packs.map((pack, i) => ({ ...pack, bits: bits[i] ?? new Int32Array() }))
}

/** So many months are asked for at once, and laid while the database is at the next. */
const MONTHS_AT_ONCE = 9

/** Packed months as they come over, day by day. */
const packedDays = async (scope: VenueScope, locationIds: readonly number[], { from, to }: Span, lay: (month: PackedBytes) => void): Promise<Pack[]> => {
  const spans: Span[] = []
  for (let start = from; start <= to; start = addMonths(monthStart(start), MONTHS_AT_ONCE))
    spans.push({ from: start, to: earlier(addDays(addMonths(monthStart(start), MONTHS_AT_ONCE), -1), to) })
  const laid = spans.map(async (span) => {
    const packs = await packsIn(scope, { locationIds, ...span }, scope.sql`visit_days as text`)
    for (const { locationId, text } of packs) lay({ locationId, bytes: Buffer.from(text, 'base64') })
    return packs
  })
  return (await Promise.all(laid)).flat()
}

/** Months that need not be read day by day, and what is known of them. */
interface Held {
  months: ReadonlySet<string>
  counted: Counted
}

/** The whole months, from the first on, that are counted by the day and hold; none does after a day that is not packed and on which somebody came. */
const heldByDay = (whole: readonly string[], seen: readonly SeenPack[], counted: readonly VisitMonth[], cards: readonly CardDay[]): Held => {
  const packs = byMonth(seen)
  const hold = holding(packs, counted)
  const unpacked = cards.reduce((first, { day }) => earlier(first, day), LAST_DAY)
  const end = whole.findIndex((month) => (packs.has(month) && !hold.has(month)) || unpacked <= monthEnd(month))
  const months = end < 0 ? whole : whole.slice(0, end)
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return { months: new Set(), counted: { days: undefined, months: [] } }
  const some = months.flatMap((month) => hold.get(month) ?? [])
  const rows = unpackNumbers(some.map(({ dayVisits }) => dayVisits))
  const days: CountedDays = {
    from: dayNumber(first),
    months: some.map(({ madeOf }, i) => ({ places: placesOf(madeOf), rows: rows[i] ?? new Int32Array() })),
    bits: seen.filter(({ month }) => month >= first && month <= last),
  }
  return { months: new Set(months), counted: { days, months: [] } }
}

/** The whole months that are counted by sets of places and hold for those asked for, each for itself; none in which somebody came on a day that is not packed. */
const heldByMonth = (
  whole: readonly string[],
  seen: readonly SeenPack[],
  rows: readonly VisitMonth[],
  cards: readonly CardDay[],
  locationIds: readonly number[],
): Held => {
  const [packs, asked] = [byMonth(seen), new Set(locationIds)]
  const unpacked = new Set(cards.map(({ day }) => monthStart(day)))
  const hold = rows.filter((row) => packs.has(row.month) && !unpacked.has(row.month) && holdsFor(row, packs.get(row.month) ?? [], asked))
  const counts = unpackNumbers(hold.map(({ weekdayVisits }) => weekdayVisits))
  const months = new Map(
    hold.map(({ month }, i): [string, CountedMonth] => [
      month,
      { from: dayNumber(month), weekdayVisits: counts[i] ?? new Int32Array(), bits: packs.get(month) ?? [] },
    ]),
  )
  // Where none of the places has a packed month there is nothing to read.
  const held = whole.filter((month) => months.has(month) || !packs.has(month))
  return { months: new Set(held), counted: { days: undefined, months: held.flatMap((month) => months.get(month) ?? []) } }
}

/** By the day who is new depends on every month there was; by the month those asked for are enough. */
const rowsOf = async (scope: VenueScope, { by, months }: WholeMonths): Promise<VisitMonth[]> => {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return []
  const { sql, venueId } = scope
  const format = scope.readStored(VISITS_FORMAT)
  return by === 'day'
    ? sql<VisitMonth[]>`
        select month, stamp, previous, made_of as "madeOf", day_visits as "dayVisits", '' as "weekdayVisits" from packed_visits
        where venue_id = ${venueId} and month <= ${last} and format = ${format}`
    : sql<VisitMonth[]>`
        select month, stamp, previous, made_of as "madeOf", '' as "dayVisits", weekday_visits as "weekdayVisits" from packed_visits
        where venue_id = ${venueId} and month between ${first} and ${last} and format = ${format}`
}

/** The first trading day of each place, and so how far back one has to look for who came before. */
const firstDays = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<{ locationId: number; from: string }[]> =>
  sql<{ locationId: number; from: string }[]>`
    select w.location_id as "locationId", t.day as "from" from unnest(${locationIds as number[]}::int[]) as w(location_id) cross join lateral (
      select day from trading_day_state t where t.venue_id = ${venueId} and t.location_id = w.location_id order by day limit 1) t`

const earlier = (a: string, b: string): string => (a < b ? a : b)
