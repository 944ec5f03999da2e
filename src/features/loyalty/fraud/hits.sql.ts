import { isUse } from '#features/loyalty/card-use.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { EVERY_RULE, foundBy } from './found-by.sql.ts'
import { type FraudRules, RULES } from './fraud-rules.rules.ts'
import { type Fragment, lookedAt } from './fraud-uses.sql.ts'
import type { Hit } from './hits.rules.ts'
import { type Asked, type Look, lookAt } from './looked-at.sql.ts'

/**
 * `hits` as a part of a statement: what was found now and, of members who are not looked at anew, what is stored; at the chosen locations, by the
 * rules that are on, and without what an exempt card did up to its day.
 */
const hitsAt = ({ sql, venueId }: VenueScope, { from, to, locationIds, since }: Look, { Off }: FraudRules, hidden: readonly string[] = []): Fragment => {
  const wanted = RULES.flatMap((rule, i) => (rule === 'F1' || !Off.includes(rule) ? [i + 1] : []))
  const stored = sql`
    union all select f.rule, f.card_id, f.location_id, f.day, f.n, f.other, f.clerk_key, null::int, '', f.facts from fraud_found f
    where f.venue_id = ${venueId} and f.day between ${from}::date and ${to}::date and f.location_id = any(${numbers(locationIds)}::int[])
      and not exists (select from members o where o.card = f.card_id)`
  return sql`hits as materialized (
    select h.* from (select * from found ${since === null ? sql`` : stored}) as h
    where h.location_id = any(${numbers(locationIds)}::int[]) and h.card <> all(${numbers(hidden)}::bigint[]) and h.rule = any(${numbers(wanted)}::int[]) and not exists (
      select from fraud_case k where k.venue_id = ${venueId} and k.card_id = h.card and k.exempt_until >= h.day
        and not exists (select from fraud_hit o where o.venue_id = ${venueId} and o.case_id = k.case_id and o.card_id = h.card and o.rule = h.rule and o.day = h.day)))`
}

/** `kept` as a part of a statement: of a card's weeks the fullest, and of a person and a card the last day. */
const keptHits = ({ sql }: VenueScope, { UsesPerDay, UsesPer7Days, UsesPer30Days, Off }: FraudRules): Fragment => sql`
  kept as (
    select rule, card::text as "cardId", location_id as "locationId", day, n, coalesce(other, 0) as other, clerk_key as "clerkKey", user_id as "userId", about,
      facts::text[] as facts, card
    from hits where rule not in (1, 2, 6) or rule = 1 and n >= ${UsesPerDay} and ${!Off.includes('F1')}
    union all
    select rule, card::text, location_id, day, n, other, clerk_key, user_id, about, facts::text[], card from (
      select distinct on (card) * from hits where rule = 2
      order by card, n / (case when other = 7 then ${UsesPer7Days} else ${UsesPer30Days} end)::numeric desc, day desc, location_id) as fullest
    union all
    select rule, card::text, location_id, day, n, other, clerk_key, user_id, about, facts::text[], card from (
      select distinct on (card, clerk_key) * from hits where rule = 6 order by card, clerk_key, day desc, location_id) as last)`

/** The same order however it was found. */
const inOrder = ({ sql }: VenueScope): Fragment => sql`k.card, k.day, k.rule, k."locationId", k."clerkKey", k.facts`

/** Everything the rules find in a range, by card; what an exempt card did up to its day is left out. */
export const hitsIn = async (scope: VenueScope, asked: Asked, rules: FraudRules): Promise<Hit[]> => {
  if (asked.locationIds.length === 0) return []
  const look = await lookAt(scope, asked, rules)
  return scope.sql<Hit[]>`
    with ${lookedAt(scope, look)}, ${foundBy(scope, look, rules, EVERY_RULE)}, ${hitsAt(scope, look, rules)}, ${keptHits(scope, rules)}
    select rule, "cardId", "locationId", day, n, other, "clerkKey", "userId", about, facts from kept k order by ${inOrder(scope)}`
}

/** A range looked through once: what the rules find, how much it was used, and what people rang up. */
export interface LookedThrough {
  hits: Hit[]
  /** How many uses there are in the range. */
  uses: number
  /** How many cards each threshold of uses a day lists, from 2 to 9. */
  byThreshold: { Uses: number; Cards: number }[]
  /** How many card receipts each person rang up. */
  receipts: { clerk: number; n: number }[]
}

/**
 * All of the fraud check in one statement, since reading the uses costs as much as all rules together.
 * @param hidden members who count in no figure
 */
export const lookThrough = async (scope: VenueScope, asked: Asked, rules: FraudRules, hidden: readonly string[]): Promise<LookedThrough> => {
  const { sql, venueId } = scope
  const look = await lookAt(scope, asked, rules)
  const chosen = sql`day between ${asked.from}::date and ${asked.to}::date and location_id = any(${numbers(asked.locationIds)}::int[])`
  const [row] = await sql<LookedThrough[]>`
    with ${lookedAt(scope, look)}, ${foundBy(scope, look, rules, EVERY_RULE)}, ${hitsAt(scope, look, rules, hidden)}, ${keptHits(scope, rules)},
      most as (select card, max(n) as n from hits where rule = 1 group by card)
    select (select coalesce(json_agg(k order by ${inOrder(scope)}), '[]') from kept k) as hits,
      ((select coalesce(sum(uses), 0) from daily where ${chosen}) - (
        select count(*) from loyalty_card c join loyalty_movement m on m.venue_id = ${venueId} and m.card_id = c.card_id
          join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id
        where c.venue_id = ${venueId} and c.member_id = any(${numbers(hidden)}::bigint[]) and m.location_id = any(${numbers(asked.locationIds)}::int[])
          and m.business_date between ${asked.from}::date and ${asked.to}::date and ${isUse(scope)}))::int as uses,
      (select json_agg(json_build_object('Uses', t.uses, 'Cards', (select count(*) from most where most.n >= t.uses)) order by t.uses)
        from generate_series(2, 9) as t(uses)) as "byThreshold",
      (select coalesce(json_agg(json_build_object('clerk', c.clerk_key, 'n', c.n) order by c.clerk_key), '[]')
        from (select clerk_key, sum(n)::int as n from rung where ${chosen} group by clerk_key) c) as receipts`
  return row ?? { hits: [], uses: 0, byThreshold: [], receipts: [] }
}
