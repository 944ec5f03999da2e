import { MOVEMENT } from '#features/ledger/ledger.rules.ts'
import { ownPerson } from '#features/ledger/own-person.sql.ts'
import { USUAL_RULES } from '#features/loyalty/fraud/fraud-rules.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { addDays } from '#shared/day.ts'
import type { PlaceNow } from './place-now.rules.ts'

/** A card that was used on one trading day at a location as often as the venue wants to know of. */
export interface OftenUsed {
  cardId: string
  number: string
  locationId: number
  day: string
  uses: number
  threshold: number
  lastAt: Date
}

/**
 * What the first rule of the fraud check finds of today and yesterday, the most often used first. A use is a sale that gave or took points and was not taken back; a
 * member's earlier cards count as the member's. Left out is what was decided on, what an exempt card does, and what is about the user.
 */
export const cardsUsedOften = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<OftenUsed[]> => {
  const { sql, venueId } = scope
  const own = await ownPerson(scope)
  const days = places.flatMap(({ locationId, day }) => [day, addDays(day, -1)].map((one) => ({ locationId, day: one })))
  return sql<OftenUsed[]>`
    with rule as (
      select coalesce(max((value->>'UsesPerDay')::int), ${USUAL_RULES.UsesPerDay}::int) as threshold, coalesce(bool_or(value->'Off' ? 'F1'), false) as is_off
      from fraud_setting where venue_id = ${venueId}),
    used as (
      select c.member_id, m.location_id, m.business_date as day, count(*)::int as uses, max(m.at) as last_at
      from unnest(${numbers(days.map(({ locationId }) => locationId))}::int[], ${texts(days.map(({ day }) => day))}::date[]) as d(location_id, day)
      join loyalty_movement m on m.venue_id = ${venueId} and m.location_id = d.location_id and m.business_date = d.day
      join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id
      join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id
      where m.kind = ${MOVEMENT.sale} and m.reverses is null and s.n > 0 and not exists (
        select from loyalty_movement b where b.venue_id = ${venueId} and b.reverses = m.movement_id and b.sale_id is not null)
      group by 1, 2, 3)
    select u.member_id::text as "cardId", c.number, u.location_id as "locationId", u.day, u.uses, r.threshold, u.last_at as "lastAt"
    from used u cross join rule r join loyalty_card c on c.venue_id = ${venueId} and c.card_id = u.member_id
    where not r.is_off and u.uses >= r.threshold and not exists (
      select from fraud_case k left join fraud_hit h on h.venue_id = ${venueId} and h.case_id = k.case_id and h.rule = 1 and h.day = u.day and h.location_id = u.location_id
      where k.venue_id = ${venueId} and k.card_id = u.member_id and (k.exempt_until >= u.day or (k.state > 2 and h.case_id is not null)))
      and u.member_id <> all(${numbers(own.cardIds)}::bigint[]) and not exists (
        select from fraud_case k join fraud_hit h on h.venue_id = ${venueId} and h.case_id = k.case_id
        where k.venue_id = ${venueId} and k.card_id = u.member_id and k.state <= 2
          and (h.clerk_key = any(${numbers(own.clerkKeys)}::int[]) or h.user_id = any(${numbers(own.userIds)}::int[])))
    order by u.uses desc, u.day desc, c.number limit 20`
}
