import * as z from 'zod/mini'
import { WHERE } from '#features/reports/kit/arrivals.rules.ts'
import { RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { METHODS } from '#features/till/till.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { STEPS } from './bridge-steps.rules.ts'
import { bridgeTable } from './bridge-table.rules.ts'

/** Money in major units; null where the reader may not know it, or nobody does yet. */
const Known = z.nullable(z.number())

/** A method from what was taken to what was banked. */
const MediaLine = z.object({
  Method: z.enum(METHODS),
  Takings: z.number(),
  /** Cash handed out against cards: the drawer has less, the cards have more. Nothing over all methods. */
  CashOut: z.number(),
  NotCounted: Known,
  Late: Known,
  OverShort: Known,
  Declared: Known,
  NotBanked: Known,
  Banked: Known,
  /** Sent where no link follows it: of cards what locations without a link took, and all online orders and others. */
  NotFollowed: Known,
  /** Arrived: what card payments paid out, and cash that was banked. */
  Settled: Known,
})

/** What card providers have of the days, where one is linked. */
const Cards = z.object({
  /** The locations whose card payments are known for all of these days. */
  Places: z.array(z.object({ LocationId: z.int(), Location: z.string() })),
  /** From what their tills took with cards to what was declared: taken − not counted − late ± over or short. */
  AtTill: Known,
  NotCounted: Known,
  Late: Known,
  OverShort: Known,
  Declared: Known,
  /** Payments less refunds, and what the provider took of them. */
  AtProvider: z.number(),
  Volume: z.number(),
  Refunds: z.number(),
  OurFee: z.number(),
  ProviderFee: z.number(),
  Net: z.number(),
  /** Card terminals whose provider is linked: part of the figures above. null where none is. */
  Terminals: z.nullable(
    z.object({
      Places: z.array(z.object({ LocationId: z.int(), Location: z.string() })),
      /** Sales and refunds, with tips, surcharges and cash out. */
      Total: z.number(),
      Refunds: z.number(),
      Surcharges: z.number(),
      Tips: z.number(),
      CashOut: z.number(),
      /** The acquiring fee. */
      Fee: z.number(),
      /** Settled beside these: surcharges that Tyro keeps, fees that it charges apart, and what it settled otherwise than it said. */
      Other: z.number(),
      /** Taken with cards by the tills of locations where no other link follows them. */
      AtTill: Known,
    }),
  ),
  /** Where the net is. */
  Arrivals: z.array(
    z.object({
      Provider: z.enum(['Stripe', 'Tyro']),
      Where: z.enum(WHERE),
      /** At Stripe the payout, at Tyro the day of the settlement. */
      PayoutId: z.nullable(z.string()),
      ArrivesOn: z.nullable(Day),
      Payments: z.int(),
      Net: z.number(),
    }),
  ),
})

const Till = { SheetId: z.nullable(z.string()), LocationId: z.int(), Location: z.string(), TerminalId: z.string(), Day }

/** A control sheet with a part in a step, signed as the step is. */
const SheetLine = z.object({
  ...Till,
  ZNumber: z.nullable(z.int()),
  /** Who counted it, or else whose session it was. */
  Clerk: z.nullable(z.string()),
  IsCounted: z.boolean(),
  IsAboveLimit: z.boolean(),
  /** Each method that is over or short. */
  Media: z.array(z.object({ Method: z.enum(METHODS), OverShort: z.number() })),
  NotCounted: Known,
  Late: z.number(),
  AddedToFloats: z.number(),
})

const Movement = z.object({
  ...Till,
  Kind: z.enum(['PayIn', 'PayOut', 'TipsPaidOut']),
  /** As its step is: paid in is more, paid out is less. */
  Amount: z.number(),
  Reason: z.string(),
  At: z.string(),
  By: z.nullable(z.string()),
})

const Bridge = z.object({
  Currency: z.string(),
  /** Every step in its order. The steps between two stages are signed, so that they add up to the difference of the stages. */
  Steps: z.array(z.object({ Step: z.enum(STEPS), Amount: Known })),
  /** GST in net sales and surcharges. */
  Tax: z.number(),
  /** What is left where all steps are added up: nothing, or something is wrong. null while a step is not known. */
  NotExplained: Known,
  Media: z.array(MediaLine),
  /** The media of each method, as the Media Summary has them. */
  Tenders: z.array(z.object({ MediaKey: z.int(), Name: z.string(), Method: z.enum(METHODS), Takings: z.number() })),
  /** How many control sheets there are; null where their part is not told. */
  SheetCount: z.nullable(z.int()),
  CountedSheets: z.nullable(z.int()),
  /** Counted, with nothing over or short. */
  AgreeingSheets: z.nullable(z.int()),
  /** The sheets that are not counted, differ, have late items or changed their float, the oldest first. */
  Sheets: z.array(SheetLine),
  /** What was paid out of counted drawers and into them. */
  Movements: z.array(Movement),
  /** null where the steps after Banked are not told. */
  Cards: z.nullable(Cards),
})
export type Bridge = z.infer<typeof Bridge>

const BridgeAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  /** Whether the steps from declared on are told: they need can_viewcontrolsheet, and a range whose sheets can be read. */
  Counts: z.enum(['told', 'not-permitted', 'too-long']),
  /** Whether the steps after banked are told: they need those before, can_viewpayments, and a link whose payments are known for all of the range. */
  Settles: z.enum(['told', 'not-counted', 'not-permitted', 'not-linked']),
  /** The most days whose sheets are read. */
  LongestDays: z.int(),
  /** One entry per currency. */
  Totals: z.array(Bridge),
  AsAt: z.string(),
})
export type BridgeAnswer = z.infer<typeof BridgeAnswer>

const BridgeQuery = z.object({ ...RANGE, Locations: z.optional(LocationList), ...WRITTEN })
export type BridgeQuery = z.output<typeof BridgeQuery>

/** From gross sales to the bank, every difference with its name. */
export const bridge = contract({
  bridge: report({
    path: '/reports/bridge',
    summary:
      'The way from gross sales over net sales and takings to what was declared and what was banked or sent: each difference by its name, by media, with the control sheets and movements behind it. Declared and the steps after it need can_viewcontrolsheet and cover at most 92 days; while a till is not counted, what it took and what follows is told only to those who may sign control sheets. The steps after banked, through card fees and money on its way to the bank, need can_viewpayments and a location with a linked card provider.',
    access: ['can_viewmedia'],
    query: BridgeQuery,
    response: BridgeAnswer,
    table: bridgeTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
