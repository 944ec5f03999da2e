import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { FraudRules } from './fraud-rules.rules.ts'
import type { Fragment } from './fraud-uses.sql.ts'
import type { Look } from './looked-at.sql.ts'

/** Rules about who is at the till. Each is a question to `uses` and `places` of `lookedAt`. */

/** A person's share says something once they rang up as many card receipts, as many of them with one card. */
const LEAST_RECEIPTS = 10
const LEAST_SHARED = 3

/** F6: one person rings up one card again and again, in the 30 days up to a day. */
export const sameOperator = ({ sql }: VenueScope, { from }: Look, { SameOperatorUses, SameOperatorPercent }: FraudRules): Fragment => sql`
  select 6, p.card, p.location_id, p.day, p.n::int, (p.n * 100 / r.n)::int, p.clerk_key, null::int, '', (array_agg(u.id order by u.at desc, u.id desc))[1:100]
  from (
      select card, clerk_key, day, (array_agg(location_id order by at desc, id desc))[1] as location_id,
        sum(count(*)) over (partition by card, clerk_key order by day range between interval '29 days' preceding and current row) as n
      from uses where clerk_key is not null group by card, clerk_key, day) as p
    join (
      select clerk_key, day, sum(sum(n)) over (partition by clerk_key order by day range between interval '29 days' preceding and current row) as n
      from rung group by clerk_key, day) as r using (clerk_key, day)
    join uses u on u.card = p.card and u.clerk_key = p.clerk_key and u.day between p.day - 29 and p.day
  where p.day >= ${from}::date and (p.n >= ${SameOperatorUses} or p.n >= ${LEAST_SHARED} and r.n >= ${LEAST_RECEIPTS} and p.n * 100 / r.n >= ${SameOperatorPercent})
  group by p.card, p.location_id, p.day, p.n, r.n, p.clerk_key`

/** F8: earned with one person alone, then spent at a location that person did not ring it up at. */
export const earnedElsewhere = ({ sql }: VenueScope, { from }: Look, { EarnedWithOne }: FraudRules): Fragment => sql`
  select 8, r.card, r.location_id, r.day, count(*)::int, 0, min(a.clerk_key), null::int, '', array_agg(a.id order by a.at, a.id) || array[r.id]
  from uses r join uses a on a.card = r.card and a.at < r.at and a.accrued > 0 and a.day > r.day - 30
  where r.day >= ${from}::date and r.redeemed > 0
  group by r.card, r.id, r.location_id, r.day
  having count(*) >= ${EarnedWithOne} and count(a.clerk_key) = count(*) and count(distinct a.clerk_key) = 1 and bool_and(a.location_id <> r.location_id)`

/** F9: the member's e-mail, phone or name is an employee's. Counts how many of the uses that person rang up. */
export const staffCard = ({ sql, venueId }: VenueScope, { from }: Look): Fragment => sql`
  select 9, card, location_id, max(day), count(*)::int, (count(*) filter (where rung_by in (full_name, lower(display_name))))::int, null::int, null::int, min(display_name),
    (array_agg(id order by at desc, id desc))[1:100]
  from (
    select u.*, m.display_name, m.full_name, lower(k.name) as rung_by from staff m join uses u on u.card = m.card and u.day >= ${from}::date
      left join dimension_key k on k.venue_id = ${venueId} and k.key = u.clerk_key) as own
  group by card, location_id`
