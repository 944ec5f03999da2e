import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type FraudRules, RULES, type Rule } from './fraud-rules.rules.ts'
import { type Asked, type Fragment, usesIn } from './fraud-uses.sql.ts'
import type { Hit } from './hits.rules.ts'
import { adjustedMuch, movedOn, pointsKept, wokenUp } from './movement-rules.sql.ts'
import { earnedElsewhere, sameOperator, staffCard } from './people-rules.sql.ts'
import { addedLate, evenAmounts, richPoints, spentMuch, twoPlaces, usedForWeeks, usedOften } from './use-rules.sql.ts'

const FINDS: Record<Rule, (scope: VenueScope, asked: Asked, rules: FraudRules) => Fragment> = {
  F1: usedOften,
  F2: usedForWeeks,
  F3: spentMuch,
  F4: twoPlaces,
  F5: adjustedMuch,
  F6: sameOperator,
  F7: evenAmounts,
  F8: earnedElsewhere,
  F9: staffCard,
  F10: pointsKept,
  F11: addedLate,
  F12: movedOn,
  F13: wokenUp,
  F14: richPoints,
}

/** `uses` and `kept` as parts of a statement: everything the rules find in a range, but what an exempt card did up to its day. */
const keptHits = (scope: VenueScope, asked: Asked, wanted: readonly Rule[], rules: FraudRules): Fragment => {
  const { sql, venueId } = scope
  const found = wanted.map((rule) => sql`(${FINDS[rule](scope, asked, rules)})`).reduce((all, one) => sql`${all} union all ${one}`)
  return sql`
    ${usesIn(scope, asked)}, hits as (select f.* from (${found}) as f(rule, card, location_id, day, n, other, clerk_key, user_id, about, facts)), kept as (
      select h.rule, h.card::text as "cardId", h.location_id as "locationId", h.day, h.n, coalesce(h.other, 0) as other, h.clerk_key as "clerkKey", h.user_id as "userId",
        h.about, h.facts::text[] as facts, h.card
      from hits h
      where not exists (
        select from fraud_case k where k.venue_id = ${venueId} and k.card_id = h.card and k.exempt_until >= h.day
          and not exists (select from fraud_hit o where o.venue_id = ${venueId} and o.case_id = k.case_id and o.card_id = h.card and o.rule = h.rule and o.day = h.day)))`
}

const wantedBy = ({ Off }: FraudRules): Rule[] => RULES.filter((rule) => !Off.includes(rule))

/** Everything the rules find in a range, by card; what an exempt card did up to its day is left out. */
export const hitsIn = async (scope: VenueScope, asked: Asked, rules: FraudRules): Promise<Hit[]> => {
  const wanted = wantedBy(rules)
  if (wanted.length === 0 || asked.locationIds.length === 0) return []
  return scope.sql<Hit[]>`
    with ${keptHits(scope, asked, wanted, rules)}
    select rule, "cardId", "locationId", day, n, other, "clerkKey", "userId", about, facts from kept order by card, day, rule`
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

/** All of the fraud check in one statement, since reading the uses costs as much as all rules together. */
export const lookThrough = async (scope: VenueScope, asked: Asked, rules: FraudRules): Promise<LookedThrough> => {
  const { sql } = scope
  const wanted = wantedBy(rules)
  const hits =
    wanted.length === 0
      ? sql`${usesIn(scope, asked)}, kept as (select 0 as card, current_date as day, 0 as rule where false)`
      : keptHits(scope, asked, wanted, rules)
  const [row] = await sql<LookedThrough[]>`
    with ${hits}, own as materialized (select card, location_id, day, clerk_key from uses where day >= ${asked.from}::date),
      most as (select card, max(n) as n from (select card, count(*) as n from own group by card, location_id, day) as days group by card)
    select (select coalesce(json_agg(k order by k.card, k.day, k.rule), '[]') from kept k) as hits, (select count(*) from own)::int as uses,
      (select json_agg(json_build_object('Uses', t.uses, 'Cards', (select count(*) from most where most.n >= t.uses)) order by t.uses)
        from generate_series(2, 9) as t(uses)) as "byThreshold",
      (select coalesce(json_agg(json_build_object('clerk', c.clerk_key, 'n', c.n)), '[]')
        from (select clerk_key, count(*) as n from own where clerk_key is not null group by clerk_key) c) as receipts`
  return row ?? { hits: [], uses: 0, byThreshold: [], receipts: [] }
}
