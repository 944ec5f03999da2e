/** The rules of the fraud check, what each counts for, and from where on each finds something. */

export const RULES = ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8', 'F9', 'F10', 'F11', 'F12', 'F13', 'F14'] as const
export type Rule = (typeof RULES)[number]

/** What a rule adds to the score of a card, at most 100 together. */
export const WEIGHTS: Record<Rule, number> = {
  F1: 20,
  F2: 15,
  F3: 15,
  F4: 36,
  F5: 30,
  F6: 24,
  F7: 12,
  F8: 30,
  F9: 40,
  F10: 50,
  F11: 35,
  F12: 50,
  F13: 45,
  F14: 35,
}

const MOST_SCORE = 100

/** A card's score: each rule it meets counts once, however often it does. */
export const scoreOf = (rules: Iterable<Rule>): number =>
  Math.min(
    MOST_SCORE,
    [...new Set(rules)].reduce((sum, rule) => sum + WEIGHTS[rule], 0),
  )

export const CASE_STATES = ['New', 'Reviewing', 'Confirmed', 'Cleared'] as const
export type CaseState = (typeof CASE_STATES)[number]

export const stateOf = (stored: number): CaseState => CASE_STATES[stored - 1] ?? 'New'
export const storedState = (state: CaseState): number => CASE_STATES.indexOf(state) + 1
export const ruleOf = (stored: number): Rule => RULES[stored - 1] ?? 'F1'

/** Numbers of the rules that are about everyone who rang it up, though they name no one: F9, F10, F11, F14. */
export const RULES_ABOUT_ALL: readonly number[] = [9, 10, 11, 14]

/** Fewest uses on one day that may count as too many. */
export const LEAST_USES = 2

/** How far back the rules look that go by 7 or 30 days. */
export const LOOK_BACK_DAYS = 30

export interface FraudRules {
  /** F1 */
  UsesPerDay: number
  /** F2 */
  UsesPer7Days: number
  UsesPer30Days: number
  /** F3, in money; and how many standard deviations above what cards usually spend there. */
  LargeSale: number
  LargeDeviations: number
  /** F4 */
  TwoPlacesMinutes: number
  /** F5 */
  AdjustmentPoints: number
  AdjustmentsPerDay: number
  /** F6, in 30 days; and the share of the person's own card receipts. */
  SameOperatorUses: number
  SameOperatorPercent: number
  /** F7 */
  EvenAmountsPerDay: number
  /** F8: how many uses one person alone rang up before the points went elsewhere. */
  EarnedWithOne: number
  /** F12, in 30 days; and how soon after a transfer or an adjustment points are spent. */
  MovesPer30Days: number
  SpentWithinMinutes: number
  /** F13 */
  DormantDays: number
  DormantPercent: number
  /** F14 */
  PointsPerDollar: number
  /** Rules that are not applied. */
  Off: Rule[]
}

/** What holds until a venue chooses otherwise. */
export const USUAL_RULES: FraudRules = {
  UsesPerDay: 5,
  UsesPer7Days: 15,
  UsesPer30Days: 40,
  LargeSale: 400,
  LargeDeviations: 4,
  TwoPlacesMinutes: 30,
  AdjustmentPoints: 1000,
  AdjustmentsPerDay: 3,
  SameOperatorUses: 5,
  SameOperatorPercent: 20,
  EvenAmountsPerDay: 2,
  EarnedWithOne: 3,
  MovesPer30Days: 2,
  SpentWithinMinutes: 60,
  DormantDays: 180,
  DormantPercent: 50,
  PointsPerDollar: 10,
  Off: [],
}
