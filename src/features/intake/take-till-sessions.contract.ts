import * as z from 'zod/mini'
import { METHODS, MOVEMENT_KINDS } from '#features/till/till.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Moment, sentText } from '#shared/fields.ts'
import { ITEM_COUNTS, ITEM_RESULT } from './item-results.rules.ts'

export const MOST_SESSIONS = 100
const MEGABYTE = 1024 * 1024
const MOST = 100_000_000_000

/** Money in minor units of the location's currency; nothing here is below zero. */
const Minor = z
  .int('must be a whole number of minor units')
  .check(z.minimum(0, 'total cannot be less than zero'), z.maximum(MOST, 'must be at most 100,000,000,000 minor units'))
const Code = sentText(64, 1)

const MovementSent = z.object({
  Kind: z.enum(MOVEMENT_KINDS),
  Amount: Minor.check(z.minimum(1, 'must be more than zero')),
  Reason: sentText(200, 1),
  At: Moment,
  ClerkId: z.optional(Code),
  ClerkName: z.optional(sentText(200)),
})

const CountSent = z.object({
  At: Moment,
  ClerkId: z.optional(Code),
  ClerkName: z.optional(sentText(200)),
  Media: z.array(z.object({ Method: z.enum(METHODS), Amount: Minor })).check(z.maxLength(METHODS.length)),
  /** Notes and coins of the cash, which add up to its amount. */
  Denominations: z.optional(
    z
      .array(z.object({ Value: z.int().check(z.minimum(1), z.maximum(10_000_000)), Count: z.int().check(z.minimum(0), z.maximum(1_000_000)) }))
      .check(z.maxLength(30)),
  ),
  Note: z.optional(sentText(500)),
})

/** A till session: from the opening float to what was counted. Money is in whole minor units. */
export const TillSession = z.object({
  SessionId: Code,
  Revision: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  LocationId: z.optional(z.int()),
  TerminalId: Code,
  /** The till's running number of its closes. */
  ZNumber: z.optional(z.int().check(z.minimum(1), z.maximum(2_000_000_000))),
  ClerkId: z.optional(Code),
  ClerkName: z.optional(sentText(200)),
  Currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a currency such as AUD'))),
  OpenedAt: Moment,
  /** Left out while the session is open. */
  ClosedAt: z.optional(Moment),
  OpeningFloat: z.optional(Minor),
  /** What stays in the drawer for the next session. */
  ClosingFloat: z.optional(Minor),
  Movements: z.optional(z.array(MovementSent).check(z.maxLength(500))),
  /** Each count of the drawer, the first first; the last one is declared. */
  Counts: z.optional(z.array(CountSent).check(z.maxLength(20))),
  /** What each card terminal says it took. */
  Settlements: z.optional(
    z
      .array(
        z.object({
          Terminal: Code,
          Amount: z.int().check(z.minimum(-MOST), z.maximum(MOST)),
          Payments: z.int().check(z.minimum(0), z.maximum(1_000_000)),
        }),
      )
      .check(z.maxLength(20)),
  ),
})
export type WireTillSession = z.output<typeof TillSession>

const { $schema: _, ...sessionShape } = z.toJSONSchema(TillSession, { io: 'input' })
/** Each is read by itself, so that one that is wrong is refused alone; the documentation shows what is expected. */
const SentSession = z.unknown().register(z.globalRegistry, sessionShape as Record<string, unknown>)

const Source = z.optional(z.object({ System: z.optional(sentText(64)), Version: z.optional(sentText(64)) }))

/** What tills tell of their sessions, and that they are there. */
export const takingTillSessions = contract({
  sendControlSheets: operation({
    method: 'POST',
    path: '/pos/v1/control-sheets',
    summary: `Up to ${MOST_SESSIONS} till sessions for the key's location, with their float, cash movements, counts and card settlements. Each session has its own result. A session that is sent again is not counted twice. A higher Revision replaces the earlier one until the sheet is committed.`,
    access: 'location-key',
    strict: true,
    bodyLimit: MEGABYTE,
    body: z.object({ BatchId: z.optional(Code), Source, ControlSheets: z.array(SentSession) }),
    response: z.object({ ...ITEM_COUNTS, Results: z.array(z.object({ Index: z.int(), SessionId: z.nullable(z.string()), ...ITEM_RESULT })) }),
    example: {
      as: 'till',
      body: {
        BatchId: '6f2f7a38-1c0e-4ac1-9d5e-2a51c7c0b8f1',
        ControlSheets: [
          {
            SessionId: 'Z-EXAMPLE-1',
            TerminalId: 'EXAMPLE-TILL',
            ZNumber: 1,
            ClerkId: 'C-EXAMPLE',
            ClerkName: 'Leo Marsh',
            OpenedAt: '2026-11-20T17:00:00+11:00',
            ClosedAt: '2026-11-20T23:52:00+11:00',
            OpeningFloat: 30000,
            ClosingFloat: 30000,
            Movements: [{ Kind: 'PayOut', Amount: 2000, Reason: 'Ice', At: '2026-11-20T19:10:00+11:00' }],
            Counts: [
              {
                At: '2026-11-20T23:58:00+11:00',
                Media: [{ Method: 'Cash', Amount: 28000 }],
                Denominations: [
                  { Value: 5000, Count: 5 },
                  { Value: 1000, Count: 3 },
                ],
              },
            ],
          },
        ],
      },
    },
  }),
  sendHeartbeats: operation({
    method: 'POST',
    path: '/pos/v1/heartbeats',
    summary:
      "Report that tills of the key's location are online, each with the time and its version. A time that is older than the stored one changes nothing.",
    access: 'location-key',
    strict: true,
    body: z.object({
      Heartbeats: z.array(z.object({ TerminalId: Code, At: Moment, Version: z.optional(sentText(64)) })).check(z.minLength(1), z.maxLength(MOST_SESSIONS)),
    }),
    response: z.object({ Received: z.int() }),
    example: { as: 'till', body: { Heartbeats: [{ TerminalId: 'EXAMPLE-TILL', At: '2026-11-20T21:04:00+11:00', Version: '4.2' }] } },
  }),
})
