import { byMonth, holding, type VisitMonth } from '#features/intake/visit-months.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { addDays, addMonths, monthEnd, monthStart } from '../day.rules.ts'
import { type CardDay, cardDays, type Pack, packsIn } from '../guests.sql.ts'
import { unpackedSpans } from '../packed-spans.rules.ts'
import type { Span } from '../period.rules.ts'

/** A packed month of a place. */
export interface PackedBytes {
  locationId: number
  bytes: Uint8Array
}

/** Months that follow one another and whose visits are counted by the day. */
export interface CountedMonths extends Span {
  /** How many months that is; those on which nobody came may have no row. */
  count: number
  months: readonly VisitMonth[]
  /** Who came in them, as a bit for each member. */
  bits: PackedBytes[]
}

/** Who came, beside what is packed day by day. */
export interface Visits {
  /** Months before those that are read by the day, as a bit for each member. */
  bits: PackedBytes[]
  /** Undefined where there are none. */
  counted: CountedMonths | undefined
  /** The days that are not packed. */
  cards: CardDay[]
  /** The largest number a member has. */
  members: number
}

interface Asked extends Span {
  /** The first of a month: from then on day by day, before it only that they came. */
  from: string
  locationIds: readonly number[]
  /** Months one after the other of which it is enough how many came on each day, where the venue's are counted. */
  whole: readonly string[]
}

/**
 * Reads who came to some places from their first trade up to a day.
 * @param lay takes each month that is packed day by day, as it comes
 */
export const visitsUpTo = async (scope: VenueScope, asked: Asked, lay: (month: PackedBytes) => void): Promise<Visits> => {
  const { sql, venueId } = scope
  const { locationIds, from, to, whole } = asked
  const [first, last] = [whole[0], whole.at(-1)]
  const daysOf = (span: Span): Promise<Pack[]> => packedDays(scope, locationIds, span, lay)
  // All of it at one moment: a report reads in one transaction.
  const [seen, rows, firsts, [numbers], ...edges] = await Promise.all([
    packsIn(scope, { locationIds, from: FIRST_DAY, to: last === undefined ? addDays(from, -1) : monthEnd(last) }, sql`visitors as text`),
    last === undefined ? [] : countedUpTo(scope, last),
    firstDays(scope, locationIds),
    sql<{ last: number }[]>`select coalesce(max(member_no), 0) as last from member_number where venue_id = ${venueId}`,
    ...edgesOf(asked, first, last).map(daysOf),
  ])
  const known = seen.filter(({ month }) => month < from || whole.includes(month))
  const packed = [...known, ...edges.flat()].sort((a, b) => (a.month < b.month ? -1 : 1))
  const cards = (await Promise.all(unpackedSpans(firsts, to, packed).map((slice) => cardDays(scope, slice)))).flat()
  const counted = countedOf(whole, seen, rows, cards)
  const rest = whole[counted?.count ?? 0]
  if (rest !== undefined && last !== undefined) await daysOf({ from: rest, to: monthEnd(last) })
  return { bits: seen.filter(({ month }) => month < from).map(bytesOf), counted, cards, members: numbers?.last ?? 0 }
}

/** The first there may be. */
const FIRST_DAY = '0001-01-01'

/** So many months are asked for at once, and laid while the database is at the next. */
const MONTHS_AT_ONCE = 9

/** Packed months as they come over, day by day. */
const packedDays = async (scope: VenueScope, locationIds: readonly number[], { from, to }: Span, lay: (month: PackedBytes) => void): Promise<Pack[]> => {
  const spans: Span[] = []
  for (let start = from; start <= to; start = addMonths(monthStart(start), MONTHS_AT_ONCE))
    spans.push({ from: start, to: earlier(addDays(addMonths(monthStart(start), MONTHS_AT_ONCE), -1), to) })
  const laid = spans.map(async (span) => {
    const packs = await packsIn(scope, { locationIds, ...span }, scope.sql`visit_days as text`)
    for (const pack of packs) lay(bytesOf(pack))
    return packs
  })
  return (await Promise.all(laid)).flat()
}

/** What is read day by day in any case: all, or what lies before and after the whole months. */
const edgesOf = ({ from, to }: Span, first: string | undefined, last: string | undefined): Span[] =>
  first === undefined || last === undefined
    ? [{ from, to }]
    : [
        { from, to: addDays(first, -1) },
        { from: addMonths(last, 1), to },
      ]

/** The whole months, from the first on, that are counted by the day and hold; none does after a day that is not packed and on which somebody came. */
const countedOf = (whole: readonly string[], seen: readonly Pack[], rows: readonly VisitMonth[], cards: readonly CardDay[]): CountedMonths | undefined => {
  const packs = byMonth(seen)
  const hold = holding(packs, rows)
  const unpacked = cards.reduce((first, { day }) => earlier(first, day), LAST_DAY)
  const end = whole.findIndex((month) => (packs.has(month) && !hold.has(month)) || unpacked <= monthEnd(month))
  const months = end < 0 ? whole : whole.slice(0, end)
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return {
    from: first,
    to: monthEnd(last),
    count: months.length,
    months: months.flatMap((month) => hold.get(month) ?? []),
    bits: seen.filter(({ month }) => month >= first && month <= last).map(bytesOf),
  }
}

/** Later than any there is. */
const LAST_DAY = '9999-12-31'

const countedUpTo = ({ sql, venueId }: VenueScope, month: string): Promise<VisitMonth[]> => sql<VisitMonth[]>`
  select month, stamp, previous, made_of as "madeOf", visits from packed_visits where venue_id = ${venueId} and month <= ${month}`

/** The first trading day of each place, and so how far back one has to look for who came before. */
const firstDays = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<{ locationId: number; from: string }[]> =>
  sql<{ locationId: number; from: string }[]>`
    select w.location_id as "locationId", t.day as "from" from unnest(${locationIds as number[]}::int[]) as w(location_id) cross join lateral (
      select day from trading_day_state t where t.venue_id = ${venueId} and t.location_id = w.location_id order by day limit 1) t`

const bytesOf = ({ locationId, text }: Pack): PackedBytes => ({ locationId, bytes: Buffer.from(text, 'base64') })

const earlier = (a: string, b: string): string => (a < b ? a : b)
