import * as z from 'zod/mini'
import { RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList, sentText, shortText } from '#shared/fields.ts'
import { stockVarianceTable } from './variance-table.rules.ts'

const Money = z.nullable(z.number())

const Row = z.object({
  LocationId: z.int(),
  Plu: z.string(),
  Name: z.string(),
  /** The unit it is counted in. '' means each. */
  Unit: z.string(),
  /** The count it begins with and the one it ends with. */
  CountedFrom: z.string(),
  CountedTo: z.string(),
  Opening: z.number(),
  Received: z.number(),
  /** Transfers in − out. */
  Transferred: z.number(),
  Adjusted: z.number(),
  /** Written off by movements and wasted at the till, above zero. */
  WrittenOff: z.number(),
  Closing: z.number(),
  /** Opening + received + transferred + adjusted − closing. */
  ActualUse: z.number(),
  /** What sales took. */
  TheoreticalUse: z.number(),
  /** Theoretical use + written off − actual use: what is missing is below zero. */
  Variance: z.number(),
  /** Of the theoretical use; null where there was none. */
  VariancePercent: z.nullable(z.number()),
  /** At the average cost of the last count, in major units without tax; null where no cost is known. */
  TheoreticalCost: Money,
  VarianceCost: Money,
})
export type VarianceRow = z.infer<typeof Row>

const StockVarianceAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  /** Locations of one currency are told, the venue's own where several are asked for. */
  Currency: z.string(),
  /** What is missing most in money first. */
  Rows: z.array(Row),
  Totals: z.object({
    Products: z.int(),
    /** At average cost, of products with a cost. */
    TheoreticalCost: Money,
    Missing: Money,
    Found: Money,
    VarianceCost: Money,
    VariancePercent: Money,
    WithoutCost: z.int(),
  }),
  Locations: z.array(
    z.object({
      LocationId: z.int(),
      Name: z.string(),
      /** Products counted in these days for the first time, and once: there is nothing to compare them with. */
      CountedOnce: z.int(),
    }),
  ),
  /** What took of the product asked for; empty where no Plu is. */
  Sold: z.array(
    z.object({
      LocationId: z.int(),
      Plu: z.string(),
      Name: z.string(),
      Quantity: z.number(),
      /** In units of the product asked for. */
      Used: z.number(),
    }),
  ),
  AsAt: z.string(),
})
export type StockVarianceAnswer = z.infer<typeof StockVarianceAnswer>

const StockVarianceQuery = z.object({
  ...RANGE,
  Locations: z.optional(LocationList),
  /** Only this product, with what took of it. */
  Plu: z.optional(sentText(64, 1)),
  /** Only products whose PLU or name contains this text. */
  Search: z.optional(shortText(100, 1)),
  ...WRITTEN,
})
export type StockVarianceQuery = z.output<typeof StockVarianceQuery>

/** What sales should have taken from stock against what counts say was taken. */
export const stockVarianceCalls = contract({
  stockVariance: report({
    path: '/reports/stock-variance',
    summary:
      'Theoretical and actual use of every product counted in a range, by location, with the variance in units and in money. Use runs from the count before the range to the last count in it.',
    access: ['can_viewstock'],
    query: StockVarianceQuery,
    response: StockVarianceAnswer,
    table: stockVarianceTable,
    example: { as: 'owner', query: { FromDate: '2026-11-01', ToDate: '2026-11-15' } },
  }),
})
