import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { FraudRules, Rule } from './fraud-rules.rules.ts'
import type { Fragment } from './fraud-uses.sql.ts'
import type { Look } from './looked-at.sql.ts'
import { adjustedMuch, movedOn, pointsKept, wokenUp } from './movement-rules.sql.ts'
import { earnedElsewhere, sameOperator, staffCard } from './people-rules.sql.ts'
import { addedLate, evenAmounts, richPoints, spentMuch, twoPlaces, usedForWeeks, usedOften } from './use-rules.sql.ts'

type Find = (scope: VenueScope, look: Look, rules: FraudRules) => Fragment

/** Rules about uses alone: what they find of a day that is over is stored. */
export const STORED_RULES: Partial<Record<Rule, Find>> = {
  F1: usedOften,
  F2: usedForWeeks,
  F3: spentMuch,
  F4: twoPlaces,
  F6: sameOperator,
  F7: evenAmounts,
  F8: earnedElsewhere,
  F11: addedLate,
  F13: wokenUp,
  F14: richPoints,
}
/** Rules that also go by what is done by hand, by employees or by refunds, which are few: they always look. */
const LOOKING_RULES: Partial<Record<Rule, Find>> = { F5: adjustedMuch, F9: staffCard, F10: pointsKept, F12: movedOn }

export const EVERY_RULE = { ...STORED_RULES, ...LOOKING_RULES }

/** `found` as a part of a statement: everything that rules find by what `lookedAt` looks at. */
export const foundBy = (scope: VenueScope, look: Look, rules: FraudRules, finds: Partial<Record<Rule, Find>>): Fragment => {
  const { sql } = scope
  const found = Object.values(finds)
    .map((find) => sql`(${find(scope, look, rules)})`)
    .reduce((all, one) => sql`${all} union all ${one}`)
  return sql`found as materialized (
    select f.* from (${found}) as f(rule, card, location_id, day, n, other, clerk_key, user_id, about, facts) where f.day between ${look.from}::date and ${look.to}::date)`
}
