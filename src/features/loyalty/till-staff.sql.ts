import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import type { TillStaff } from './till-staff.contract.ts'

/** Voids and corrections are dated as what they undo, so they say nothing about who was there. */
const RUNG_UP = [1, 2]

/** Who rang up receipts at a location on a trading day. @throws LocationNotFound */
export const tillStaffOn = async (scope: VenueScope, { LocationId, Day }: { LocationId: number; Day: string }): Promise<TillStaff> => {
  const [place] = scope.chosenLocations([LocationId])
  if (!place) throw failure('LocationNotFound')
  const { sql, venueId } = scope
  const rows = await sql<{ name: string; from: Date; to: Date }[]>`
    select k.name, min(s.closed_at) as "from", max(s.closed_at) as "to"
    from sale s join dimension_key k on k.venue_id = ${venueId} and k.key = s.clerk_key
    where s.venue_id = ${venueId} and s.location_id = ${LocationId} and s.business_date = ${Day}::date and s.kind = any(${RUNG_UP}::int[])
    group by k.key, k.name order by 2, 1`
  return {
    LocationId,
    Day,
    People: rows.map(({ name, from, to }) => ({ Name: name, From: instantIn(from, place.timeZone), To: instantIn(to, place.timeZone) })),
  }
}
