import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, FactId, IdNumber, NotTaken, shortText } from '#shared/fields.ts'
import {
  ADJUSTMENT_STATES,
  CARD_STATUSES,
  CardNumber,
  Comments,
  HolderEmail,
  HolderName,
  HolderPhone,
  MOVEMENT_KINDS,
  MovementId,
  PointsAdjusted,
  PointsMoved,
} from './card-fields.rules.ts'

/** A card as answers show it. Points and Owed are never both above zero: what comes in pays what is owed first. */
export const Details = z.object({
  CardNumber: z.string(),
  Name: z.string(),
  Email: z.nullable(z.string()),
  Phone: z.nullable(z.string()),
  Status: z.enum(CARD_STATUSES),
  Points: z.int(),
  /** Points redeemed beyond the balance. */
  Owed: z.int(),
  Tier: z.nullable(z.string()),
  Joined: Day,
  /** The trading day of its last sale. */
  LastUsed: z.nullable(Day),
  /** The card that took its place. */
  ReplacedBy: z.nullable(z.string()),
  /** First seen at a till, and nobody has said yet whose it is. */
  Incomplete: z.boolean(),
})
export type Details = z.output<typeof Details>

/** What may be sent of a card: whose it is, and Active or Blocked. The rest may be sent back and is not taken. */
const SentDetails = z.object({
  CardNumber: z.optional(CardNumber),
  Name: z.optional(HolderName),
  Email: z.optional(z.nullable(z.union([z.literal(''), HolderEmail]))),
  Phone: z.optional(z.nullable(HolderPhone)),
  Tier: z.optional(z.nullable(shortText(40))),
  Status: z.optional(z.enum(CARD_STATUSES)),
  Points: NotTaken,
  Owed: NotTaken,
  Joined: NotTaken,
  LastUsed: NotTaken,
  ReplacedBy: NotTaken,
  Incomplete: NotTaken,
})
export type SentDetails = z.output<typeof SentDetails>

const Balance = z.object({ CardNumber: z.string(), Points: z.int(), Owed: z.int() })
const Holder = z.object({ CardNumber: z.string(), Name: z.string(), Points: z.int(), Owed: z.int() })

/** A movement as the card's usage shows it: what it changed, and how the card stood after it. */
export const Movement = z.object({
  MovementId: z.string(),
  Kind: z.enum(MOVEMENT_KINDS),
  /** The trading day. */
  Day,
  At: z.string(),
  LocationId: z.int(),
  Location: z.string(),
  /** Which of the member's cards it is on: those before a replacement count as one member. */
  CardNumber: z.string(),
  /** Points added or taken, and by how much what is owed grew. */
  Points: z.int(),
  Owed: z.int(),
  Accrued: z.int(),
  Redeemed: z.int(),
  /** How the member stood after it. */
  Balance: z.int(),
  OwedAfter: z.int(),
  /** The receipt behind it. */
  SaleId: z.nullable(z.string()),
  Receipt: z.nullable(z.string()),
  /** Till: the till sent the points. Computed: they were worked out from the sale. */
  PointsSource: z.nullable(z.enum(['Till', 'Computed'])),
  /** Of a transfer or replacement, the other card. */
  OtherCard: z.nullable(z.string()),
  /** Who did it; null: a till or a job. */
  By: z.nullable(z.string()),
  OnBehalfOf: z.nullable(z.string()),
  /** The loyalty provider it happened at, where it came from there. */
  Provider: z.nullable(z.string()),
  Comments: z.string(),
  /** The movement it takes back. */
  Reverses: z.nullable(z.string()),
  /** How many of its points were taken back by now, and how many still can be. */
  Reversed: z.int(),
  Reversible: z.int(),
})
export type Movement = z.output<typeof Movement>

const Adjustment = z.object({
  MovementId: z.string(),
  CardNumber: z.string(),
  Name: z.string(),
  Points: z.int(),
  LocationId: z.int(),
  Location: z.string(),
  Comments: z.string(),
  State: z.enum(ADJUSTMENT_STATES),
  AskedBy: z.string(),
  AskedAt: z.string(),
  DecidedBy: z.nullable(z.string()),
  DecidedAt: z.nullable(z.string()),
  DecisionComments: z.string(),
  /** Whether the reader is somebody else than whoever asked, and so may decide. */
  MayDecide: z.boolean(),
})
export type Adjustment = z.output<typeof Adjustment>

const Page = {
  After: z.optional(FactId),
  Limit: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1), z.maximum(500))),
} as const

const see = { access: ['can_viewloyalty'] } as const
const change = { method: 'POST', access: ['can_editloyalty'], strict: true } as const
const move = { ...change, allowance: 'points' } as const
const card = { params: z.object({ card: CardNumber }) } as const
const exampleCard = { card: '{card}' }

/** Cards and their points. */
export const loyalty = contract({
  search: operation({
    ...see,
    method: 'GET',
    path: '/loyalty/search',
    summary:
      'Finds cards by one field: a number whole or by its last 4 or first 6 digits, any part of a name, the beginning of an e-mail address, a phone by its last 6 digits or more. At most 50.',
    allowance: 'search',
    query: z.object({
      CardNumber: z.optional(shortText(64)),
      Name: z.optional(shortText(64)),
      Email: z.optional(shortText(64)),
      Phone: z.optional(shortText(64)),
    }),
    response: z.object({ Details: z.array(Details), More: z.boolean() }),
    example: { as: 'owner', query: { Name: 'lee' } },
  }),
  incomplete: operation({
    ...see,
    method: 'GET',
    path: '/loyalty/incomplete',
    summary: 'Cards first seen at a till whose holder is not known yet, newest first.',
    query: z.object(Page),
    response: z.object({ Details: z.array(Details), Total: z.int(), Next: z.nullable(z.string()) }),
    example: { as: 'owner' },
  }),
  details: operation({
    ...see,
    ...card,
    method: 'GET',
    path: '/loyalty/:card/details',
    summary: 'One card: its holder, status and balance.',
    response: z.object({ Details }),
    example: { as: 'owner', params: exampleCard },
  }),
  setDetails: operation({
    ...change,
    ...card,
    path: '/loyalty/:card/details',
    summary: 'Changes the holder of a card, blocks it or makes it active again. A new number becomes a card. What is left out does not change.',
    body: z.object({ CardNumber: z.optional(CardNumber), Details: SentDetails }),
    response: z.object({ Details }),
    example: { as: 'owner', params: { card: '{new-card}' }, body: { Details: { Name: 'Aiko Lee', Email: 'aiko.lee@example.com', Phone: '0412 345 678' } } },
  }),
  points: operation({
    ...see,
    ...card,
    method: 'GET',
    path: '/loyalty/:card/points',
    summary: 'The balance of a card.',
    response: Balance,
    example: { as: 'owner', params: exampleCard },
  }),
  adjustPoints: operation({
    ...move,
    ...card,
    path: '/loyalty/:card/points',
    summary: "Adds or removes points by hand. Above the venue's limit it waits for a second person: 202, State Pending, and no points move yet.",
    isPending: ({ State }: { State: 'Posted' | 'Pending' }) => State === 'Pending',
    body: z.object({ CardNumber: z.optional(CardNumber), Points: PointsAdjusted, LocationId: IdNumber, Comments: z.optional(Comments) }),
    response: z.extend(Balance, { MovementId: z.string(), State: z.enum(['Posted', 'Pending']) }),
    example: { as: 'owner', params: exampleCard, body: { Points: 50, LocationId: 1, Comments: 'Welcome back' } },
  }),
  movements: operation({
    ...see,
    ...card,
    method: 'GET',
    path: '/loyalty/:card/movements',
    summary: "A card's movements at your locations, the newest first: what each changed, the balance after it, and the receipt behind it.",
    query: z.object({ ...Page, FromDate: z.optional(Day), ToDate: z.optional(Day) }),
    response: z.object({
      CardNumber: z.string(),
      Points: z.int(),
      Owed: z.int(),
      Movements: z.array(Movement),
      /** Send as After for older ones; null where there are none. */
      Next: z.nullable(z.string()),
    }),
    example: { as: 'owner', params: exampleCard },
  }),
  transferPoints: operation({
    ...move,
    path: '/loyalty/:from/transfer/:to',
    summary: 'Moves points from one active card to another, in one step.',
    params: z.object({ from: CardNumber, to: CardNumber }),
    body: z.object({
      FromCard: z.optional(CardNumber),
      ToCard: z.optional(CardNumber),
      Points: PointsMoved,
      LocationId: IdNumber,
      Comments: z.optional(Comments),
    }),
    response: z.object({ MovementId: z.string(), From: Holder, To: Holder }),
    example: { as: 'owner', params: { from: '{card}', to: '{other-card}' }, body: { Points: 1, LocationId: 1 } },
  }),
  replaceCard: operation({
    ...move,
    path: '/loyalty/:old/replace/:new',
    summary: 'Replaces a card with a new or unused one. Balance and holder move over, and the old card stops working permanently.',
    params: z.object({ old: CardNumber, new: CardNumber }),
    body: z.object({
      OldCard: z.optional(CardNumber),
      ReplacementCard: z.optional(CardNumber),
      Comments: z.optional(Comments),
      /** Where it is done; absent: your first location. */
      LocationId: z.optional(IdNumber),
    }),
    response: z.object({ MovementId: z.string(), Points: z.int(), Details }),
    example: { as: 'owner', params: { old: '{card}', new: '{new-card}' }, body: { Comments: 'Lost on Saturday' } },
  }),
  reverseMovement: operation({
    ...move,
    path: '/loyalty/movements/:id/reverse',
    summary: 'Reverses a movement with another one, in full or in part, but never more than is left of it.',
    params: z.object({ id: MovementId }),
    body: z.object({ Points: z.optional(PointsMoved), Comments }),
    response: z.object({ MovementId: z.string(), Reverses: z.string(), Points: z.int(), Cards: z.array(Balance) }),
    example: { as: 'owner', params: { id: '{movement}' }, body: { Comments: 'Wrong card' } },
  }),
  adjustments: operation({
    ...see,
    method: 'GET',
    path: '/loyalty/adjustments',
    summary: 'Adjustments above the limit at your locations, the newest first.',
    query: z.object({ State: z.optional(z.enum(ADJUSTMENT_STATES)) }),
    response: z.object({ Adjustments: z.array(Adjustment) }),
    example: { as: 'owner', query: { State: 'Pending' } },
  }),
  approveAdjustment: operation({
    ...move,
    path: '/loyalty/adjustments/:id/approve',
    summary: 'A second person approves an adjustment. It is posted now.',
    params: z.object({ id: MovementId }),
    body: z.object({ Comments: z.optional(Comments) }),
    response: z.extend(Balance, { MovementId: z.string(), State: z.enum(ADJUSTMENT_STATES) }),
    example: { as: 'owner', params: { id: '{pending-adjustment}' }, body: {} },
  }),
  refuseAdjustment: operation({
    ...move,
    path: '/loyalty/adjustments/:id/refuse',
    summary: 'A second person refuses an adjustment. No points move.',
    params: z.object({ id: MovementId }),
    body: z.object({ Comments: z.optional(Comments) }),
    response: z.extend(Balance, { MovementId: z.string(), State: z.enum(ADJUSTMENT_STATES) }),
    example: { as: 'owner', params: { id: '{pending-adjustment}' }, body: {} },
  }),
  expiryPreview: operation({
    ...see,
    method: 'GET',
    path: '/loyalty/expiry',
    summary: 'What would expire now: cards not used for the number of months in the venue settings, with their points. No points move.',
    response: z.object({
      /** null: points do not expire at this venue. */
      Months: z.nullable(z.int()),
      /** Cards last used before this day expire. */
      Before: z.nullable(Day),
      Cards: z.int(),
      Points: z.int(),
      /** By the month of the last use, or of joining where a card was never used; the longest ago first. */
      ByMonth: z.array(z.object({ Month: z.string(), Cards: z.int(), Points: z.int() })),
      /** The largest balances among them. */
      Largest: z.array(Details),
      /** What may expire on the first day of next month if no card is used until then, with what may expire now. */
      Next: z.nullable(z.object({ Day, Cards: z.int(), Points: z.int() })),
      /** The last times points expired, and who confirmed it. */
      Done: z.array(z.object({ At: z.string(), By: z.nullable(z.string()), Cards: z.int(), Points: z.int() })),
      /** Whether you may let them expire: it takes every location, since cards are the whole venue's. */
      MayExpire: z.boolean(),
    }),
    example: { as: 'owner' },
  }),
  expirePoints: operation({
    ...move,
    path: '/loyalty/expiry',
    summary: 'Expires points exactly as the preview showed. If anything has changed since, the answer is 409 and nothing expires.',
    body: z.object({ Before: Day, Cards: z.int().check(z.minimum(0)), Points: z.int().check(z.minimum(0)) }),
    response: z.object({ Cards: z.int(), Points: z.int() }),
    example: { as: 'owner', body: { Before: '{expiry-day}', Cards: 0, Points: 0 } },
  }),
})
