import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { SessionRow } from './sheet-rows.rules.ts'

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
  sessionId?: string | undefined
}

/** The sessions opened on these trading days, with their movements, last count and last steps. */
export const sessionsOf = async (scope: VenueScope, { locationIds, from, to, sessionId }: Asked): Promise<SessionRow[]> => {
  const { sql, venueId } = scope
  const one = sessionId === undefined ? sql`` : sql`and o.session_id = ${sessionId}::bigint`
  const rows = await sql<SessionRow[]>`
    select o.session_id::text as "sessionId", o.location_id as "locationId", o.terminal_key as "terminalKey", o.business_date as day, o.z_number as "zNumber",
      o.state, o.opened_at as "openedAt", o.closed_at as "closedAt", k.name as clerk, o.opening_float as "openingFloat", o.closing_float as "closingFloat",
      m."payIns", m."payOuts", m.drops, m.banked, m."tipsPaidOut", s.settled, c.at as "countedAt", c.by as "countedBy", c.declarer, c.counted, c.pieces,
      g.at as "signedAt", g.user_id as signer, g.by as "signedBy", coalesce(g.reason, '') as reason, coalesce(g.note, '') as note, b.committed
    from till_session o
    left join dimension_key k on k.venue_id = ${venueId} and k.key = o.clerk_key
    cross join lateral (
      select coalesce(sum(amount) filter (where kind = 1), 0)::bigint as "payIns", coalesce(sum(amount) filter (where kind = 2), 0)::bigint as "payOuts",
        coalesce(sum(amount) filter (where kind = 3), 0)::bigint as drops, coalesce(sum(amount) filter (where kind = 4), 0)::bigint as banked,
        coalesce(sum(amount) filter (where kind = 5), 0)::bigint as "tipsPaidOut"
      from till_movement x where x.venue_id = ${venueId} and x.session_id = o.session_id) m
    cross join lateral (select sum(amount)::bigint as settled from till_settlement x where x.venue_id = ${venueId} and x.session_id = o.session_id) s
    left join lateral (
      select x.at, x.user_id as declarer, coalesce(e.display_name, ck.name) as by,
        (select json_agg(json_build_object('method', a.method, 'amount', a.amount)) from till_counted a
          where a.venue_id = ${venueId} and a.session_id = o.session_id and a.count_no = x.count_no) as counted,
        (select sum(a.value::bigint * a.pieces)::bigint from till_denomination a
          where a.venue_id = ${venueId} and a.session_id = o.session_id and a.count_no = x.count_no) as pieces
      from till_count x left join employee e on e.venue_id = ${venueId} and e.user_id = x.user_id
        left join dimension_key ck on ck.venue_id = ${venueId} and ck.key = x.clerk_key
      where x.venue_id = ${venueId} and x.session_id = o.session_id order by x.at desc, x.count_no desc limit 1) c on true
    left join lateral (
      select x.at, x.user_id, x.reason, x.note, e.display_name as by from till_step x left join employee e on e.venue_id = ${venueId} and e.user_id = x.user_id
      where x.venue_id = ${venueId} and x.session_id = o.session_id and x.state = 4 order by x.step_no desc limit 1) g on o.state >= 4
    cross join lateral (
      select json_agg(json_build_object('method', x.method, 'expected', x.expected, 'counted', x.counted)) as committed from till_committed x
      where x.venue_id = ${venueId} and x.session_id = o.session_id and o.state = 5 and x.commit_no =
        (select max(y.commit_no) from till_committed y where y.venue_id = ${venueId} and y.session_id = o.session_id)) b
    where o.venue_id = ${venueId} and o.location_id = any(${[...locationIds]}::int[]) and o.business_date between ${from} and ${to} ${one}
    order by o.business_date, o.location_id, o.terminal_key, o.opened_at`
  return [...rows]
}
