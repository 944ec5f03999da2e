import type { VenueScope } from '#platform/access/venue-scope.ts'
import { lockNumber } from '#platform/database/lock-number.ts'
import { foundBy, STORED_RULES } from './found-by.sql.ts'
import type { FraudRules } from './fraud-rules.rules.ts'
import { lookedAt } from './fraud-uses.sql.ts'
import { type Asked, lookAtChanged } from './looked-at.sql.ts'

/**
 * Stores what the rules find of the days of a range, which are over, from the first that does not hold on: later ones looked back on it. What comes
 * meanwhile makes its day one that changed since.
 */
export const storeFound = async (scope: VenueScope, range: Pick<Asked, 'from' | 'to'>, rules: FraudRules): Promise<void> => {
  const { sql, venueId, now } = scope
  // One at a time: two would store the same twice.
  await sql`select pg_advisory_xact_lock(${lockNumber(`fraud found ${venueId}`)}::bigint)`
  const look = await lookAtChanged(scope, { ...range, locationIds: [] }, rules)
  if (!look) return
  const inRange = sql`venue_id = ${venueId} and day between ${look.from}::date and ${look.to}::date`
  await sql`
    with ${lookedAt(scope, look)}, ${foundBy(scope, look, rules, STORED_RULES)},
      gone as (delete from fraud_found where ${inRange} returning 1),
      put as (
        insert into fraud_found (venue_id, location_id, day, rule, card_id, n, other, clerk_key, facts)
        select ${venueId}::int, location_id, day, rule, card, n, coalesce(other, 0), clerk_key, facts from found returning 1)
    insert into fraud_day (venue_id, location_id, day, changes, basis, checked_at, uses, total, squares, hours, low_cards, high_cards, clerks, rung)
    select ${venueId}::int, o.location_id, o.day, o.changes, ${look.basis}, ${now}::timestamptz, coalesce(d.uses, 0), coalesce(d.total, 0), coalesce(d.squares, 0),
      coalesce(h.hours, '{}'), coalesce(h.lows, '{}'), coalesce(h.highs, '{}'), coalesce(r.clerks, '{}'), coalesce(r.rung, '{}')
    from open_days o left join daily d using (location_id, day)
      left join (select location_id, day, array_agg(hour order by hour) as hours, array_agg(low order by hour) as lows, array_agg(high order by hour) as highs
        from hours group by location_id, day) as h using (location_id, day)
      left join (select location_id, day, array_agg(clerk_key) as clerks, array_agg(n) as rung from rung group by location_id, day) as r using (location_id, day)
    where o.day between ${look.from}::date and ${look.to}::date
    on conflict (venue_id, location_id, day) do update set changes = excluded.changes, basis = excluded.basis, checked_at = excluded.checked_at, uses = excluded.uses,
      total = excluded.total, squares = excluded.squares, hours = excluded.hours, low_cards = excluded.low_cards, high_cards = excluded.high_cards,
      clerks = excluded.clerks, rung = excluded.rung returning 1`
}
