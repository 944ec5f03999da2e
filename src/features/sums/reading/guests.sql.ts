import { bucketsOf, type Span } from '#features/reports/kit/period.rules.ts'
import {
  addHour,
  basisName,
  COVER_SUMS,
  coverColumn,
  DAY_PARTS,
  DAY_SUMS,
  type DayPart,
  type GuestBasis,
  guestBasis,
  partOfDay,
  TABLE_SUMS,
} from '#features/sums/guest-pack.rules.ts'
import { COVER_PART_MINUTES } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type PackedNumbers, unpackNumbers } from '#platform/database/packed-numbers.ts'
import type { Query } from '#platform/database/sql.ts'
import { dayNumber, monthStart } from '#shared/day.ts'
import { type PackedSpan, unpackedSpans } from './packed-spans.rules.ts'
import { eachRow } from './readings.rules.ts'

type Fragment = Query<readonly unknown[]>

interface Asked extends Span {
  locationIds: readonly number[]
  /** Only up to a minute of the trading day. */
  untilMinute?: number | undefined
}

/** What is told of a location's day: a part of its sums lies in the row from `at` on. */
export type GuestVisit = (locationId: number, day: number, row: ArrayLike<number>, at: number) => void

/** Which part of a day is wanted of each location, of how many sums, and how it is packed. */
interface Wanted {
  partOf: (locationId: number) => DayPart
  sums: number
  packed: Fragment
}

/** Visits the covers of some days at some places, each counted its own way, in the order of DAY_PARTS: packed ones, and by the hour what is not packed. */
export const coversIn = (scope: VenueScope, asked: Asked, visit: GuestVisit): Promise<void> => {
  const byItem = new Set(placesCountingItems(scope))
  const items = [...byItem]
  const packed =
    items.length === 0 ? scope.sql`patron_days as text` : scope.sql`case when location_id = any(${items}::int[]) then item_days else patron_days end as text`
  return guestsIn(scope, asked, { partOf: (locationId) => (byItem.has(locationId) ? 'item' : 'patron'), sums: DAY_PARTS.patron.length, packed }, visit)
}

/** The locations that count covers by what the items sold stand for; the others do by the patrons of their tables. */
export const placesCountingItems = ({ locations }: VenueScope): number[] =>
  locations.flatMap(({ locationId, coverMethod }) => (coverMethod === 'item' ? [locationId] : []))

/** Visits what tables sold on some days at some places, as TABLE_SUMS. */
export const tablesIn = (scope: VenueScope, asked: Asked, visit: GuestVisit): Promise<void> =>
  guestsIn(scope, asked, { partOf: () => 'tables', sums: TABLE_SUMS.length, packed: scope.sql`table_days as text` }, visit)

const guestsIn = async (scope: VenueScope, asked: Asked, wanted: Wanted, visit: GuestVisit): Promise<void> => {
  const packs = asked.untilMinute === undefined ? await packedIn(scope, asked, wanted, visit) : []
  const places = asked.locationIds.map((locationId) => ({ locationId, from: asked.from }))
  const rest = await Promise.all(unpackedSpans(places, asked.to, packs).map((slice) => coversByHour(scope, { ...slice, untilMinute: asked.untilMinute })))
  visitHours(rest, guestBasis(scope.venue.dayparts), wanted, visit)
}

/** Visits the packed days and tells which they were. They are asked for by the year: one is added up while the database is at the next. */
const packedIn = async (scope: VenueScope, asked: Asked, { sums, packed }: Wanted, visit: GuestVisit): Promise<Pack[]> => {
  const years = bucketsOf(asked, 'year', scope.venue.weekStart).map(async ({ from, to }) => {
    const packs = await packsIn(scope, { ...asked, from, to }, packed)
    visitPacked(packs, asked, sums, visit)
    return packs
  })
  return (await Promise.all(years)).flat()
}

const visitPacked = (packs: readonly Pack[], { from, to }: Span, sums: number, visit: GuestVisit): void => {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const numbers = unpackNumbers(packs.map(({ text }) => text))
  for (const [i, { locationId }] of packs.entries()) {
    const rows = numbers[i] as PackedNumbers
    for (let at = 0; at < rows.length; at += sums + 1) {
      const day = rows[at] as number
      if (day >= first && day <= last) visit(locationId, day, rows, at + 1)
    }
  }
}

const visitHours = (texts: readonly string[], basis: GuestBasis, { partOf }: Wanted, visit: GuestVisit): void => {
  const days = new Map<string, { locationId: number; day: number; sums: Float64Array }>()
  eachRow({ sums: ['hour', ...COVER_SUMS], texts }, (row) => {
    const [locationId, day] = [row[0] as number, row[1] as number]
    const known = days.get(`${locationId} ${day}`) ?? { locationId, day, sums: new Float64Array(DAY_SUMS.length) }
    days.set(`${locationId} ${day}`, known)
    addHour(known.sums, basis, row[2] as number, row, 3)
  })
  for (const { locationId, day, sums } of days.values()) visit(locationId, day, partOfDay(sums, partOf(locationId)), 0)
}

const onDays = ({ sql, venueId }: VenueScope, { locationIds, from, to }: Asked): Fragment => sql`
  s.venue_id = ${venueId} and s.location_id = any(${locationIds as number[]}::int[]) and s.business_date between ${from} and ${to}`

/**
 * Covers by location, day and hour: numbers separated by commas, rows by semicolons; location, day since 1970-01-01, local hour, then COVER_SUMS.
 * Up to a minute, what lies in a part that is not over by then is added from its sales.
 */
const coversByHour = async (scope: VenueScope, slice: Asked): Promise<string> => {
  const { sql } = scope
  const columns = listed(scope, (column) => sql`s.${column}`)
  const kept = sql`select s.location_id, s.business_date, s.local_hour, ${columns} from cover_source s where ${onDays(scope, slice)}`
  const [row] = await sql<{ numbers: string | null }[]>`
    select string_agg(numbers, ';') as numbers from (
      select concat_ws(',', s.location_id, s.business_date - date '1970-01-01', s.local_hour, ${listed(scope, (column) => sql`sum(s.${column})`)}) as numbers
      from (${slice.untilMinute === undefined ? kept : upToMinute(scope, slice, slice.untilMinute, kept, columns)}) s
      group by s.location_id, s.business_date, s.local_hour
    ) hours`
  return row?.numbers ?? ''
}

const upToMinute = (scope: VenueScope, slice: Asked, untilMinute: number, kept: Fragment, columns: Fragment): Fragment => {
  const { sql } = scope
  const parts = Math.floor((untilMinute + 1) / COVER_PART_MINUTES)
  return sql`${kept} and s.part < ${parts}
    union all select s.location_id, s.business_date, s.local_hour, ${columns} from guest_source s
    where ${onDays(scope, slice)} and s.local_minute between ${parts * COVER_PART_MINUTES} and ${untilMinute}`
}

/** The columns of COVER_SUMS, each as it is wanted. */
const listed = ({ sql }: VenueScope, as: (column: Fragment) => Fragment): Fragment =>
  COVER_SUMS.map((name) => as(sql`${sql(coverColumn(name))}`)).reduce((all, one) => sql`${all}, ${one}`)

/** Who came to a place on a day. */
export interface CardDay {
  locationId: number
  day: string
  /** The numbers members have, separated by commas. */
  members: string
  /** Cards that nobody gave a number yet. */
  cards: string[]
}

/**
 * Which cards came on which days, straight from the sales; one whose sales were all taken back did not come. A row for each day: one for each card costs
 * more on its way here than finding it.
 */
export const cardDays = (scope: VenueScope, slice: Asked): Promise<CardDay[]> => scope.sql<CardDay[]>`
  select c.location_id as "locationId", c.business_date as day, coalesce(string_agg(m.member_no::text, ','), '') as members,
    coalesce(array_agg(c.card_number) filter (where m.member_no is null), '{}') as cards
  from (
    select s.location_id, s.business_date, s.card_number from sale s where ${onDays(scope, slice)} and s.kind in (1, 5) and s.card_number is not null
      ${slice.untilMinute === undefined ? scope.sql`` : scope.sql`and s.local_minute <= ${slice.untilMinute}`}
    group by s.location_id, s.business_date, s.card_number having sum(s.n) > 0
  ) c left join member_number m on m.venue_id = ${scope.venueId} and m.card_number = c.card_number group by c.location_id, c.business_date`

/** A packed month with the column that was asked for. */
export interface Pack extends PackedSpan {
  text: string
}

/** The packed months that touch the days asked for; one that is there is right, since whatever changes its days takes it away. */
export const packsIn = (scope: VenueScope, { locationIds, from, to }: Asked, column: ReturnType<VenueScope['sql']>): Promise<Pack[]> => {
  const { sql, venueId, venue } = scope
  return sql<Pack[]>`
    select location_id as "locationId", month, through, ${column} from packed_guests
    where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and month between ${monthStart(from)} and ${to}
      and basis = ${scope.readStored(basisName(guestBasis(venue.dayparts)))} order by month, location_id`
}
