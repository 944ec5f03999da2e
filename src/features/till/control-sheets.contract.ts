import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { Day, FactId, LocationList, longText, sentText, shortText } from '#shared/fields.ts'
import { SHEET_NEEDS } from './sheet-needs.rules.ts'
import { sheetsTable } from './sheets-table.rules.ts'
import { MEDIA_STATES, METHODS, MOVEMENT_KINDS, PHOTO_KINDS, SHEET_MARKS, SHEET_STATES } from './till.rules.ts'

/** Money in major units; null where it is not known yet, or the count is blind. */
const Money = z.nullable(z.number())

const Media = z.object({
  Method: z.enum(METHODS),
  Count: z.int(),
  /** What the sales and movements say came in; of cash without the float. Of a committed sheet as it was then. Null while the count is blind. */
  Expected: Money,
  /** What was counted; of cash without the float. */
  Counted: Money,
  /** Counted less expected: short is below zero. */
  Variance: Money,
  /** What arrived after the sheet was committed. */
  Late: z.number(),
})

const SHEET = {
  /** Null for what a till sold outside its sessions. */
  SheetId: z.nullable(z.string()),
  LocationId: z.int(),
  Location: z.string(),
  Currency: z.string(),
  TerminalId: z.string(),
  Day,
  ZNumber: z.nullable(z.int()),
  State: z.enum(SHEET_STATES),
  OpenedAt: z.nullable(z.string()),
  ClosedAt: z.nullable(z.string()),
  Clerk: z.nullable(z.string()),
  LastSaleAt: z.nullable(z.string()),
  Expected: Money,
  Counted: Money,
  Variance: Money,
  Late: z.number(),
  CountedBy: z.nullable(z.string()),
  CountedAt: z.nullable(z.string()),
  SignedBy: z.nullable(z.string()),
  SignedAt: z.nullable(z.string()),
  Reason: z.string(),
  Note: z.string(),
  /** Receipts: all, and those of the shift that were neither delivery nor takeaway. */
  TotalCount: z.int(),
  ShiftCount: z.int(),
  DeliveryCount: z.int(),
  TakeawayCount: z.int(),
  NoSales: z.int(),
  Marks: z.array(z.enum(SHEET_MARKS)),
  /** Z numbers of its till that are missing before it: one like 43, or several like 43–45. */
  MissingZ: z.nullable(z.string()),
  OpeningFloat: z.number(),
  /** What it should have been opened with, where its float is another: what it was counted with, or what the session before left. */
  OtherFloat: Money,
} as const

const SheetsAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  /** A variance above this amount needs a reason and a second person. In major units of the currency of the venue. */
  SignOffLimit: z.number(),
  /** The newest day first. */
  Sheets: z.array(
    z.object({
      ...SHEET,
      /** Where the question asks for it. */
      Media: z.optional(z.array(Media)),
      /** What the reader is to do with it next: count it, sign it, as a second person where it is above the limit, or commit it; null for nothing. */
      Needs: z.nullable(z.enum(SHEET_NEEDS)),
    }),
  ),
  /** One entry per currency. Counted and variance are of the sheets that were counted, null if none was; expected and late together are the takings. */
  Totals: z.array(
    z.object({
      Currency: z.string(),
      Sheets: z.int(),
      CountedSheets: z.int(),
      Expected: Money,
      Counted: Money,
      Variance: Money,
      Late: z.number(),
      /** The limit of sheets in this currency. */
      SignOffLimit: z.number(),
    }),
  ),
  AsAt: z.string(),
})
export type SheetsAnswer = z.infer<typeof SheetsAnswer>

/** A medium with what was said about it. */
const MediaOfSheet = z.extend(Media, {
  /** Its part of all that is expected, 0.25 for a quarter; null while the count is blind, or where nothing is expected. */
  Share: z.nullable(z.number()),
  Note: z.string(),
  Status: z.enum(MEDIA_STATES),
})

/** What was sold on the sheet, from gross to takings. */
const Trade = z.object({
  Gross: z.number(),
  Promotions: z.number(),
  Discounts: z.number(),
  Refunds: z.number(),
  Surcharges: z.number(),
  Amount: z.number(),
  Tax: z.number(),
  NonSales: z.number(),
  Tips: z.number(),
  Rounding: z.number(),
  Takings: z.number(),
  /** They add up to Amount. A product without a department has an empty name. */
  Departments: z.array(z.object({ Name: z.string(), Amount: z.number(), Quantity: z.number() })),
})

const Photo = z.object({ PhotoId: z.string(), Kind: z.enum(PHOTO_KINDS), At: z.string(), By: z.nullable(z.string()), Bytes: z.int(), MayDelete: z.boolean() })

const Movement = z.object({ Kind: z.enum(MOVEMENT_KINDS), Amount: z.number(), Reason: z.string(), At: z.string(), By: z.nullable(z.string()) })
const Pieces = z.object({ Value: z.number(), Count: z.int() })
const Step = z.object({ State: z.enum(SHEET_STATES), At: z.string(), By: z.nullable(z.string()), Reason: z.string(), Note: z.string() })

const SheetAnswer = z.object({
  Sheet: z.object({ ...SHEET, Media: z.array(MediaOfSheet) }),
  /** The cash from float to bank. */
  Cash: z.object({
    OpeningFloat: z.number(),
    /** Cash sales less cash refunds. */
    Sales: Money,
    /** What was given back in cash, positive. */
    Refunds: Money,
    CashOut: Money,
    PayIns: z.number(),
    PayOuts: z.number(),
    Drops: z.number(),
    Banked: z.number(),
    TipsPaidOut: z.number(),
    /** Expected in the drawer, its float included. */
    Expected: Money,
    Counted: Money,
    ClosingFloat: z.nullable(z.number()),
    ToBank: Money,
  }),
  Movements: z.array(Movement),
  /** Every count, the first first; the last one holds. */
  Counts: z.array(
    z.object({
      At: z.string(),
      By: z.nullable(z.string()),
      Note: z.string(),
      Media: z.array(z.object({ Method: z.enum(METHODS), Amount: z.number() })),
      Denominations: z.array(Pieces),
    }),
  ),
  /** As the till sent them. */
  Settlements: z.array(z.object({ Terminal: z.string(), Amount: z.number(), Payments: z.int() })),
  /** What the card terminals of the location took that day as their provider has it; null where the till sent settlements, or no provider is linked. */
  TerminalDay: z.nullable(
    z.object({
      Provider: z.literal('Tyro'),
      Day,
      /** How many sheets the location has on the day: nobody tells which till a terminal stands at, so all of them are compared. */
      Sheets: z.int(),
      /** When the provider was read last. */
      ReadAt: z.nullable(z.string()),
      Terminals: z.array(z.object({ Terminal: z.string(), Amount: z.number(), Payments: z.int() })),
      /** Cards of these sheets; null while one of them is counted blind. */
      Cards: Money,
      CardPayments: z.int(),
    }),
  ),
  Steps: z.array(Step),
  Covers: z.int(),
  Discounts: z.number(),
  Refunds: z.number(),
  Voids: z.int(),
  /** What was sold; null while the count is blind. */
  Trade: z.nullable(Trade),
  Photos: z.array(Photo),
  SignOffLimit: z.number(),
  /** Up to six people who may sign it, other than the person who counted. */
  Signers: z.array(z.string()),
  /** What you may do with it now. */
  MayCount: z.boolean(),
  /** Created by hand. The person who counts also enters the opening float. */
  MaySetFloat: z.boolean(),
  MayMove: z.boolean(),
  MaySign: z.boolean(),
  MayCommit: z.boolean(),
  MayReverse: z.boolean(),
})
export type SheetAnswer = z.infer<typeof SheetAnswer>

const Amount = z.number().check(z.minimum(0, 'total cannot be less than zero'), z.maximum(1_000_000_000, 'must be at most 1,000,000,000'))
/** What a note or coin is worth. */
const Piece = z.number().check(z.minimum(0), z.maximum(100_000))
const RangeQuery = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.optional(LocationList),
  /** With each sheet by media; a sheet of its own always has them. */
  Media: z.optional(z.enum(['true', 'false'])),
  ...WRITTEN,
})
const params = z.object({ id: FactId })

/** Drawers counted against what was expected, from the till to the bank. */
export const controlSheets = contract({
  controlSheets: report({
    path: '/reports/control-sheets',
    summary:
      'Every till session of a range of at most 92 days, with what was expected, counted, and over or short by media. Sales outside of sessions are included. Before a sheet is counted, only people who may sign it see its expected figures.',
    access: ['can_viewcontrolsheet'],
    query: RangeQuery,
    response: SheetsAnswer,
    table: sheetsTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-10' } },
  }),
  controlSheet: operation({
    method: 'GET',
    path: '/controlsheets/:id',
    summary: 'One sheet: cash from float to bank, movements, every count with its notes and coins, card settlements, and each step with who took it.',
    access: ['can_viewcontrolsheet'],
    params,
    response: SheetAnswer,
    example: { as: 'owner', params: { id: '{sheet}' } },
  }),
  startSheet: operation({
    method: 'POST',
    path: '/controlsheets',
    summary: 'Makes a sheet for what a till sold on a trading day outside its sessions, so that it can be counted.',
    access: ['can_viewcontrolsheet'],
    strict: true,
    body: z.object({
      LocationId: z.int(),
      TerminalId: sentText(64, 1),
      Day,
      /** If absent: the float the till's previous session left, or zero. */
      OpeningFloat: z.optional(Amount),
    }),
    response: z.object({ SheetId: z.string() }),
    example: { as: 'owner', body: { LocationId: 1, TerminalId: '{uncounted-till}', Day: '2026-11-13' } },
  }),
  countSheet: operation({
    method: 'POST',
    path: '/controlsheets/:id/count',
    summary: 'Counts a drawer. The last count applies, and earlier counts are kept. Cash is everything in the drawer, including the float.',
    access: ['can_viewcontrolsheet'],
    strict: true,
    params,
    body: z.object({
      Media: z.array(z.object({ Method: z.enum(METHODS), Amount, Note: z.optional(shortText(200)) })).check(z.minLength(1), z.maxLength(METHODS.length)),
      Denominations: z.optional(z.array(z.object({ Value: Piece, Count: z.int().check(z.minimum(0), z.maximum(1_000_000)) })).check(z.maxLength(30))),
      ClosingFloat: z.optional(Amount),
      /** Of a sheet made by hand; a till sends its own. */
      OpeningFloat: z.optional(Amount),
      Note: z.optional(longText(500)),
    }),
    response: SheetAnswer,
    example: { as: 'owner', params: { id: '{sheet}' }, body: { Media: [{ Method: 'Cash', Amount: 280 }] } },
  }),
  moveCash: operation({
    method: 'POST',
    path: '/controlsheets/:id/movements',
    summary: 'Adds a cash movement that the till did not send: cash put in or taken out.',
    access: ['can_signcontrolsheet'],
    strict: true,
    params,
    body: z.object({ Kind: z.enum(MOVEMENT_KINDS), Amount, Reason: shortText(200, 1) }),
    response: SheetAnswer,
    example: { as: 'owner', params: { id: '{sheet}' }, body: { Kind: 'PayOut', Amount: 20, Reason: 'Ice' } },
  }),
  signSheet: operation({
    method: 'POST',
    path: '/controlsheets/:id/sign',
    summary: "Signs off a counted sheet. If the variance is above the venue's limit, a reason is needed, and the person who counted cannot sign.",
    access: ['can_signcontrolsheet'],
    params,
    body: z.object({ Reason: z.optional(shortText(200)), Note: z.optional(longText(500)) }),
    response: SheetAnswer,
    example: { as: 'owner', params: { id: '{counted-sheet}' }, body: { Reason: 'Wrong change given' } },
  }),
  commitSheet: operation({
    method: 'POST',
    path: '/controlsheets/:id/commit',
    summary: 'Locks a signed sheet. Anything that arrives later is added as a late item. Committing it again changes nothing.',
    access: ['can_signcontrolsheet'],
    params,
    response: SheetAnswer,
    example: { as: 'owner', params: { id: '{signed-sheet}' } },
  }),
  commitSheets: operation({
    method: 'POST',
    path: '/controlsheets/commit',
    summary: 'Locks several signed sheets at once. If one of them is not signed, none is locked.',
    access: ['can_signcontrolsheet'],
    body: z.object({ SheetIds: z.array(FactId).check(z.minLength(1), z.maxLength(500)) }),
    response: z.object({ Committed: z.int() }),
    example: { as: 'owner', body: { SheetIds: ['{signed-sheet}'] } },
  }),
  reverseSheet: operation({
    method: 'POST',
    path: '/controlsheets/:id/reverse',
    summary: 'Opens a committed sheet again, with a reason. The committed figures stay on record.',
    access: ['can_signcontrolsheet'],
    params,
    body: z.object({ Reason: shortText(200, 1) }),
    response: SheetAnswer,
    example: { as: 'owner', params: { id: '{committed-sheet}' }, body: { Reason: 'Counted the wrong drawer' } },
  }),
})
