import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { SessionMarks } from './session-marks.rules.ts'

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
}

/** For how long a session that overlaps another one may have been open before it. */
const LONGEST_DAYS = 14

/** What the sessions of these trading days are compared with, by session. */
export const marksOfSessions = async (scope: VenueScope, { locationIds, from, to }: Asked): Promise<Map<string, SessionMarks>> => {
  const { sql, venueId } = scope
  const sameTill = sql`x.venue_id = ${venueId} and x.location_id = o.location_id and x.terminal_key = o.terminal_key`
  const rows = await sql<SessionMarks[]>`
    select o.session_id::text as "sessionId", o.currency, z.z_number as "zBefore", b.closing_float as "floatBefore", c.opening_float as "floatCounted",
      (select array_agg(a.value) from till_denomination a
        where a.venue_id = ${venueId} and a.session_id = o.session_id and a.count_no = c.count_no) as "pieceValues",
      exists (select from till_session x where ${sameTill} and x.session_id <> o.session_id and x.opened_at < o.closed_at and x.closed_at > o.opened_at
        and x.opened_at > o.opened_at - ${LONGEST_DAYS} * interval '1 day') as overlaps,
      b.session_id is null and not exists (select from till_heartbeat h
        where h.venue_id = ${venueId} and h.location_id = o.location_id and h.terminal_key = o.terminal_key) as "isFirstOfTill"
    from till_session o
    left join lateral (select x.z_number from till_session x where ${sameTill} and x.opened_at < o.opened_at and x.z_number is not null
      order by x.opened_at desc limit 1) z on true
    left join lateral (select x.session_id, x.closing_float from till_session x where ${sameTill} and x.opened_at < o.opened_at
      order by x.opened_at desc limit 1) b on true
    left join lateral (select x.count_no, x.opening_float from till_count x where x.venue_id = ${venueId} and x.session_id = o.session_id
      order by x.at desc, x.count_no desc limit 1) c on true
    where o.venue_id = ${venueId} and o.location_id = any(${[...locationIds]}::int[]) and o.business_date between ${from} and ${to}`
  return new Map(rows.map((row) => [row.sessionId, row]))
}
