import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, FactId, Id, IdNumber, Moment, sentText, shortText } from '#shared/fields.ts'
import { REASONS } from './reasons.rules.ts'

export const MOVES = ['Wastage', 'Transfer', 'Adjustment'] as const

export const EnteredMovement = z.object({
  /** A number the device gives the movement. Sending the same number again stores nothing twice. */
  Number: shortText(64, 1),
  LocationId: IdNumber,
  Kind: z.enum(MOVES),
  Plu: sentText(64, 1),
  /** Units to four decimals. What was written off or sent on is above zero; an adjustment below zero takes away. */
  Quantity: z.number().check(z.minimum(-999_999), z.maximum(999_999)),
  /** When it happened; or only the trading Day, at whose opening it then counts. */
  At: z.optional(Moment),
  Day: z.optional(Day),
  /** Required unless it is a transfer. */
  Reason: z.optional(z.enum(REASONS)),
  /** Only for a transfer. */
  ToLocationId: z.optional(IdNumber),
})
export type EnteredMovement = z.output<typeof EnteredMovement>

const Movement = z.object({
  MovementId: FactId,
  Kind: z.enum(MOVES),
  Plu: z.string(),
  Name: z.string(),
  /** The unit it is counted in. '' means each. */
  Unit: z.string(),
  /** Below zero where it left the location. */
  Quantity: z.number(),
  /** null where only the trading day is known. */
  At: z.nullable(z.string()),
  Day,
  Reason: z.string(),
  /** Only for a transfer. Null if the location is not granted to you. */
  OtherLocationId: z.nullable(z.int()),
  /** In major units without tax. */
  Cost: z.number(),
  /** till, file or screen. */
  Source: z.string(),
  By: z.nullable(z.string()),
  EnteredAt: z.string(),
  /** It undoes another movement. */
  IsReversal: z.boolean(),
  /** Another movement undoes it. */
  IsReversed: z.boolean(),
  /** Whether you may undo it here. A transfer is undone at the location it came from, with access to both locations. */
  MayReverse: z.boolean(),
})
export type Movement = z.infer<typeof Movement>

/** Write-offs, transfers and adjustments by hand. */
export const movementCalls = contract({
  stockMovements: operation({
    method: 'GET',
    path: '/stock/movements',
    summary: 'The latest 200 stock movements of a location other than sales and purchases, newest first.',
    access: ['can_viewstock'],
    query: z.object({ LocationId: Id }),
    response: z.object({ LocationId: z.int(), Currency: z.string(), Movements: z.array(Movement) }),
    example: { as: 'owner', query: { LocationId: 1 } },
  }),
  enterMovement: operation({
    method: 'POST',
    path: '/stock/movements',
    summary:
      'Writes stock off, sends it to another location, or adjusts it. Sending it again with the same number changes nothing. A transfer needs the permission at both locations.',
    access: ['can_editstock'],
    strict: true,
    body: EnteredMovement,
    response: z.object({ Status: z.enum(['accepted', 'duplicate']) }),
    example: {
      as: 'owner',
      body: {
        Number: '{fresh}',
        LocationId: 1,
        Kind: 'Wastage',
        Plu: '{counted-product}',
        Quantity: 0.5,
        Day: '2026-11-20',
        Reason: 'line cleaning',
      },
    },
  }),
  reverseMovement: operation({
    method: 'POST',
    path: '/stock/movements/reversals',
    summary:
      'Undoes a movement with an opposite one at the same moment and cost. A movement can be undone once. A transfer is undone at the location it came from.',
    access: ['can_editstock'],
    strict: true,
    body: z.object({ LocationId: IdNumber, MovementId: FactId }),
    response: z.object({ Status: z.enum(['accepted', 'duplicate']) }),
    example: { as: 'owner', body: { LocationId: 1, MovementId: '{stock-movement}' } },
  }),
})
