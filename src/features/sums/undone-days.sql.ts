import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import type { Fragment } from './reading/slice.sql.ts'

/**
 * Whether the sale `s` is neither taken back by the undo of an import nor one of the entries which that undo made.
 * An undo reverses the last entry of a receipt's version that is still in effect, so a restored sale hides the reversal it restores, not the sale.
 * CASE keeps the lookup an index probe for each row: as an anti join with stale statistics, PostgreSQL compares all rows with all.
 */
export const isNotUndone = ({ sql, venueId }: VenueScope): Fragment => {
  const ofVersion = (at: string) => sql`${sql(at)}.venue_id = ${venueId} and ${sql(at)}.receipt = s.receipt and ${sql(at)}.terminal_key = s.terminal_key
    and ${sql(at)}.location_id = s.location_id and ${sql(at)}.revision = s.revision`
  return sql`case when s.undoes then false else not exists (
    select from sale u where ${ofVersion('u')} and u.undoes and (u.kind = 5) <> (s.kind = 5) and u.round >= s.round + (s.kind = 5)::int
      and (u.round = s.round or not exists (
        select from sale n where ${ofVersion('n')} and n.kind <> 5 and not n.undoes and n.round > s.round and n.round <= u.round))) end`
}

/** Whether `s` is a sale or refund that was not taken back by the undo of the import that brought it. */
export const stands = (scope: VenueScope): Fragment => scope.sql`s.kind in (1, 2) and ${isNotUndone(scope)}`

/**
 * Says anew when a location last sold something on the days of which an import was undone. A day on which nothing else was ever sold is as if nothing
 * had come: what is imported for it again is no late change. Tills that send to one of these days wait meanwhile.
 */
export const forgetUndone = async (scope: VenueScope, locationId: number, runId: string): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const found = await sql<{ day: string }[]>`
    select day from trading_day_state where venue_id = ${venueId} and location_id = ${locationId} and day in (
      select s.business_date from sale s
      where s.venue_id = ${venueId} and s.source = 'Import' and s.batch_id = ${runId} and s.location_id = ${locationId} and s.undoes)
    order by day for update`
  await sql`
    update trading_day_state t set changes = t.changes + 1, last_sale_at = d.last_sale_at,
      first_received_at = case when d.last_sale_at is not null then t.first_received_at end,
      late_changes = case when d.last_sale_at is null then 0 else t.late_changes end, late_amount = case when d.last_sale_at is null then 0 else t.late_amount end,
      late_received_at = case when d.last_sale_at is not null then t.late_received_at end
    from (
      select u.day, l.closed_at as last_sale_at from unnest(${texts(found.map(({ day }) => day))}::date[]) as u(day)
      left join lateral (
        select s.closed_at from sale s where s.venue_id = ${venueId} and s.location_id = ${locationId} and s.business_date = u.day and ${stands(scope)}
        order by s.closed_at desc limit 1) l on true) d
    where t.venue_id = ${venueId} and t.location_id = ${locationId} and t.day = d.day and t.last_sale_at is distinct from d.last_sale_at`
}
