import * as z from 'zod/mini'
import { bestTable } from '#features/reports/kit/cards/best-sellers-table.rules.ts'
import { COMPARE, HELD_AGAINST, PLACES_AND_TIMES, RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'

/** What products are ranked by. */
export const BEST_BY = ['net', 'quantity', 'gross-profit', 'growth'] as const
export type BestBy = (typeof BEST_BY)[number]

/** What they may be ranked within. */
export const PER = ['all', 'group', 'department', 'product-group', 'category'] as const
export type Per = (typeof PER)[number]

const Kept = z.nullable(z.number())
const FIGURES = {
  Quantity: z.number(),
  Net: Kept,
  GrossProfit: Kept,
  GrossProfitPercent: Kept,
} as const

const BestRow = z.object({
  /** The PLU. */
  Key: z.string(),
  Name: z.string(),
  /** What it is ranked in: a group of the menu as it is now ('' is unassigned), or '' for all of it. */
  Within: z.string(),
  Rank: z.int(),
  /** Its rank in the range compared with; null where nothing is compared or it was not sold then. */
  RankBefore: z.nullable(z.int()),
  ...FIGURES,
  /** Percent of net sales of what it is ranked in, and of all down to it in the order of net sales. */
  Share: Kept,
  Cumulative: Kept,
  /** A: those that make the first 80 percent of net sales; B the next 15; C the rest. */
  Class: z.nullable(z.enum(['A', 'B', 'C'])),
  NetBefore: Kept,
  /** What net sales are more or less than that. */
  Difference: Kept,
  /** How net sales grew, in percent; null where there is too little to compare with. */
  Growth: Kept,
})
export type BestRow = z.infer<typeof BestRow>

const BestAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  By: z.enum(BEST_BY),
  Order: z.enum(['best', 'worst']),
  Per: z.enum(PER),
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string(), Currency: z.string(), TimeZone: z.string(), ...FIGURES, Rows: z.array(BestRow) })),
  Totals: z.object({
    /** null where locations of several currencies are asked for together: then money is not added, and only quantities rank. */
    Currency: z.nullable(z.string()),
    ...FIGURES,
    Rows: z.array(BestRow),
  }),
  Compare: z.nullable(z.object({ ...HELD_AGAINST, Totals: z.object(FIGURES) })),
  AsAt: z.string(),
})
export type BestAnswer = z.infer<typeof BestAnswer>

const BestQuery = z.object({
  ...RANGE,
  ...PLACES_AND_TIMES,
  ...COMPARE,
  ...WRITTEN,
  /** What ranks: net sales unless told. Growth is against what Compare says, or the previous period. */
  By: z.optional(z.enum(BEST_BY)),
  /** How many, 20 unless told; with Per so many of each. */
  Top: z.optional(z.pipe(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, 'must be a whole number from 1 to 1000')), z.transform(Number))),
  Order: z.optional(z.enum(['best', 'worst'])),
  /** Ranked within each of these instead of all together. */
  Per: z.optional(z.enum(PER)),
})
export type BestQuery = Partial<z.output<typeof BestQuery>>

/** What sells best, and what does not. */
export const bestSellers = contract({
  bestSellers: report({
    path: '/sales/bestsellers',
    summary: 'The best or worst sellers of a range by net sales, quantity, gross profit or growth, over all products or for each group.',
    access: ['can_viewsales'],
    query: BestQuery,
    response: BestAnswer,
    table: bestTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15', By: 'quantity', Top: 5, Compare: 'previous' } },
  }),
})
