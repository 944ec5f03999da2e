import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Method } from './till.rules.ts'

/** Everything kept of one session; money in minor units. */
export interface SheetDetails {
  movements: { kind: number; amount: number; reason: string; at: Date; by: string | null }[]
  counts: { no: number; at: Date; by: string | null; note: string; userId: number | null }[]
  counted: { no: number; method: Method; amount: number; note: string }[]
  pieces: { no: number; value: number; pieces: number }[]
  settlements: { terminal: string; amount: number; payments: number }[]
  steps: { state: number; at: Date; by: string | null; reason: string; note: string }[]
  /** Made on the screen, and not sent by a till. */
  isByHand: boolean
  photos: { id: string; kind: number; at: Date; by: string | null; kept: boolean; bytes: number }[]
}

/** Reads what a session's sheet shows beside its figures. */
export const sheetDetails = async ({ sql, venueId }: VenueScope, sessionId: string): Promise<SheetDetails> => {
  const own = sql`x.venue_id = ${venueId} and x.session_id = ${sessionId}::bigint`
  const people = sql`
    left join employee e on e.venue_id = ${venueId} and e.user_id = x.user_id`
  const clerk = sql`left join dimension_key k on k.venue_id = ${venueId} and k.key = x.clerk_key`
  const [movements, counts, counted, pieces, settlements, steps, photos, [made]] = await Promise.all([
    sql<
      SheetDetails['movements']
    >`select x.kind, x.amount, x.reason, x.at, coalesce(e.display_name, k.name) as by from till_movement x ${people} ${clerk} where ${own} order by x.at, x.movement_no`,
    sql<
      SheetDetails['counts']
    >`select x.count_no as no, x.at, coalesce(e.display_name, k.name) as by, x.note, x.user_id as "userId" from till_count x ${people} ${clerk} where ${own} order by x.at, x.count_no`,
    sql<SheetDetails['counted']>`select x.count_no as no, x.method, x.amount, x.note from till_counted x where ${own} order by 1, 2`,
    sql<SheetDetails['pieces']>`select x.count_no as no, x.value, x.pieces from till_denomination x where ${own} order by 1, 2 desc`,
    sql<SheetDetails['settlements']>`select x.terminal, x.amount, x.payments from till_settlement x where ${own} order by 1`,
    sql<SheetDetails['steps']>`select x.state, x.at, e.display_name as by, x.reason, x.note from till_step x ${people} where ${own} order by x.step_no`,
    sql<SheetDetails['photos']>`
      select x.photo_id::text as id, x.kind, x.at, e.display_name as by, x.kept, length(x.content) as bytes from till_photo x ${people}
      where ${own} order by x.at, x.photo_id`,
    sql<{ isByHand: boolean }[]>`select x.code like 'hand:%' as "isByHand" from till_session x where ${own}`,
  ])
  return { movements, counts, counted, pieces, settlements, steps, photos, isByHand: made?.isByHand === true }
}
