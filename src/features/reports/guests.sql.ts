import { addHour, basisName, COVER_SUMS, coverColumn, DAY_SUMS, type GuestBasis, guestBasis } from '#features/intake/guest-pack.rules.ts'
import { COVER_PART_MINUTES } from '#features/intake/rollup.rules.ts'
import type { Query } from '#platform/sql.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { CoverMethod } from './bistro-covers/covers.rules.ts'
import { addDays, addMonths, dayNumber, monthStart } from './day.rules.ts'
import type { Span } from './period.rules.ts'
import { eachRow } from './readings.rules.ts'

type Fragment = Query<readonly unknown[]>

interface Asked extends Span {
  locationIds: readonly number[]
  /** Only up to a minute of the trading day. */
  untilMinute?: number | undefined
}

/** How each location counts its covers. */
export type CoverMethods = ReadonlyMap<number, CoverMethod>

/** By which method the venue's locations count covers. */
export const coverMethods = async ({ sql, venueId }: VenueScope): Promise<CoverMethods> => {
  const rows = await sql<{ locationId: number; method: CoverMethod }[]>`
    select location_id as "locationId", cover_method as method from location where venue_id = ${venueId}`
  return new Map(rows.map(({ locationId, method }) => [locationId, method]))
}

/** What is told of a location's day; its sums lie in the row from `at` on, in the order of DAY_SUMS. */
export type CoverVisit = (locationId: number, day: number, row: Float64Array, at: number) => void

/** Reads the covers of some days at some places, to be visited: packed ones, and by the hour what is not packed. */
export const coversIn = async (scope: VenueScope, asked: Asked): Promise<(visit: CoverVisit) => void> => {
  const { venue, sql } = scope
  const basis = guestBasis(venue.dayparts)
  const packs = asked.untilMinute === undefined ? await packsIn(scope, asked, sql`covers as text`) : []
  const places = asked.locationIds.map((locationId) => ({ locationId, from: asked.from }))
  const rest = await Promise.all(unpackedSpans(places, asked.to, packs).map((slice) => coversByHour(scope, { ...slice, untilMinute: asked.untilMinute })))
  return (visit) => {
    visitPacked(packs, asked, visit)
    visitHours(rest, basis, visit)
  }
}

const visitPacked = (packs: readonly Pack[], { from, to }: Span, visit: CoverVisit): void => {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  for (const { locationId, text } of packs) {
    // Rows begin with their day alone; eachRow makes room for two numbers before the sums.
    eachRow({ sums: DAY_SUMS.slice(1), texts: [text] }, (row) => {
      const day = row[0] as number
      if (day >= first && day <= last) visit(locationId, day, row, 1)
    })
  }
}

const visitHours = (texts: readonly string[], basis: GuestBasis, visit: CoverVisit): void => {
  const days = new Map<string, { locationId: number; day: number; sums: Float64Array }>()
  eachRow({ sums: ['hour', ...COVER_SUMS], texts }, (row) => {
    const [locationId, day] = [row[0] as number, row[1] as number]
    const known = days.get(`${locationId} ${day}`) ?? { locationId, day, sums: new Float64Array(DAY_SUMS.length) }
    days.set(`${locationId} ${day}`, known)
    addHour(known.sums, basis, row[2] as number, row, 3)
  })
  for (const { locationId, day, sums } of days.values()) visit(locationId, day, sums, 0)
}

/** A packed month of a place. */
interface PackedBytes {
  locationId: number
  bytes: Uint8Array
}

/** Who came, beside what is packed day by day. */
export interface Visits {
  /** Packed months as a bit for each member. */
  bits: PackedBytes[]
  /** The days that are not packed. */
  cards: CardDay[]
  /** The largest number a member has. */
  members: number
}

/** So many months are asked for at once, and laid while the database is at the next. */
const MONTHS_AT_ONCE = 9

/**
 * Reads who came to some places from their first trade up to a day.
 * @param byDay the first of a month: from then on day by day, before it only that they came
 * @param lay takes each month that is packed day by day, as it comes
 */
export const visitsUpTo = async (
  scope: VenueScope,
  locationIds: readonly number[],
  byDay: string,
  to: string,
  lay: (month: PackedBytes) => void,
): Promise<Visits> => {
  const { sql, venueId } = scope
  const spans: Span[] = []
  for (let from = byDay; from <= to; from = addMonths(from, MONTHS_AT_ONCE)) spans.push({ from, to: earlier(addDays(addMonths(from, MONTHS_AT_ONCE), -1), to) })
  const laid = spans.map(async (span) => {
    const packs = await packsIn(scope, { locationIds, ...span }, sql`visit_days as text`)
    for (const pack of packs) lay(bytesOf(pack))
    return packs
  })
  const [before, firsts, [last], ...packs] = await Promise.all([
    packsIn(scope, { locationIds, from: FIRST_DAY, to: addDays(byDay, -1) }, sql`visitors as text`),
    firstDays(scope, locationIds),
    sql<{ last: number }[]>`select coalesce(max(member_no), 0) as last from member_number where venue_id = ${venueId}`,
    ...laid,
  ])
  const cards = await Promise.all(unpackedSpans(firsts, to, [...before, ...packs.flat()]).map((slice) => cardDays(scope, slice)))
  return { bits: before.map(bytesOf), cards: cards.flat(), members: last?.last ?? 0 }
}

const bytesOf = ({ locationId, text }: Pack): PackedBytes => ({ locationId, bytes: Buffer.from(text, 'base64') })

const earlier = (a: string, b: string): string => (a < b ? a : b)

/** The first there may be. */
const FIRST_DAY = '0001-01-01'

/** The first trading day of each place, and so how far back one has to look for who came before. */
const firstDays = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<{ locationId: number; from: string }[]> =>
  sql<{ locationId: number; from: string }[]>`
    select w.location_id as "locationId", t.day as "from" from unnest(${locationIds as number[]}::int[]) as w(location_id) cross join lateral (
      select day from trading_day_state t where t.venue_id = ${venueId} and t.location_id = w.location_id order by day limit 1) t`

const onDays = ({ sql, venueId }: VenueScope, { locationIds, from, to }: Asked): Fragment => sql`
  s.venue_id = ${venueId} and s.location_id = any(${locationIds as number[]}::int[]) and s.business_date between ${from} and ${to}`

/**
 * Covers by location, day and hour: numbers parted by commas, rows by semicolons; location, day since 1970-01-01, local hour, then COVER_SUMS.
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
  /** The numbers members have, parted by commas. */
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

interface Pack {
  locationId: number
  month: string
  through: string
  text: string
}

/** The packed months that touch the days asked for; one that is there is right, since whatever changes its days takes it away. */
const packsIn = ({ sql, venueId, venue }: VenueScope, { locationIds, from, to }: Asked, column: ReturnType<VenueScope['sql']>): Promise<Pack[]> =>
  sql<Pack[]>`
    select location_id as "locationId", month, through, ${column} from packed_guests
    where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and month between ${monthStart(from)} and ${to}
      and basis = ${basisName(guestBasis(venue.dayparts))} order by month, location_id`

/** The days up to one that are not packed, of places from a day each; places with the same ones together. */
const unpackedSpans = (places: readonly { locationId: number; from: string }[], to: string, packs: readonly Pack[]): (Span & { locationIds: number[] })[] => {
  const spans = new Map<string, Span & { locationIds: number[] }>()
  for (const { locationId, from } of places) {
    let next = from
    const keep = (last: string) => {
      if (next > last) return
      const span = spans.get(`${next} ${last}`)
      if (span) span.locationIds.push(locationId)
      else spans.set(`${next} ${last}`, { locationIds: [locationId], from: next, to: last })
    }
    for (const pack of packs) {
      if (pack.locationId !== locationId) continue
      keep(addDays(pack.month, -1))
      const after = addDays(pack.through, 1)
      if (after > next) next = after
    }
    keep(to)
  }
  return [...spans.values()]
}
