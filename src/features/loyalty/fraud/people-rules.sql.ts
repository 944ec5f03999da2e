import { isSeenEmployee } from '#platform/access/seen-employees.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { FraudRules } from './fraud-rules.rules.ts'
import type { Asked, Fragment } from './fraud-uses.sql.ts'

/** Rules about who is at the till. Each is a question to `uses` and `places` of `usesIn`. */

/** A person's share says something once they rang up as many card receipts, as many of them with one card. */
const LEAST_RECEIPTS = 10
const LEAST_SHARED = 3

/** F6: one person rings up one card again and again, in the 30 days up to the end of the range. */
export const sameOperator = ({ sql }: VenueScope, { from, to }: Asked, { SameOperatorUses, SameOperatorPercent }: FraudRules): Fragment => sql`
  select 6, card, location_id, day, n, percent, clerk_key, null::int, '', facts from (
    select card, clerk_key, max(day) as day, (array_agg(location_id order by at desc))[1] as location_id, count(*)::int as n,
      (count(*) * 100 / sum(count(*)) over (partition by clerk_key))::int as percent, sum(count(*)) over (partition by clerk_key) as receipts,
      (array_agg(id order by at desc))[1:100] as facts
    from uses where clerk_key is not null and day > ${to}::date - 30 group by card, clerk_key) as pairs
  where day >= ${from}::date and (n >= ${SameOperatorUses} or n >= ${LEAST_SHARED} and receipts >= ${LEAST_RECEIPTS} and percent >= ${SameOperatorPercent})`

/** F8: earned with one person alone, then spent at a location that person did not ring it up at. */
export const earnedElsewhere = ({ sql }: VenueScope, { from }: Asked, { EarnedWithOne }: FraudRules): Fragment => sql`
  select 8, r.card, r.location_id, r.day, count(*)::int, 0, min(a.clerk_key), null::int, '', array_agg(a.id order by a.at) || array[r.id]
  from uses r join uses a on a.card = r.card and a.at < r.at and a.accrued > 0 and a.day > r.day - 30
  where r.day >= ${from}::date and r.redeemed > 0
  group by r.card, r.id, r.location_id, r.day
  having count(*) >= ${EarnedWithOne} and count(a.clerk_key) = count(*) and count(distinct a.clerk_key) = 1 and bool_and(a.location_id <> r.location_id)`

/** F9: the member's e-mail, phone or name is an employee's. Counts how many of the uses that person rang up. */
export const staffCard = (scope: VenueScope, { from }: Asked): Fragment => {
  const { sql, venueId } = scope
  const fullName = sql`lower(trim(e.first_name || ' ' || e.surname))`
  const match = (on: Fragment) => sql`
    select c.member_id as card, e.display_name, ${fullName} as full_name from used join loyalty_card c on c.venue_id = ${venueId} and c.card_id = used.card
      join employee e on e.venue_id = ${venueId} and ${on} where ${isSeenEmployee(scope)}`
  return sql`
    select 9, card, location_id, max(day), count(*)::int, (count(*) filter (where rung_by in (full_name, lower(display_name))))::int, null::int, null::int, min(display_name),
      (array_agg(id order by at desc))[1:100]
    from (
      with used as (select distinct card from uses where day >= ${from}::date), matches as (
        ${match(sql`c.email_key = lower(e.email)`)} union ${match(sql`c.phone_reversed = reverse(regexp_replace(e.phone, '\\D', '', 'g')) and length(c.phone_reversed) >= 6`)}
        union ${match(sql`c.name_key = ${fullName} and position(' ' in c.name_key) > 0`)})
      select u.*, m.display_name, m.full_name, lower(k.name) as rung_by from matches m join uses u on u.card = m.card and u.day >= ${from}::date
        left join dimension_key k on k.venue_id = ${venueId} and k.key = u.clerk_key) as own
    group by card, location_id`
}
