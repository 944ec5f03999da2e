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

/** Everything the rules find in a range, by card; what an exempt card did up to its day is left out. */
export const hitsIn = async (scope: VenueScope, asked: Asked, rules: FraudRules): Promise<Hit[]> => {
  const { sql, venueId } = scope
  const wanted = RULES.filter((rule) => !rules.Off.includes(rule))
  if (wanted.length === 0 || asked.locationIds.length === 0) return []
  const found = wanted.map((rule) => sql`(${FINDS[rule](scope, asked, rules)})`).reduce((all, one) => sql`${all} union all ${one}`)
  return sql<Hit[]>`
    with ${usesIn(scope, asked)}, hits as (select f.* from (${found}) as f(rule, card, location_id, day, n, other, clerk_key, user_id, about, facts))
    select h.rule, h.card::text as "cardId", h.location_id as "locationId", h.day, h.n, coalesce(h.other, 0) as other, h.clerk_key as "clerkKey", h.user_id as "userId", h.about,
      h.facts::text[] as facts
    from hits h
    where not exists (
      select from fraud_case k where k.venue_id = ${venueId} and k.card_id = h.card and k.exempt_until >= h.day
        and not exists (select from fraud_hit o where o.venue_id = ${venueId} and o.case_id = k.case_id and o.card_id = h.card and o.rule = h.rule and o.day = h.day))
    order by h.card, h.day, h.rule`
}

/** How many cards each threshold of uses a day lists, from 2 to 9, and how many uses there are in the range. */
export const cardsByThreshold = async (scope: VenueScope, asked: Asked) => {
  const { sql } = scope
  const rows = await sql<{ uses: number; cards: number; all: number }[]>`
    with ${usesIn(scope, asked)}, most as (
      select card, max(n) as n from (select card, location_id, day, count(*) as n from uses where day >= ${asked.from}::date group by card, location_id, day) as days group by card)
    select t.uses, (select count(*) from most where most.n >= t.uses)::int as cards, (select count(*) from uses where day >= ${asked.from}::date)::int as all
    from generate_series(2, 9) as t(uses) order by 1`
  return { uses: rows[0]?.all ?? 0, byThreshold: rows.map(({ uses, cards }) => ({ Uses: uses, Cards: cards })) }
}
