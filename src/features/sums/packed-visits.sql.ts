import { setImmediate } from 'node:timers/promises'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { packNumbers } from '#platform/database/packed-numbers.ts'
import { basisName, guestBasis } from './guest-pack.rules.ts'
import type { Mismatch } from './mismatch.rules.ts'
import { DIM, GRAIN } from './rollup.rules.ts'
import { byMonth, holding, madeOf, newStamp, type PackedVisitors, placesOf, VISITS_FORMAT, type VisitMonth, VisitsByDay } from './visit-months.rules.ts'

/**
 * Counts a venue's visits by the day, of months that are over: from the first on whose row does not hold or is not there, to the last. Whatever takes a packed month of
 * guests away meanwhile makes what was made of it not hold, so nobody waits.
 * @param upTo the last day that is over
 * @returns how many months were counted
 */
export const packVisits = async (scope: VenueScope, upTo: string): Promise<number> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const rows = await rowsOf(scope)
  const months = stamped(await packsOf(scope, upTo, sql`''`))
  if (holding(months, rows).size === months.size) return 0
  const packs = stamped(await packsOf(scope, upTo, sql`visit_days`))
  const hold = holding(packs, rows)
  let previous = [...hold.values()].at(-1)?.stamp ?? ''
  const missing = [...(await counted(packs))].slice(hold.size)
  for (const [month, { dayVisits, weekdayVisits }] of missing) {
    const stamp = newStamp()
    await sql`delete from packed_visits where venue_id = ${venueId} and month = ${month}`
    await sql`
      insert into packed_visits (venue_id, month, stamp, previous, made_of, day_visits, weekday_visits, format)
      values (${venueId}, ${month}, ${stamp}, ${previous}, ${madeOf(packs.get(month) ?? [])}, ${dayVisits}, ${weekdayVisits}, ${VISITS_FORMAT}) on conflict (venue_id, month) do nothing`
    previous = stamp
  }
  return missing.length
}

/**
 * Months that say something else than the packed guests they were made of, each told as the total of its first day at its first place; they are taken away. Those made
 * of rows that are not there any more go too, untold: some places' part of them may still be read, and the hourly job counts them anew anyway.
 */
export const dropWrongVisits = async (scope: VenueScope): Promise<Mismatch[]> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const rows = await rowsOf(scope)
  if (rows.length === 0) return []
  const packs = byMonth(await packsOf(scope, 'infinity', sql`visit_days`))
  const fresh = await counted(packs)
  const hold = holding(packs, rows)
  const made = rows.filter(({ month, madeOf: parts }) => parts === madeOf(packs.get(month) ?? []))
  const wrong = made.filter((row) => {
    const known = fresh.get(row.month)
    return row.weekdayVisits !== known?.weekdayVisits || (hold.get(row.month) === row && row.dayVisits !== known.dayVisits)
  })
  for (const { stamp } of [...wrong, ...rows.filter((row) => !made.includes(row))])
    await sql`delete from packed_visits where venue_id = ${venueId} and stamp = ${stamp}`
  return wrong.map((row) => ({ locationId: placesOf(row.madeOf)[0] ?? 0, grain: GRAIN.day, period: row.month, dim: DIM.total, key: 0, kept: [], fresh: [] }))
}

interface DaysOfMonth extends PackedVisitors {
  days: string
}

/** The packed guests of all months that are over, each month's at one moment. */
const packsOf = ({ sql, venueId, venue }: VenueScope, upTo: string, days: ReturnType<VenueScope['sql']>): Promise<DaysOfMonth[]> => sql<DaysOfMonth[]>`
  select location_id as "locationId", month, stamp, ${days} as days from packed_guests
  where venue_id = ${venueId} and month + interval '1 month' <= ${upTo}::date + interval '1 day' and basis = ${basisName(guestBasis(venue.dayparts))}`

const rowsOf = ({ sql, venueId }: VenueScope): Promise<VisitMonth[]> => sql<VisitMonth[]>`
  select month, stamp, previous, made_of as "madeOf", day_visits as "dayVisits", weekday_visits as "weekdayVisits" from packed_visits
  where venue_id = ${venueId} and format = ${VISITS_FORMAT}`

/** Up to the first month of which some row was packed by an older version: the job packs it again. */
const stamped = (packs: readonly DaysOfMonth[]): Map<string, DaysOfMonth[]> => {
  const months = [...byMonth(packs)]
  const end = months.findIndex(([, some]) => some.some(({ stamp }) => stamp === null))
  return new Map(end < 0 ? months : months.slice(0, end))
}

type PackedVisits = Pick<VisitMonth, 'dayVisits' | 'weekdayVisits'>

/** What each month's row is to say. Between two months others get their turn: ten years of a large venue are a million visits. */
const counted = async (months: ReadonlyMap<string, readonly DaysOfMonth[]>): Promise<Map<string, PackedVisits>> => {
  const [count, visits] = [new VisitsByDay(), new Map<string, PackedVisits>()]
  for (const [month, packs] of months) {
    const { dayVisits, weekdayVisits } = count.next(packs.map(({ locationId, days }) => ({ locationId, bytes: Buffer.from(days, 'base64') })))
    visits.set(month, { dayVisits: packNumbers(dayVisits), weekdayVisits: packNumbers(weekdayVisits) })
    await setImmediate()
  }
  return visits
}
