import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { FraudRules } from './fraud-rules.rules.ts'
import type { Fragment } from './fraud-uses.sql.ts'
import type { Look } from './looked-at.sql.ts'

/** Rules about points that were moved by hand, spent at once, or kept though the sale was paid back. */

const MOVED = { adjustment: 2, transfer: 3, replacement: 4 } as const

/** Movements of a kind that were not taken back, in the range and 30 days before; what happened at a loyalty provider nobody did by hand. */
const byHand = ({ sql, venueId }: VenueScope, { from, to }: Look, kinds: readonly number[]): Fragment => sql`
  select m.movement_id as id, m.card_id, m.other_card_id, m.points, m.location_id, m.business_date as day, m.at, m.kind, m.actor_user_id as user_id, m.comments
  from loyalty_movement m
  where m.venue_id = ${venueId} and m.sale_id is null and m.kind = any(${kinds as number[]}::int[])
    and m.business_date between ${from}::date - 29 and ${to}
    and not exists (select from loyalty_movement r where r.venue_id = ${venueId} and r.reverses = m.movement_id and r.points = -m.points)
    and not exists (select from member_transaction t where t.venue_id = ${venueId} and t.movement_id = m.movement_id)`

/** F5: an adjustment of many points or without a reason, or one of many that somebody made in a day. */
export const adjustedMuch = (scope: VenueScope, asked: Look, { AdjustmentPoints, AdjustmentsPerDay }: FraudRules): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select 5, c.member_id, a.location_id, a.day, count(*)::int, max(abs(a.points))::int, null::int, case when count(distinct a.user_id) = 1 then min(a.user_id) end, '',
      array_agg(a.id order by a.at, a.id)
    from (select h.*, count(*) over (partition by h.user_id, h.day) as that_day from (${byHand(scope, asked, [MOVED.adjustment])}) as h) as a
      join loyalty_card c on c.venue_id = ${venueId} and c.card_id = a.card_id
    where a.day >= ${asked.from}::date and (abs(a.points) > ${AdjustmentPoints} or trim(a.comments) = '' or a.user_id is not null and a.that_day > ${AdjustmentsPerDay})
    group by c.member_id, a.location_id, a.day`
}

/** F12: points that went on from card to card within 30 days, or were spent soon after they were moved in or added. */
export const movedOn = (scope: VenueScope, asked: Look, { MovesPer30Days, SpentWithinMinutes }: FraudRules): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select 12, card, (array_agg(location_id order by day desc, location_id))[1], max(day), max(n)::int, min(minutes)::int, null::int, null::int, '', array_agg(distinct fact)
    from (
      with recursive moved as materialized (${byHand(scope, asked, [MOVED.transfer, MOVED.replacement])}), chain as (
        select id, other_card_id as card_id, at, day, location_id, 1 as n, array[id] as facts, at as began from moved
        union all
        select m.id, m.other_card_id, m.at, m.day, m.location_id, c.n + 1, c.facts || m.id, c.began from chain c
          join moved m on m.card_id = c.card_id and m.at >= c.at and m.id <> all(c.facts) and m.at < c.began + interval '30 days' where c.n < 20)
      select c.member_id as card, h.location_id, h.day, h.n, null::int as minutes, unnest(h.facts) as fact
      from chain h join loyalty_card c on c.venue_id = ${venueId} and c.card_id = h.card_id where h.n > ${MovesPer30Days} and h.day >= ${asked.from}::date
      union all
      select u.card, u.location_id, u.day, 1, greatest(1, ceil(extract(epoch from u.at - m.at) / 60))::int, unnest(array[m.id, u.id])
      from (${byHand(scope, asked, [MOVED.adjustment, MOVED.transfer])}) as m
        join loyalty_card c on c.venue_id = ${venueId} and c.card_id = coalesce(m.other_card_id, m.card_id)
        join uses u on u.card = c.member_id and u.redeemed > 0 and u.at between m.at and m.at + ${SpentWithinMinutes}::int * interval '1 minute'
      where u.day >= ${asked.from}::date and (m.kind = ${MOVED.transfer} or m.points > 0)) as found
    group by card`
}

/** F13: a card that slept for months, then spent half of its points or more. */
export const wokenUp = ({ sql, venueId }: VenueScope, { from }: Look, { DormantDays, DormantPercent }: FraudRules): Fragment => sql`
  select 13, u.card, u.location_id, u.day, (u.redeemed * 100 / greatest(b.balance, 1))::int, (u.day - l.day)::int, u.clerk_key, null::int, '', array[u.id]
  from uses u cross join lateral (
      select max(m.business_date) as day from loyalty_movement m join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id and c.member_id = u.card
      where m.venue_id = ${venueId} and m.sale_id is not null and m.reverses is null and m.at < u.at) as l
    cross join lateral (
      select coalesce(sum(e.delta), 0) as balance from loyalty_entry e join loyalty_card c on c.venue_id = ${venueId} and c.card_id = e.card_id and c.member_id = u.card
      where e.venue_id = ${venueId} and e.account = 1 and e.movement_id < u.id) as b
  where u.day >= ${from}::date and u.redeemed > 0 and u.day - l.day >= ${DormantDays} and u.redeemed * 100 >= ${DormantPercent} * b.balance`

/** F10: money was paid back, and the points of the sale stayed on the card. Tills number receipts alike: the refund's own till comes first. */
export const pointsKept = ({ sql, venueId }: VenueScope, { from, to, places }: Look): Fragment => sql`
  select 10, c.member_id, r.location_id, r.business_date, count(*)::int, sum(s.points_accrued)::int,
    case when count(distinct r.clerk_key) = 1 then min(r.clerk_key) end, null::int, '', array_agg(distinct m.movement_id) || array_agg(distinct r.sale_id)
  from sale r
    join sale s on s.venue_id = ${venueId} and s.location_id = r.location_id and s.receipt = r.original_receipt and s.kind = 1 and s.points_accrued > 0
      and (s.terminal_key = r.terminal_key or not exists (
        select from sale o where o.venue_id = ${venueId} and o.location_id = r.location_id and o.terminal_key = r.terminal_key and o.receipt = r.original_receipt and o.kind = 1))
    join loyalty_movement m on m.venue_id = ${venueId} and m.movement_id = s.sale_id and m.reverses is null
    join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id
  where r.venue_id = ${venueId} and r.location_id = any(${numbers(places.map(({ locationId }) => locationId))}::int[]) and r.business_date between ${from} and ${to} and r.kind = 2
    and r.original_receipt is not null and r.total < 0 and r.points_accrued >= 0
    and not exists (select from loyalty_movement b where b.venue_id = ${venueId} and b.reverses = m.movement_id)
    and not exists (select from sale t where t.venue_id = ${venueId} and t.counter_of = r.sale_id and t.location_id = r.location_id and t.business_date between ${from} and ${to})
  group by c.member_id, r.location_id, r.business_date`
