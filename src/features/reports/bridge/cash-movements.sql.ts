import type { VenueScope } from '#platform/access/venue-scope.ts'

/** Cash paid into a drawer or out of it, minor units. */
export interface CashMovement {
  sessionId: string
  /** As MOVEMENT_KINDS numbers them. */
  kind: number
  amount: number
  reason: string
  at: Date
  by: string | null
}

/** What was paid in, paid out and paid out as tips in the sessions of these days, the oldest first. */
export const cashPaid = async (
  { sql, venueId }: VenueScope,
  { locationIds, from, to }: { locationIds: readonly number[]; from: string; to: string },
): Promise<CashMovement[]> => {
  const rows = await sql<CashMovement[]>`
    select x.session_id::text as "sessionId", x.kind, x.amount, x.reason, x.at, coalesce(e.display_name, k.name) as by
    from till_session o join till_movement x on x.venue_id = ${venueId} and x.session_id = o.session_id
    left join employee e on e.venue_id = ${venueId} and e.user_id = x.user_id
    left join dimension_key k on k.venue_id = ${venueId} and k.key = x.clerk_key
    where o.venue_id = ${venueId} and o.location_id = any(${[...locationIds]}::int[]) and o.business_date between ${from} and ${to} and x.kind in (1, 2, 5)
    order by x.at, x.session_id, x.movement_no`
  return [...rows]
}
