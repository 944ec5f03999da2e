import * as z from 'zod/mini'
import { PUNCH_KINDS } from '#features/rosters/roster.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Moment, sentText } from '#shared/fields.ts'
import { ITEM_COUNTS, ITEM_RESULT } from './item-results.rules.ts'

export const MOST_PUNCHES = 500
const MEGABYTE = 1024 * 1024
const Code = sentText(64, 1)

/** What somebody pressed at the clock of a till. A higher Revision replaces what was sent before, as where a clock was wrong. */
export const Punch = z.object({
  PunchId: Code,
  Revision: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  LocationId: z.optional(z.int()),
  TerminalId: Code,
  ClerkId: Code,
  ClerkName: z.optional(sentText(200)),
  Kind: z.enum(PUNCH_KINDS),
  At: Moment,
})
export type WirePunch = z.output<typeof Punch>

const { $schema: _, ...punchShape } = z.toJSONSchema(Punch, { io: 'input' })
/** Each is read by itself, so that one that is wrong is refused alone; the documentation shows what is expected. */
const SentPunch = z.unknown().register(z.globalRegistry, punchShape as Record<string, unknown>)

/** Clocking on and off at the tills. */
export const takingPunches = contract({
  sendPunches: operation({
    method: 'POST',
    path: '/pos/v1/punches',
    summary: `Up to ${MOST_PUNCHES} punches for the key's location. Each punch has its own result. Punches may arrive late and in any order. A punch that is sent again is not counted twice. A higher Revision replaces the earlier one.`,
    access: 'location-key',
    strict: true,
    bodyLimit: MEGABYTE,
    body: z.object({
      BatchId: z.optional(Code),
      Source: z.optional(z.object({ System: z.optional(sentText(64)), Version: z.optional(sentText(64)) })),
      Punches: z.array(SentPunch),
    }),
    response: z.object({ ...ITEM_COUNTS, Results: z.array(z.object({ Index: z.int(), PunchId: z.nullable(z.string()), ...ITEM_RESULT })) }),
    example: {
      as: 'till',
      body: {
        BatchId: '2b7f7a38-1c0e-4ac1-9d5e-2a51c7c0b8f7',
        Punches: [
          { PunchId: 'P-EXAMPLE-1', TerminalId: 'EXAMPLE-TILL', ClerkId: 'C-EXAMPLE', ClerkName: 'Robin Vale', Kind: 'In', At: '2026-11-20T15:54:00+11:00' },
          { PunchId: 'P-EXAMPLE-2', TerminalId: 'EXAMPLE-TILL', ClerkId: 'C-EXAMPLE', ClerkName: 'Robin Vale', Kind: 'Out', At: '2026-11-20T20:10:00+11:00' },
        ],
      },
    },
  }),
})
