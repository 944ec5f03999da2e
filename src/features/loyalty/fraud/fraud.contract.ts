import * as z from 'zod/mini'
import { CardNumber, MovementId } from '#features/loyalty/card-fields.rules.ts'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, operation, orAdmin, report } from '#shared/endpoint.ts'
import { Day, Id, LocationList, longText } from '#shared/fields.ts'
import { job } from '#shared/job.ts'
import { CASE_STATES, LEAST_USES, RULES } from './fraud-rules.rules.ts'
import { fraudTable } from './fraud-table.rules.ts'

const Count = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))
const Money = z.number().check(z.minimum(0), z.maximum(10_000_000))

/** From where on each rule finds something. */
const FraudRules = z.object({
  /** F1: uses of a card on one trading day at a location. */
  UsesPerDay: Count(LEAST_USES, 1000),
  /** F2: uses within 7 and within 30 days. */
  UsesPer7Days: Count(2, 10_000),
  UsesPer30Days: Count(2, 10_000),
  /** F3: a sale above this amount, or above what cards spend there by so many standard deviations; 0: not by these. */
  LargeSale: Money,
  LargeDeviations: Count(0, 100),
  /** F4: minutes between uses at two locations. */
  TwoPlacesMinutes: Count(1, 1440),
  /** F5: points of an adjustment, and adjustments by one person on one day, above which they are listed. */
  AdjustmentPoints: Count(0, 10_000_000),
  AdjustmentsPerDay: Count(1, 10_000),
  /** F6: uses of one card rung up by one person in 30 days, or their share of that person's card receipts in percent. */
  SameOperatorUses: Count(2, 10_000),
  SameOperatorPercent: Count(1, 100),
  /** F7: round amounts on one trading day. */
  EvenAmountsPerDay: Count(2, 1000),
  /** F8: uses rung up by one person alone before the points are spent at another location. */
  EarnedWithOne: Count(1, 1000),
  /** F12: transfers and replacements one after the other in 30 days, above which they are listed; minutes from a transfer or an adjustment to spending. */
  MovesPer30Days: Count(1, 1000),
  SpentWithinMinutes: Count(1, 10_080),
  /** F13: days without use, and the share of the points that is spent then in percent. */
  DormantDays: Count(1, 3650),
  DormantPercent: Count(1, 100),
  /** F14: points a dollar gives at most. */
  PointsPerDollar: Money,
  /** Rules that are not applied. */
  Off: z.array(z.enum(RULES)).check(z.maxLength(RULES.length)),
})

const Evidence = z.object({
  /** A sale that moved points, one that moved none though it should have, or a movement made by hand. */
  Kind: z.enum(['Sale', 'Refund', 'Adjustment', 'Transfer', 'Replacement', 'Other']),
  SaleId: z.nullable(z.string()),
  MovementId: z.nullable(z.string()),
  Receipt: z.nullable(z.string()),
  Day,
  At: z.string(),
  LocationId: z.int(),
  Location: z.string(),
  Till: z.nullable(z.string()),
  /** Whoever rang it up, or made the movement. */
  Operator: z.nullable(z.string()),
  PaidBy: z.nullable(z.string()),
  Amount: z.nullable(z.number()),
  Points: z.int(),
  /** How many of its points can still be taken back. */
  Reversible: z.int(),
  Comments: z.string(),
})
export type Evidence = z.output<typeof Evidence>

const Found = z.object({
  Rule: z.enum(RULES),
  Weight: z.int(),
  Day,
  LocationId: z.int(),
  Location: z.string(),
  /** How often, or how many. */
  Count: z.int(),
  /** The rule's second figure: minutes, percent, days, points, money. */
  Other: z.int(),
  Operator: z.nullable(z.string()),
  /** The employee whose name, e-mail or phone is the member's; null without can_viewemp. */
  About: z.nullable(z.string()),
  Evidence: z.array(Evidence),
})
export type Found = z.output<typeof Found>

const CaseMark = z.object({
  CaseId: z.string(),
  State: z.enum(CASE_STATES),
  By: z.nullable(z.string()),
  ExemptUntil: z.nullable(Day),
  Blocked: z.boolean(),
  OpenedAt: z.string(),
})

const ListedCard = z.object({
  CardNumber: z.string(),
  Name: z.string(),
  /** The employee the member is taken for; null without can_viewemp. */
  Staff: z.nullable(z.string()),
  Day,
  Points: z.int(),
  Score: z.int(),
  Hits: z.array(Found),
  Case: z.nullable(CaseMark),
})
export type ListedCard = z.output<typeof ListedCard>

const Operator = z.object({
  Name: z.string(),
  Locations: z.array(z.string()),
  /** Card receipts rung up in the range, and how many of them are listed. */
  CardReceipts: z.int(),
  Listed: z.int(),
  Rules: z.array(z.enum(RULES)),
  Score: z.int(),
})
export type Operator = z.output<typeof Operator>

const CaseRow = z.object({
  ...CaseMark.shape,
  CardNumber: z.string(),
  Name: z.string(),
  LocationId: z.int(),
  Location: z.string(),
  Day,
  Score: z.int(),
  Rules: z.array(z.enum(RULES)),
})

const Step = z.object({
  State: z.enum(CASE_STATES),
  Note: z.string(),
  By: z.nullable(z.string()),
  At: z.string(),
  Blocked: z.boolean(),
  Reversed: z.int(),
  ExemptUntil: z.nullable(Day),
})

export const FraudCase = z.object({
  ...CaseRow.shape,
  Version: z.int(),
  /** The card as it stands now. */
  Balance: z.int(),
  Status: z.enum(['Active', 'Blocked', 'Replaced']),
  Hits: z.array(Found),
  /** Points of its evidence that can still be taken back. */
  Reversible: z.int(),
  Steps: z.array(Step),
})
export type FraudCase = z.output<typeof FraudCase>

const Note = longText(1000)

/** What is sent to decide a case. */
export const Decision = z.object({
  State: z.enum(CASE_STATES),
  Note: z.optional(Note),
  BlockCard: z.optional(z.boolean()),
  ReversePoints: z.optional(z.boolean()),
  ExemptUntil: z.optional(z.nullable(Day)),
  /** The version it was decided from; another one by now is 409. */
  Version: z.optional(z.int()),
})
export type Decision = z.output<typeof Decision>

const FraudAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  /** Uses on one day from which rule F1 lists a card. */
  Threshold: z.int(),
  Uses: z.int(),
  ByThreshold: z.array(z.object({ Uses: z.int(), Cards: z.int() })),
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string(), Currency: z.string(), Cards: z.array(ListedCard) })),
  Operators: z.array(Operator),
  AsAt: z.string(),
})
export type FraudAnswer = z.output<typeof FraudAnswer>

const RANGE = { FromDate: Day, ToDate: Day, Locations: z.optional(LocationList) } as const
const Threshold = z.pipe(z.string().check(z.regex(/^\d{1,6}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(LEAST_USES))
const see = { access: ['can_viewloyalty'] } as const
const decide = { access: ['can_editloyalty'], method: 'POST', strict: true } as const
const config = {
  venueParam: 'id',
  params: z.object({ id: Id }),
  path: '/venue/:id/config/fraudrules',
  response: z.object({ Rules: FraudRules, Version: z.int() }),
} as const

/** The fraud check: what fourteen rules find, and what people make of it. */
export const fraud = contract({
  fraudCheck: report({
    ...see,
    path: '/loyalty/fraud',
    summary: 'What the fraud check finds in a range, by location and card, with the evidence and who rang it up.',
    query: z.object({ ...RANGE, ...WRITTEN, Threshold: z.optional(Threshold) }),
    response: FraudAnswer,
    table: fraudTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
  cases: operation({
    ...see,
    method: 'GET',
    path: '/loyalty/fraud/cases',
    alsoAt: '/loyalty/cases',
    summary: 'Cases of the fraud check at your locations, the newest first; at most 500.',
    query: z.object({ State: z.optional(z.enum(CASE_STATES)) }),
    response: z.object({ Cases: z.array(CaseRow) }),
    example: { as: 'owner', query: { State: 'New' } },
  }),
  openCase: operation({
    ...decide,
    path: '/loyalty/fraud/cases',
    alsoAt: '/loyalty/cases',
    summary: 'Opens a case for a card from what the fraud check finds in a range, or in the last 31 days, without waiting for the nightly check.',
    body: z.object({ CardNumber, FromDate: z.optional(Day), ToDate: z.optional(Day) }),
    response: z.object({ CaseId: z.string() }),
    example: { as: 'owner', body: { CardNumber: '{suspicious-card}' } },
  }),
  case: operation({
    ...see,
    method: 'GET',
    path: '/loyalty/fraud/cases/:id',
    alsoAt: '/loyalty/cases/:id',
    summary: 'A case with its evidence and what was decided, by whom and why. Opening it is recorded.',
    params: z.object({ id: MovementId }),
    response: FraudCase,
    example: { as: 'owner', params: { id: '{fraud-case}' } },
  }),
  decideCase: operation({
    ...decide,
    path: '/loyalty/fraud/cases/:id',
    alsoAt: '/loyalty/cases/:id',
    summary: 'Reviews a case, confirms it (and may block the card and reverse its points), or clears it (and may exempt the card until a day).',
    params: z.object({ id: MovementId }),
    body: Decision,
    response: FraudCase,
    example: { as: 'owner', params: { id: '{fraud-case}' }, body: { State: 'Reviewing', Note: 'Asked the manager of that evening' } },
  }),
  fraudRules: operation({
    ...config,
    access: orAdmin({ anyOf: ['can_viewloyalty', 'can_editsettings'] }),
    method: 'GET',
    summary: 'The thresholds of the rules of the fraud check.',
    example: { as: 'owner', params: { id: 1 } },
  }),
  changeFraudRules: operation({
    ...config,
    access: orAdmin(['can_editsettings']),
    wholeVenue: true,
    method: 'POST',
    summary: 'Change the thresholds of the fraud check, or switch rules off. What is left out does not change.',
    body: z.object({ Rules: z.partial(FraudRules), Version: z.optional(z.int()) }),
    example: { as: 'owner', params: { id: 1 }, body: { Rules: { UsesPerDay: 6 } } },
  }),
})

/** Checks a venue's days by thresholds that changed. */
export const fraudRulesChanged = job('fraud-rules-changed', z.object({ VenueId: z.int() }))
