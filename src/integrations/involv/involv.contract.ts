import * as z from 'zod/mini'
import { tokenCalls } from '#integrations/link.contract.ts'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, IdNumber, sentText } from '#shared/fields.ts'
import { CONFLICT_ACTIONS, CONFLICT_KINDS } from './involv-conflict.rules.ts'

/** The calls that link Involv. */
export const involvTokens = tokenCalls('Involv', 'can_linkinvolv', 'involvtokens', 'locations', '{involv-code}')

const Side = z.object({
  CardNumber: z.string(),
  Name: z.string(),
  Email: z.nullable(z.string()),
  Phone: z.nullable(z.string()),
  Tier: z.nullable(z.string()),
  Points: z.int(),
})

const Conflict = z.object({
  /** The link it is about; null: that of the whole venue. */
  LocationId: z.nullable(z.int()),
  /** What the provider calls the member. */
  MemberId: z.string(),
  Kind: z.enum(CONFLICT_KINDS),
  /** The card here; null where none goes together with the member. */
  Ours: z.nullable(Side),
  /** The member there; what Daybook still has to tell is in its points already. */
  Theirs: Side,
  /** Other members there that have the same card. */
  Others: z.int(),
  /** The member is not there any more. */
  Gone: z.boolean(),
  Actions: z.array(z.enum(CONFLICT_ACTIONS)),
})
export type InvolvConflict = z.output<typeof Conflict>
const Conflicts = z.object({
  /** Members that go together with a card here. */
  Together: z.int(),
  /** Members that somebody chose to keep apart. */
  Apart: z.int(),
  Conflicts: z.array(Conflict),
  /** There are more than are listed. */
  More: z.boolean(),
})
export type InvolvConflicts = z.output<typeof Conflicts>

const Settling = z.object({
  /** The link it is about; absent or null: that of the whole venue. */
  LocationId: z.optional(z.nullable(IdNumber)),
  MemberId: sentText(255, 1),
  Kind: z.enum(CONFLICT_KINDS),
  Action: z.enum(CONFLICT_ACTIONS),
  /** The points of both sides as they were shown; needed where it is about them. */
  OursPoints: z.optional(z.int()),
  TheirsPoints: z.optional(z.int()),
})
export type InvolvSettling = z.output<typeof Settling>

const common = { venueParam: 'id', params: z.object({ id: Id }), path: '/venue/:id/involvconflicts', response: Conflicts } as const

/** Where Involv and our cards do not agree. */
export const involvCalls = contract({
  conflicts: operation({
    ...common,
    method: 'GET',
    summary:
      "Differences between members in Involv and cards in Daybook, with both sides and the possible answers. It covers the links of your locations, and the venue's link if you have access to all locations.",
    access: orAdmin(['can_linkinvolv', 'can_viewloyalty']),
    example: { as: 'owner', params: { id: 1 } },
  }),
  settle: operation({
    ...common,
    method: 'POST',
    summary:
      "Settle differences, either all you send or none. For each, use Daybook's value in Involv, use Involv's value in Daybook, or keep both. If one of them has changed since you read it, you get 409 and nothing is changed.",
    access: orAdmin(['can_linkinvolv', 'can_editloyalty']),
    barredWhileImpersonating: true,
    strict: true,
    allowance: 'points',
    body: z.object({ Conflicts: z.array(Settling).check(z.maxLength(200)) }),
    example: { as: 'owner', params: { id: 1 }, body: { Conflicts: [] } },
  }),
})
