import { takenInSessions } from '#features/sums/reading/sheet-sums.sql.ts'
import type { SessionRow, TakenRow } from '#features/till/sheet-rows.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { PlaceNow } from './place-now.rules.ts'

/** Sessions nobody committed: of days that are over, and of today those that were counted. */
export interface SheetsDue {
  sessions: (SessionRow & { terminal: string })[]
  /** What was taken in those that were counted. */
  taken: TakenRow[]
  /** The difference above which a second person signs, in major units; null where the venue chose none. */
  limit: number | null
}

/** How far back sheets are looked for. */
const DAYS_BACK = 31
const MOST = 500

type Written = Omit<SheetsDue['sessions'][number], 'openedAt' | 'closedAt'> & { openedAt: string; closedAt: string | null }

export const sheetsDue = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<SheetsDue> => {
  const { sql, venueId } = scope
  const [found] = await sql<{ sessions: Written[]; taken: TakenRow[]; limit: number | null }[]>`
    with due as materialized (
      select o.* from unnest(${numbers(places.map(({ locationId }) => locationId))}::int[], ${texts(places.map(({ day }) => day))}::date[]) as p(location_id, today)
      join till_session o on o.venue_id = ${venueId} and o.location_id = p.location_id and o.business_date between p.today - ${DAYS_BACK}::int and p.today
      where o.state < 5 and (o.business_date < p.today or o.counted is not null)
      order by o.business_date desc, o.session_id desc limit ${MOST})
    select (select coalesce(json_agg(r), '[]') from (
        select d.session_id::text as "sessionId", d.location_id as "locationId", d.terminal_key as "terminalKey", d.business_date as day, d.z_number as "zNumber", d.state,
          d.opened_at as "openedAt", d.closed_at as "closedAt", null as clerk, d.opening_float as "openingFloat", d.closing_float as "closingFloat", d.pay_ins as "payIns",
          d.pay_outs as "payOuts", d.drops, d.banked, d.tips_paid_out as "tipsPaidOut", d.moved_by as "movedBy", d.settled, null as "countedAt",
          coalesce(e.display_name, c.name) as "countedBy", d.counted_by as declarer, d.counted, d.pieces, d.piece_values as "pieceValues", d.counted_float as "floatCounted",
          d.currency, null as "signedAt", d.signed_by as signer, null as "signedBy", d.signed_reason as reason, d.signed_note as note, null as committed, t.code as terminal
        from due d left join dimension_key t on t.venue_id = ${venueId} and t.key = d.terminal_key
          left join dimension_key c on c.venue_id = ${venueId} and c.key = d.counted_by_clerk
          left join employee e on e.venue_id = ${venueId} and e.user_id = d.counted_by
        order by d.business_date desc, d.session_id desc) r) as sessions,
      (select coalesce(json_agg(r), '[]') from (${takenInSessions(scope, sql`(select * from due where counted is not null) d`)}) r) as taken,
      (select (value->>'SignOffLimit')::float8 from venue_setting where venue_id = ${venueId} and section = 'config') as limit`
  if (!found) return { sessions: [], taken: [], limit: null }
  const sessions = found.sessions.map((one) => ({ ...one, openedAt: new Date(one.openedAt), closedAt: one.closedAt === null ? null : new Date(one.closedAt) }))
  return { ...found, sessions }
}
