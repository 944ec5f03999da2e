import type { VenueScope } from '#platform/access/venue-scope.ts'
import { packBits, packNumbers } from '#platform/database/packed-numbers.ts'
import type { Query } from '#platform/database/sql.ts'
import {
  addHour,
  basisName,
  COVER_SUMS,
  coverColumn,
  DAY_SUMS,
  type DayMembers,
  type DayPart,
  type GuestBasis,
  guestBasis,
  packedMembers,
  partOfDay,
  visitorBits,
} from './guest-pack.rules.ts'
import { holdMemberNumbers, numberCards } from './member-numbers.sql.ts'
import { lockRollup } from './rollup-lock.sql.ts'

type Fragment = Query<readonly unknown[]>

interface Days {
  locationIds: readonly number[]
  from: string
  to: string
}

/** A location's month whose days that are over are not all packed. */
export interface UnpackedGuests {
  locationId: number
  /** Its first day. */
  month: string
}

/** The months with trade up to a day that are not packed as far as that, or by other meal hours than the venue's are now. */
export const unpackedGuests = ({ sql, venueId, venue }: VenueScope, upTo: string): Promise<UnpackedGuests[]> => sql<UnpackedGuests[]>`
  select distinct location_id as "locationId", date_trunc('month', day::timestamp)::date as month from trading_day_state t
  where venue_id = ${venueId} and day <= ${upTo} and not exists (select from packed_guests p where p.venue_id = ${venueId}
    and p.location_id = t.location_id and p.month = date_trunc('month', t.day::timestamp)::date and p.through >= t.day
    and p.basis = ${basisName(guestBasis(venue.dayparts))}) order by 1, 2`

/**
 * Packs a month's guests, covers from what is kept of them and members from the sales; tills of the location wait meanwhile, for some ten ms of a large place.
 * @param upTo the last day that is over
 */
export const packGuests = async (scope: VenueScope, { locationId, month }: UnpackedGuests, upTo: string): Promise<void> => {
  const { sql, venueId, venue } = scope
  await sql.withoutTimeLimit()
  await lockRollup(scope, locationId)
  // Cards that become one member meanwhile would leave a number here that is nobody's any more.
  await holdMemberNumbers(scope)
  const basis = guestBasis(venue.dayparts)
  const through = throughOf(month, upTo)
  const packed = await packOf(scope, locationId, { from: month, to: through }, basis, 'cover_source')
  await sql`delete from packed_guests where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  await sql`
    insert into packed_guests (venue_id, location_id, month, through, basis, patron_days, item_days, table_days, visit_days, visitors)
    values (${venueId}, ${locationId}, ${month}, ${through}, ${basisName(basis)}, ${packed.patronDays}, ${packed.itemDays}, ${packed.tableDays},
      ${packed.visitDays}, ${packed.visitors})`
}

/** A packed month that says something else than its sales; it is taken away. */
export const dropWrongGuests = async (scope: VenueScope, locationId: number, month: string): Promise<boolean> => {
  const { sql, venueId, venue } = scope
  const basis = guestBasis(venue.dayparts)
  const [kept] = await sql<({ through: string } & PackedGuests)[]>`
    select through, patron_days as "patronDays", item_days as "itemDays", table_days as "tableDays", visit_days as "visitDays", visitors from packed_guests
    where venue_id = ${venueId} and location_id = ${locationId} and month = ${month} and basis = ${basisName(basis)}`
  if (!kept) return false
  const fresh = await packOf(scope, locationId, { from: month, to: kept.through }, basis, 'guest_source')
  if (Object.entries(fresh).every(([name, packed]) => packed === kept[name as keyof PackedGuests])) return false
  // What was packed again meanwhile stays: only the row that was compared goes.
  const dropped = await sql`delete from packed_guests where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}
    and (patron_days, item_days, table_days, visit_days) = (${kept.patronDays}, ${kept.itemDays}, ${kept.tableDays}, ${kept.visitDays})`
  return dropped.count > 0
}

const throughOf = (month: string, upTo: string): string => {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)
  return last < upTo ? last : upTo
}

/** The rollup where covers are kept, or the sales themselves. */
type CoverSource = 'cover_source' | 'guest_source'

/** A month of a place as it is packed: its covers by each way of counting, what its tables sold, and who came. */
interface PackedGuests {
  patronDays: string
  itemDays: string
  tableDays: string
  visitDays: string
  visitors: string
}

const packOf = async (
  scope: VenueScope,
  locationId: number,
  { from, to }: { from: string; to: string },
  basis: GuestBasis,
  source: CoverSource,
): Promise<PackedGuests> => {
  const slice = { locationIds: [locationId], from, to }
  const covers = coversOfDays(await coversByHour(scope, slice, source), basis)
  const cards = await cardDays(scope, slice)
  const numbersOf = await numberCards(scope, [...new Set(cards.filter(({ memberNo }) => memberNo === 0).map(({ card }) => card))].sort())
  const byDay = new Map<string, Set<number>>()
  for (const { day, card, memberNo } of cards) byDay.set(day, (byDay.get(day) ?? new Set()).add(memberNo || (numbersOf.get(card) ?? 0)))
  const days = [...byDay]
    .map(([day, members]): DayMembers => ({ day: Date.parse(day) / DAY_MS, members: Int32Array.from(members).sort() }))
    .sort((a, b) => a.day - b.day)
  return {
    patronDays: packedDays(covers, 'patron'),
    itemDays: packedDays(covers, 'item'),
    tableDays: packedDays(covers, 'tables'),
    visitDays: packedMembers(days),
    visitors: packBits(visitorBits(days)),
  }
}

const DAY_MS = 86_400_000

/** A day, since 1970-01-01, and its DAY_SUMS. */
type DayCovers = readonly [number, Float64Array]

/** The hours of each day put together, in the order of time. */
const coversOfDays = (hours: string, basis: GuestBasis): DayCovers[] => {
  const days = new Map<number, Float64Array>()
  for (const row of hours === '' ? [] : hours.split(';')) {
    const [, day = 0, hour = 0, ...sums] = row.split(',').map(Number)
    const kept = days.get(day) ?? new Float64Array(DAY_SUMS.length)
    days.set(day, kept)
    addHour(kept, basis, hour, sums, 0)
  }
  return [...days].sort(([a], [b]) => a - b)
}

/** Rows of a day and a part of its sums; none of a day that has nothing of it. */
const packedDays = (days: readonly DayCovers[], part: DayPart): string => {
  const rows = days.map(([day, sums]) => [day, ...partOfDay(sums, part)])
  return packNumbers(rows.filter(([, ...sums]) => sums.some((sum) => sum !== 0)).flat())
}

const salesIn = ({ sql, venueId }: VenueScope, { locationIds, from, to }: Days): Fragment => sql`
  s.venue_id = ${venueId} and s.location_id = any(${locationIds as number[]}::int[]) and s.business_date between ${from} and ${to}`

/**
 * Covers by location, day and hour: numbers separated by commas, rows by semicolons; location, day since 1970-01-01, local hour, then COVER_SUMS.
 */
const coversByHour = async (scope: VenueScope, slice: Days, source: CoverSource): Promise<string> => {
  const { sql } = scope
  const sums = COVER_SUMS.map((name): Fragment => sql`sum(s.${sql(coverColumn(name))})`).reduce((all, one) => sql`${all}, ${one}`)
  const [row] = await sql<{ numbers: string | null }[]>`
    select string_agg(numbers, ';') as numbers from (
      select concat_ws(',', s.location_id, s.business_date - date '1970-01-01', s.local_hour, ${sums}) as numbers
      from ${sql(source)} s where ${salesIn(scope, slice)} group by s.location_id, s.business_date, s.local_hour
    ) hours`
  return row?.numbers ?? ''
}

/** A card that came on a day; its number is 0 where nobody gave it one yet. */
interface CardDay {
  locationId: number
  day: string
  card: string
  memberNo: number
}

/** Which cards came on which days, straight from the sales; one whose sales were all taken back did not come. */
const cardDays = (scope: VenueScope, slice: Days): Promise<CardDay[]> => scope.sql<CardDay[]>`
  select c.location_id as "locationId", c.business_date as day, c.card_number as card, coalesce(m.member_no, 0) as "memberNo"
  from (
    select s.location_id, s.business_date, s.card_number from sale s where ${salesIn(scope, slice)} and s.kind in (1, 5) and s.card_number is not null
    group by s.location_id, s.business_date, s.card_number having sum(s.n) > 0
  ) c left join member_number m on m.venue_id = ${scope.venueId} and m.card_number = c.card_number`
