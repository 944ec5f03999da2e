import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'

/** A target as it is kept, in minor units. */
interface Kept {
  locationId: number
  /** Its first day. */
  month: string
  amount: number
  days: number[]
}

/** The same with who set it and when. */
export interface ShownTarget extends Kept {
  setBy: string | null
  setAt: Date
}

/** The targets of locations that begin within a span, by month. */
export const targetsIn = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<ShownTarget[]> => sql<ShownTarget[]>`
  select t.location_id as "locationId", t.month, t.amount, t.days, t.set_at as "setAt",
    (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = t.set_by limit 1) as "setBy"
  from target t
  where t.venue_id = ${venueId} and t.location_id = any(${numbers(locationIds)}::int[]) and t.month between ${from}::date and ${to}::date
  order by t.month, t.location_id`

/** Changes of one venue's targets come one after the other, in the scope's transaction. */
export const lockTargets = async ({ sql, venueId }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`targets ${venueId}`}, 0))`
}

/** Keeps targets instead of those before. */
export const keepTargets = async ({ sql, venueId, holder, now }: VenueScope, targets: readonly Kept[]): Promise<void> => {
  if (targets.length === 0) return
  const setBy = holder.kind === 'person' ? holder.userId : null
  await sql`
    insert into target (venue_id, location_id, month, amount, days, set_by, set_at)
    select ${venueId}, l, m, a, d::bigint[], ${setBy}::int, ${now}
    from unnest(${numbers(targets.map(({ locationId }) => locationId))}::int[], ${texts(targets.map(({ month }) => month))}::date[],
      ${numbers(targets.map(({ amount }) => amount))}::bigint[], ${texts(targets.map(({ days }) => numbers(days)))}::text[]) as given (l, m, a, d)
    on conflict (venue_id, location_id, month) do update
      set amount = excluded.amount, days = excluded.days, set_by = excluded.set_by, set_at = excluded.set_at
    returning 1`
}

/** Takes targets away; how many there were. */
export const dropTargets = async ({ sql, venueId }: VenueScope, targets: readonly { locationId: number; month: string }[]): Promise<number> => {
  if (targets.length === 0) return 0
  const gone = await sql`
    delete from target t
    using unnest(${numbers(targets.map(({ locationId }) => locationId))}::int[], ${texts(targets.map(({ month }) => month))}::date[]) as given (l, m)
    where t.venue_id = ${venueId} and t.location_id = given.l and t.month = given.m returning 1`
  return gone.length
}
