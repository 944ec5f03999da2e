import * as z from 'zod/mini'
import { COMPARE, HELD_AGAINST, PLACES_AND_TIMES, RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { METHODS } from '#features/till/till.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'
import { MEDIA_BY } from './media-figures.rules.ts'
import { mediaTable } from './media-table.rules.ts'

const Kept = z.nullable(z.number())

/** What was paid with a media, money in major units. */
const FIGURES = {
  /** Tenders. */
  Count: z.number(),
  /** Handed over, before change and cash-out. */
  Tendered: Kept,
  Change: Kept,
  CashOut: Kept,
  /** Paid back; net has it taken off already. */
  Refunds: Kept,
  /** Tendered − change − cash-out. */
  Net: Kept,
  Tips: Kept,
  Surcharges: Kept,
  /** Net as percent of all takings in its currency; null where there are none. */
  Share: Kept,
} as const

export const MediaAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  By: z.enum(MEDIA_BY),
  Locations: z.array(
    z.object({
      ...FRESHNESS,
    }),
  ),
  /** Each media over all that is asked for; Compared is its net in the range compared with. */
  Media: z.array(z.object({ MediaKey: z.int(), Name: z.string(), Currency: z.string(), ...FIGURES, Compared: Kept })),
  /** The locations, tills, hours or periods, each with its media. */
  Groups: z.array(
    z.object({
      Key: z.string(),
      Name: z.string(),
      Currency: z.string(),
      LocationId: z.nullable(z.int()),
      FromDate: Day,
      ToDate: Day,
      ...FIGURES,
      Media: z.array(z.object({ MediaKey: z.int(), Name: z.string(), ...FIGURES })),
    }),
  ),
  /** What each location took, told by till; empty otherwise. */
  Places: z.array(z.object({ LocationId: z.int(), Name: z.string(), Currency: z.string(), ...FIGURES })),
  /** One entry per currency. Takings are those of the Sales Summary, made of sales and not of tenders; the difference is nothing, or something is wrong. ComparedCount: the tenders compared with. */
  Totals: z.array(z.object({ Currency: z.string(), ...FIGURES, Takings: z.number(), Difference: z.number(), Compared: Kept, ComparedCount: Kept })),
  /** What the counts say beside what the system says; by method, since counts know no card schemes. */
  Declared: z.object({
    /** Whether it is told: it needs can_viewcontrolsheet, days few enough, and no Daypart. */
    Told: z.enum(['told', 'not-permitted', 'too-long', 'by-time']),
    SheetCount: z.int(),
    CountedSheets: z.int(),
    /** Of the counted sheets. System and Declared are null while some are not counted and the reader may not see what is expected. */
    Media: z.array(z.object({ Method: z.enum(METHODS), Currency: z.string(), System: Kept, Declared: Kept, OverShort: z.number() })),
    Totals: z.array(z.object({ Currency: z.string(), System: Kept, Declared: Kept, OverShort: z.number() })),
  }),
  Compare: z.nullable(z.object(HELD_AGAINST)),
  AsAt: z.string(),
})
export type MediaAnswer = z.infer<typeof MediaAnswer>

const MediaQuery = z.object({
  ...RANGE,
  ...PLACES_AND_TIMES,
  ...COMPARE,
  ...WRITTEN,
  /** What each media is told by; locations where nobody says. */
  By: z.optional(z.enum(MEDIA_BY)),
  /** How the rows of screen and files are laid out: a row for each media, or for each location, till or period and media, or for each method that was declared. */
  View: z.optional(z.enum(['summary', 'detail', 'declared'])),
})
export type MediaQuery = z.output<typeof MediaQuery>

/** How it was paid. */
export const mediaSummary = contract({
  mediaSummary: report({
    path: '/reports/media-summary',
    summary:
      'What was paid with each media by location, till, hour or period, with change, cash-out, refunds, tips and surcharges; the nets add up to the takings of the Sales Summary. Beside it what control sheets declared, for those with can_viewcontrolsheet. By till, by hour or with a Daypart, at most 31 days; by day or week, at most 366.',
    access: ['can_viewmedia'],
    query: MediaQuery,
    response: MediaAnswer,
    table: mediaTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
