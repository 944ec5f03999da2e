import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { SessionRow } from './sheet-rows.rules.ts'

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
}

/** The sessions opened on these trading days, with what their movements, last count, signature and commit come to. */
export const sessionsOf = async (scope: VenueScope, { locationIds, from, to }: Asked): Promise<SessionRow[]> => {
  const { sql, venueId } = scope
  const rows = await sql<SessionRow[]>`
    select o.session_id::text as "sessionId", o.location_id as "locationId", o.terminal_key as "terminalKey", o.business_date as day, o.z_number as "zNumber",
      o.state, o.opened_at as "openedAt", o.closed_at as "closedAt", k.name as clerk, o.opening_float as "openingFloat", o.closing_float as "closingFloat",
      o.pay_ins as "payIns", o.pay_outs as "payOuts", o.drops, o.banked, o.tips_paid_out as "tipsPaidOut", o.moved_by as "movedBy", o.settled, o.counted_at as "countedAt",
      coalesce(e.display_name, ck.name) as "countedBy", o.counted_by as declarer, o.counted, o.pieces, o.piece_values as "pieceValues",
      o.counted_float as "floatCounted", o.currency, o.signed_at as "signedAt", o.signed_by as signer,
      g.display_name as "signedBy", o.signed_reason as reason, o.signed_note as note, o.committed
    from till_session o
    left join dimension_key k on k.venue_id = ${venueId} and k.key = o.clerk_key
    left join dimension_key ck on ck.venue_id = ${venueId} and ck.key = o.counted_by_clerk
    left join employee e on e.venue_id = ${venueId} and e.user_id = o.counted_by
    left join employee g on g.venue_id = ${venueId} and g.user_id = o.signed_by
    where o.venue_id = ${venueId} and o.location_id = any(${[...locationIds]}::int[]) and o.business_date between ${from} and ${to}
    order by o.business_date, o.location_id, o.terminal_key, o.opened_at, o.session_id`
  return [...rows]
}
