import { staffCards } from '#features/ledger/own-person.sql.ts'
import { isUse } from '#features/loyalty/card-use.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { type Look, notSeenBy } from './looked-at.sql.ts'

export type Fragment = Query<readonly unknown[]>

/**
 * What the rules ask, as parts of a statement (`name as (…)`, separated by commas):
 * - `places`: each location of the venue with the minor units of its money;
 * - `open_days`: what is looked at anew; `staff`: members whose e-mail, phone or name is an employee's;
 * - `members`: whose uses are looked at anew, where not everybody's are;
 * - `uses`: each of their uses in the range and the 30 days before it. A use is a sale that gave or took points and was not taken back since. A
 *   member's earlier cards count as the member's;
 * - `daily`, `hours`, `rung`: what everybody's uses of each day come to, by location, by hour and by who rang them up.
 */
export const lookedAt = (scope: VenueScope, look: Look): Fragment => {
  const { sql } = scope
  const { places, open } = look
  return sql`
    places as (
      select * from unnest(${numbers(places.map(({ locationId }) => locationId))}::int[], ${numbers(places.map(({ unit }) => unit))}::int[]) as p(location_id, unit)),
    open_days as materialized (
      select * from unnest(${numbers(open.map(({ locationId }) => locationId))}::int[], ${texts(open.map(({ day }) => day))}::date[],
        ${numbers(open.map(({ changes }) => changes))}::bigint[]) as o(location_id, day, changes)),
    staff as materialized (${staffCards(scope)}), ${look.since === null ? sql`` : sql`members as materialized (${members(scope, look, look.since)}),`}
    uses as materialized (${look.since === null ? usesOfAll(scope, look) : usesOfMembers(scope, look)}),
    ${daySums(scope, look)}`
}

/** Whoever used a card on an open day, had points moved by hand, or whose card was replaced since the check; and the cards they had before. */
const members = (scope: VenueScope, { from, to }: Look, since: Date): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select unnest(array[c.member_id, c.card_id]) as card from (
      select m.card_id from open_days o join loyalty_movement m on m.venue_id = ${venueId} and m.location_id = o.location_id and m.business_date = o.day
      union select unnest(array[m.card_id, m.other_card_id]) from loyalty_movement m
        where m.venue_id = ${venueId} and m.sale_id is null and (m.business_date between ${from}::date - 30 and ${to} or m.kind = 4 and m.at >= ${notSeenBy(scope, since)})
    ) as moved join loyalty_card c on c.venue_id = ${venueId} and c.card_id = moved.card_id
    union select card from staff`
}

const columns = ({ sql }: VenueScope): Fragment => sql`
  m.movement_id as id, c.member_id as card, m.location_id, m.business_date as day, m.at, s.local_hour % 100 as hour, s.clerk_key, s.total, s.receipt, s.revision,
  s.terminal_key, s.points_accrued as accrued, s.points_redeemed as redeemed`

const usesOfAll = (scope: VenueScope, { from, to, places }: Look): Fragment => {
  const { sql, venueId } = scope
  const ids = numbers(places.map(({ locationId }) => locationId))
  return sql`
    select ${columns(scope)}
    from loyalty_movement m join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id and s.location_id = any(${ids}::int[])
        and s.business_date between ${from}::date - 29 and ${to}
      join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id
    where m.venue_id = ${venueId} and m.sale_id is not null and m.location_id = any(${ids}::int[]) and m.business_date between ${from}::date - 29 and ${to} and ${isUse(scope)}`
}

const usesOfMembers = (scope: VenueScope, { from, to }: Look): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select ${columns(scope)}
    from members o join loyalty_card c on c.venue_id = ${venueId} and c.member_id = o.card
      join loyalty_movement m on m.venue_id = ${venueId} and m.card_id = c.card_id
      join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id
    where m.sale_id is not null and m.business_date between ${from}::date - 29 and ${to} and ${isUse(scope)}`
}

/** Every use of an open day is among `uses`; of other days it is stored what they come to. */
const daySums = ({ sql, venueId }: VenueScope, { from, to, since }: Look): Fragment => {
  const kept = sql`
    fraud_day f where ${since !== null} and f.venue_id = ${venueId} and f.day between ${from}::date - 29 and ${to}
      and not exists (select from open_days o where o.location_id = f.location_id and o.day = f.day)`
  const current = (card: Fragment) => sql`
    coalesce((select c.member_id from loyalty_card c where c.venue_id = ${venueId} and c.card_id = ${card} and c.card_id <> c.member_id), ${card})`
  return sql`
    opened as materialized (select u.* from uses u join open_days using (location_id, day)),
    daily as materialized (
      select f.location_id, f.day, f.uses, f.total, f.squares from ${kept}
      union all
      select location_id, day, count(*)::int, sum(total)::float8, sum(total::float8 * total) from opened group by location_id, day),
    hours as materialized (
      select k.location_id, k.day, k.hour, ${current(sql`k.low`)} as low, ${current(sql`k.high`)} as high
      from (select f.location_id, f.day, h.hour, h.low, h.high from (select * from ${kept}) f, unnest(f.hours, f.low_cards, f.high_cards) as h(hour, low, high)) as k
      union all
      select location_id, day, hour, min(card), max(card) from opened group by location_id, day, hour),
    rung as materialized (
      select f.location_id, f.day, r.clerk_key, r.n from (select * from ${kept}) f, unnest(f.clerks, f.rung) as r(clerk_key, n)
      union all
      select location_id, day, clerk_key, count(*)::int from opened where clerk_key is not null group by location_id, day, clerk_key)`
}
