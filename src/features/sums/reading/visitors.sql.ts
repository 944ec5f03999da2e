import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { unpackBits } from '#platform/database/packed-numbers.ts'
import { addDays, addMonths, monthStart } from '#shared/day.ts'
import { type CardDay, cardDays, type Pack, packsIn } from './guests.sql.ts'
import { unpackedSpans } from './packed-spans.rules.ts'
import type { PlaceBits } from './visit-count.rules.ts'

/** A packed month of a place, day by day. */
export interface PackedBytes {
  locationId: number
  bytes: Uint8Array
}

/** Who came, beside what is packed day by day. */
export interface Visits {
  /** Months before those that are read by the day. */
  before: PlaceBits[]
  /** The days that are not packed. */
  cards: CardDay[]
  /** The largest number a member has. */
  members: number
}

interface Asked extends Span {
  /** The first of a month: from then on day by day, before it only that they came. */
  from: string
  locationIds: readonly number[]
}

/**
 * Reads who came to some places from their first trade up to a day.
 * @param lay takes each month that is packed day by day, as it comes
 */
export const visitsUpTo = async (scope: VenueScope, { locationIds, from, to }: Asked, lay: (month: PackedBytes) => void): Promise<Visits> => {
  const { sql, venueId } = scope
  // All of it at one moment: a report reads in one transaction.
  const [earlier, firsts, [numbers], later] = await Promise.all([
    packsIn(scope, { locationIds, from: FIRST_DAY, to: addDays(from, -1) }, sql`visitors as text`),
    firstDays(scope, locationIds),
    sql<{ last: number }[]>`select coalesce(max(member_no), 0) as last from member_number where venue_id = ${venueId}`,
    packedDays(scope, locationIds, { from, to }, lay),
  ])
  const packed = [...earlier, ...later].sort((a, b) => (a.month < b.month ? -1 : 1))
  const cards = (await Promise.all(unpackedSpans(firsts, to, packed).map((slice) => cardDays(scope, slice)))).flat()
  return { before: withBits(earlier), cards, members: numbers?.last ?? 0 }
}

/** Earlier than any there is. */
const FIRST_DAY = '0001-01-01'

const withBits = (packs: readonly Pack[]): PlaceBits[] => {
  const bits = unpackBits(packs.map(({ text }) => text))
  return packs.map(({ locationId }, i) => ({ locationId, bits: bits[i] ?? new Int32Array() }))
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

/** The first trading day of each place, and so how far back one has to look for who came before. */
const firstDays = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<{ locationId: number; from: string }[]> =>
  sql<{ locationId: number; from: string }[]>`
    select w.location_id as "locationId", t.day as "from" from unnest(${locationIds as number[]}::int[]) as w(location_id) cross join lateral (
      select day from trading_day_state t where t.venue_id = ${venueId} and t.location_id = w.location_id order by day limit 1) t`

const earlier = (a: string, b: string): string => (a < b ? a : b)
