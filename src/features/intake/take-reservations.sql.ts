import { hash } from 'node:crypto'
import { judgedReservation, type ReservationFacts, type ReservationJudge } from '#features/reports/kit/judged-reservation.rules.ts'
import { countsOfDay, RESERVATION_SUMS, RESERVATIONS_FORMAT } from '#features/reports/kit/reservations.rules.ts'
import { reservationsOf } from '#features/sums/reading/reservations.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { hexadecimal, moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { parse } from '#platform/web/read-input.ts'
import { Failure, type FieldError } from '#shared/failure.ts'
import type { ItemOutcome } from './item-results.rules.ts'
import { Reservation, type WireReservation } from './take-reservations.contract.ts'

const underWay = new WeakMap<VenueScope, Promise<unknown>>()

/**
 * Takes reservations of a location in: each by itself, the newest revision staying, and its days counted anew, all in the scope's
 * transaction. Several requests in one scope wait for each other.
 */
export const takeReservations = (scope: VenueScope, locationId: number, sent: readonly unknown[]): Promise<ItemOutcome[]> => {
  const taken = (underWay.get(scope) ?? Promise.resolve()).then(() => take(scope, locationId, sent))
  underWay.set(
    scope,
    taken.catch(() => undefined),
  )
  return taken
}

interface Kept {
  revision: number
  content: string
  day: string
}

const take = async (scope: VenueScope, locationId: number, sent: readonly unknown[]): Promise<ItemOutcome[]> => {
  const judge = judgeAt(scope, locationId)
  const judged = sent.map((one) => ({ one, facts: read(one, judge) }))
  await lockReservations(scope, locationId)
  const ids = judged.flatMap(({ facts }) => (Array.isArray(facts) ? [] : [facts.reservationId]))
  const kept = await keptOf(scope, locationId, ids)
  const storing = new Map<string, { facts: ReservationFacts; content: string }>()
  const days = new Set<string>()
  const outcomes = judged.map(({ one, facts }): ItemOutcome => {
    if (Array.isArray(facts)) return { status: 'rejected', errors: facts }
    const content = contentOf(one)
    const before = kept.get(facts.reservationId)
    if (before && before.revision > facts.revision) return { status: 'stale', errors: [] }
    if (before && before.revision === facts.revision)
      return before.content === content ? { status: 'duplicate', errors: [] } : { status: 'conflict', errors: [CONFLICT] }
    if (before) days.add(before.day)
    days.add(facts.businessDate)
    storing.set(facts.reservationId, { facts, content })
    kept.set(facts.reservationId, { revision: facts.revision, content, day: facts.businessDate })
    return { status: before ? 'replaced' : 'accepted', errors: [] }
  })
  if (storing.size > 0) {
    await write(scope, locationId, [...storing.values()])
    await countDays(scope, locationId, [...days].sort())
  }
  return outcomes
}

const lockReservations = async ({ sql, venueId }: VenueScope, locationId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reservations ${venueId} ${locationId}`}, 0))`
}

const CONFLICT: FieldError = {
  FieldName: 'Revision',
  ErrorCode: 'Conflict',
  Message: 'This revision is already stored with other contents. Send the change with a higher Revision.',
}

const judgeAt = ({ locations, now }: VenueScope, locationId: number): ReservationJudge => {
  const location = locations.find((one) => one.locationId === locationId)
  if (!location) throw new Error(`Location ${locationId} is not in scope.`)
  const { calendar = [], timeZone, dayStart } = location
  const entries = calendar.length > 0 ? calendar : [{ fromDay: '0001-01-01', timeZone, dayStart }]
  const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  return {
    locationId,
    now,
    calendar: entries.map((entry) => ({ fromDay: entry.fromDay, timeZone: entry.timeZone, dayStartMinutes: minutesOf(entry.dayStart) })),
  }
}

const read = (sent: unknown, judge: ReservationJudge): ReservationFacts | FieldError[] => {
  try {
    return judgedReservation(parse(Reservation, sent, undefined, true) as WireReservation, judge)
  } catch (error) {
    if (error instanceof Failure) return error.fields
    throw error
  }
}

/** Equal for equal reservations, whatever the order of their fields was. */
const contentOf = (sent: unknown): string => {
  const { LocationId: _, ...fields } = parse(Reservation, sent) as WireReservation
  return hash('sha256', JSON.stringify(fields), 'hex')
}

const keptOf = async ({ sql, venueId }: VenueScope, locationId: number, ids: readonly string[]): Promise<Map<string, Kept>> => {
  if (ids.length === 0) return new Map()
  const rows = await sql<(Kept & { id: string })[]>`
    select r.reservation_id as id, r.revision, encode(r.content_hash, 'hex') as content, r.business_date as day
    from unnest(${texts([...new Set(ids)])}::text[]) as w(id)
    join reservation r on r.venue_id = ${venueId} and r.location_id = ${locationId} and r.reservation_id = w.id`
  return new Map(rows.map(({ id, ...one }) => [id, one]))
}

const write = async ({ sql, venueId, now }: VenueScope, locationId: number, rows: readonly { facts: ReservationFacts; content: string }[]): Promise<void> => {
  const sorted = [...rows].sort((a, b) => (a.facts.reservationId < b.facts.reservationId ? -1 : 1))
  const facts = sorted.map((row) => row.facts)
  const times = (name: 'dueAt' | 'bookedAt' | 'seatedAt' | 'leftAt' | 'cancelledAt') => moments(facts.map((one) => one[name]?.getTime() ?? null))
  await sql`
    insert into reservation (venue_id, location_id, reservation_id, revision, status, business_date, due_at, booked_at, seated_at, left_at, cancelled_at,
      covers, seated_covers, area, content_hash, received_at)
    select ${venueId}, ${locationId}, u.id, u.revision, u.status, u.day, u.due_at, u.booked_at, u.seated_at, u.left_at, u.cancelled_at, u.covers,
      u.seated_covers, u.area, decode(u.content, 'hex'), ${now}
    from unnest(${texts(facts.map(({ reservationId }) => reservationId))}::text[], ${numbers(facts.map(({ revision }) => revision))}::int[],
      ${numbers(facts.map(({ status }) => status))}::smallint[], ${texts(facts.map(({ businessDate }) => businessDate))}::date[],
      ${times('dueAt')}::timestamptz[], ${times('bookedAt')}::timestamptz[], ${times('seatedAt')}::timestamptz[], ${times('leftAt')}::timestamptz[],
      ${times('cancelledAt')}::timestamptz[], ${numbers(facts.map(({ covers }) => covers))}::int[],
      ${numbers(facts.map(({ seatedCovers }) => seatedCovers))}::int[], ${texts(facts.map(({ area }) => area))}::text[],
      ${hexadecimal(sorted.map(({ content }) => Buffer.from(content, 'hex')))}::text[])
      as u(id, revision, status, day, due_at, booked_at, seated_at, left_at, cancelled_at, covers, seated_covers, area, content)
    on conflict (venue_id, location_id, reservation_id) do update set revision = excluded.revision, status = excluded.status,
      business_date = excluded.business_date, due_at = excluded.due_at, booked_at = excluded.booked_at, seated_at = excluded.seated_at,
      left_at = excluded.left_at, cancelled_at = excluded.cancelled_at, covers = excluded.covers, seated_covers = excluded.seated_covers,
      area = excluded.area, content_hash = excluded.content_hash, received_at = excluded.received_at
    returning 1`
}

/** Counts the days that were touched anew; a place has some tens of reservations a day. */
const countDays = async (scope: VenueScope, locationId: number, days: readonly string[]): Promise<void> => {
  const { sql, venueId } = scope
  const rows = await reservationsOf(scope, [locationId], days)
  const counts = days.map((day) => countsOfDay(rows.filter((row) => row.day === day)).join(','))
  await sql`
    insert into reservation_day (venue_id, location_id, day, counts, format)
    select ${venueId}, ${locationId}, u.day, u.counts, ${RESERVATIONS_FORMAT} from unnest(${texts(days)}::date[], ${texts(counts)}::text[]) as u(day, counts)
    on conflict (venue_id, location_id, day) do update set counts = excluded.counts, format = excluded.format returning 1`
}

/** So many days are counted anew in one transaction; whoever books at the place waits for less than a second. */
const AT_ONCE = 200

/**
 * Counts anew the first of the days whose counts are of another format, or cut short.
 * @returns how many; there may be more until it is none
 */
export const recountDays = async (scope: VenueScope): Promise<number> => {
  const { sql, venueId } = scope
  const rows = await sql<{ locationId: number; day: string }[]>`
    select location_id as "locationId", day from reservation_day where venue_id = ${venueId}
      and (format <> ${RESERVATIONS_FORMAT} or cardinality(string_to_array(counts, ',')) <> ${RESERVATION_SUMS.length}) order by 1, 2 limit ${AT_ONCE}`
  for (const locationId of new Set(rows.map((row) => row.locationId))) {
    const days = rows.flatMap((row) => (row.locationId === locationId ? [row.day] : []))
    await lockReservations(scope, locationId)
    await countDays(scope, locationId, days)
  }
  return rows.length
}
