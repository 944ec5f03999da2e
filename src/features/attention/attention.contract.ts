import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'
import { isKey, LOSSES, UNTIL } from './attention.rules.ts'

/** What every element of the list says: which occurrence it is, and until when the reader does not want to hear of it. */
const EACH = { Key: z.string(), Dismissed: z.nullable(z.enum(UNTIL)) } as const
const AT_LOCATION = { ...EACH, LocationId: z.int() } as const
/** Money is in major units of it. */
const MONEY = { Currency: z.string() } as const

const SheetDifference = z.object({
  Kind: z.literal('SheetDifference'),
  ...AT_LOCATION,
  ...MONEY,
  SheetId: z.string(),
  TerminalId: z.string(),
  Day,
  /** Counted less expected: short is below zero. */
  Variance: z.number(),
  /** The difference above which a second person signs. */
  Limit: z.number(),
  CountedBy: z.nullable(z.string()),
  /** A second person signed it; it is not committed yet. */
  Signed: z.boolean(),
})

const SheetsOpen = z.object({
  Kind: z.literal('SheetsOpen'),
  ...AT_LOCATION,
  /** Sheets of days that are over and were not committed, without those above. */
  Sheets: z.int(),
  NotCounted: z.int(),
  FirstDay: Day,
  LastDay: Day,
})

const CardUse = z.object({
  Kind: z.literal('CardUse'),
  ...AT_LOCATION,
  CardNumber: z.string(),
  Day,
  Uses: z.int(),
  /** From so many uses a day on the venue wants to know. */
  Threshold: z.int(),
  /** Its last use. */
  At: z.string(),
})

const Silent = z.object({
  Kind: z.literal('Silent'),
  ...AT_LOCATION,
  /** When it last sent data. */
  At: z.string(),
  Minutes: z.int(),
})

const TillSilent = z.object({
  Kind: z.literal('TillSilent'),
  ...AT_LOCATION,
  TerminalId: z.string(),
  /** When it last sent data today; null for not at all. */
  At: z.nullable(z.string()),
  /** Since then, or since it usually begins to sell. */
  Minutes: z.int(),
})

const LinkTrouble = z.object({
  Kind: z.literal('Link'),
  ...EACH,
  /** Null: the link of the whole venue. */
  LocationId: z.nullable(z.int()),
  Provider: z.string(),
  /** Ended: somebody has to sign in again. Stuck: it was not read for a day. */
  Trouble: z.enum(['Ended', 'Stuck']),
  /** When it was last read without trouble. */
  At: z.nullable(z.string()),
})

const OrdersWaiting = z.object({
  Kind: z.literal('Orders'),
  ...EACH,
  /** They are told for all of your locations together. */
  LocationId: z.null(),
  Provider: z.enum(['Shopify', 'Deliverect']),
  /** Online orders that are no sales: their place is not matched, or they were refused. */
  NoSales: z.int(),
  /** Orders that their till left for ten minutes. */
  LeftByTill: z.int(),
})

const Unmatched = z.object({
  Kind: z.literal('Unmatched'),
  ...EACH,
  LocationId: z.null(),
  Provider: z.literal('Deputy'),
  /** People without an employee and areas without a location, with hours in the last four weeks. */
  People: z.int(),
  Areas: z.int(),
})

const StockOut = z.object({
  Kind: z.literal('StockOut'),
  ...AT_LOCATION,
  /** Products that run out before what is on its way, or would be ordered today, is there. */
  Products: z.int(),
  /** Those that run out first, at most five; quantities in stock units. */
  First: z.array(z.object({ Plu: z.string(), Name: z.string(), Unit: z.string(), OnHand: z.number(), RunsOutOn: Day, LeadDays: z.int() })),
})

const Restated = z.object({
  Kind: z.literal('Restated'),
  ...AT_LOCATION,
  ...MONEY,
  Day,
  /** What was mailed, and when. Its name is told to its owner and its recipients alone; null for others. */
  Schedule: z.nullable(z.string()),
  MailedAt: z.string(),
  /** Receipts that came or changed since, and by how much they changed the day's sales. */
  Changes: z.int(),
  Amount: z.number(),
  /** The last of them. */
  At: z.string(),
})

const Loss = z.object({
  Kind: z.literal('Loss'),
  ...AT_LOCATION,
  ...MONEY,
  Figure: z.enum(LOSSES),
  Day,
  /** The day is not over: what it came to so far. */
  SoFar: z.boolean(),
  Amount: z.number(),
  /** The median of whole days of the same weekday, and of how many weeks. */
  Usual: z.number(),
  Weeks: z.int(),
})

const ShiftOpen = z.object({
  Kind: z.literal('ShiftOpen'),
  ...AT_LOCATION,
  Name: z.string(),
  Day,
  /** When they clocked in. */
  At: z.string(),
  Minutes: z.int(),
})

/** Something odd. Its sentence is made of these facts where it is read. */
const Item = z.discriminatedUnion('Kind', [
  SheetDifference,
  Silent,
  CardUse,
  LinkTrouble,
  OrdersWaiting,
  StockOut,
  Restated,
  Loss,
  ShiftOpen,
  SheetsOpen,
  Unmatched,
  TillSilent,
])
export type Item = z.infer<typeof Item>

type Undismissed<I> = I extends Item ? Omit<I, 'Dismissed'> : never
/** The same before it is known who dismissed it. */
export type Odd = Undismissed<Item>

const AttentionAnswer = z.object({ Items: z.array(Item), AsAt: z.string() })
export type AttentionAnswer = z.infer<typeof AttentionAnswer>

const Key = z.string().check(z.refine(isKey, 'must be a Key from GET /attention'))
const access = ['can_viewdashboard'] as const

/** What is odd today, and what each person does not want to hear of any more. */
export const attention = contract({
  attention: operation({
    method: 'GET',
    path: '/attention',
    summary: 'What needs attention today at your locations, on the screens you may see, most urgent first. What you dismissed is marked.',
    access,
    response: AttentionAnswer,
    example: { as: 'owner' },
  }),
  dismiss: operation({
    method: 'POST',
    path: '/attention/dismissals',
    summary: 'Dismiss one occurrence for yourself, until the next trading day or permanently. The same on another day is listed again.',
    access,
    body: z.object({ Key, Until: z.enum(UNTIL) }),
    example: { as: 'owner', body: { Key: 'SheetsOpen.1.2026-11-20', Until: 'Tomorrow' } },
  }),
  restore: operation({
    method: 'DELETE',
    path: '/attention/dismissals/:key',
    summary: 'Put an occurrence you dismissed back in the list.',
    access,
    params: z.object({ key: Key }),
    example: { as: 'owner', params: { key: 'SheetsOpen.1.2026-11-20' } },
  }),
})
