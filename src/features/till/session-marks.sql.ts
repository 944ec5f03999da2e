import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type BesideRow, compareSessions, LONGEST_DAYS, type SessionMarks, type TillBefore } from './session-marks.rules.ts'
import type { SessionRow } from './sheet-rows.rules.ts'

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
}

/** What the sessions of these trading days are compared with, by session. @param sessions all of these days */
export const marksOfSessions = async (scope: VenueScope, asked: Asked, sessions: Promise<readonly SessionRow[]>): Promise<Map<string, SessionMarks>> => {
  const { sql, venueId } = scope
  const own = sql`o.venue_id = ${venueId} and o.location_id = any(${[...asked.locationIds]}::int[])`
  const [first, last] = [sql`${asked.from}::date - ${LONGEST_DAYS}::int`, sql`${asked.to}::date + ${LONGEST_DAYS}::int`]
  const sameTill = sql`x.venue_id = ${venueId} and x.location_id = t.location_id and x.terminal_key = t.terminal_key`
  const [around, before, within] = await Promise.all([
    // Milliseconds, since reading thousands of moments takes longer than comparing them.
    sql<BesideRow[]>`
      select o.session_id::text as "sessionId", o.location_id as "locationId", o.terminal_key as "terminalKey", o.z_number as "zNumber",
        (extract(epoch from o.opened_at) * 1000)::float8 as "openedAt", (extract(epoch from o.closed_at) * 1000)::float8 as "closedAt", o.closing_float as "closingFloat"
      from till_session o where ${own} and (o.business_date between ${first} and ${asked.from}::date - 1 or o.business_date between ${asked.to}::date + 1 and ${last})`,
    sql<TillBefore[]>`
      select t.location_id as "locationId", t.terminal_key as "terminalKey", z.z_number as "zNumber", b.closing_float as "closingFloat",
        b.session_id is null and not exists (select from till_heartbeat x where ${sameTill}) as "isNew"
      from (select o.location_id, o.terminal_key, min(o.opened_at) as first_at from till_session o where ${own} and o.business_date between ${first} and ${last} group by 1, 2) t
      left join lateral (select x.z_number from till_session x where ${sameTill} and x.opened_at < t.first_at and x.z_number is not null
        order by x.opened_at desc, x.session_id desc limit 1) z on true
      left join lateral (select x.session_id, x.closing_float from till_session x where ${sameTill} and x.opened_at < t.first_at
        order by x.opened_at desc, x.session_id desc limit 1) b on true`,
    sessions,
  ])
  return compareSessions([...around, ...within.map(besideRow)], before)
}

const besideRow = ({ sessionId, locationId, terminalKey, zNumber, openedAt, closedAt, closingFloat }: SessionRow): BesideRow => ({
  sessionId,
  locationId,
  terminalKey,
  zNumber,
  openedAt: openedAt.getTime(),
  closedAt: closedAt?.getTime() ?? null,
  closingFloat,
})
