import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { METHODS } from './till.rules.ts'
import { varianceSheetsTable, varianceTable } from './variance-table.rules.ts'

/** Counted less expected, in major units: short is below zero. What came after a sheet was committed is in it. */
const DIFFERENCE = { Variance: z.number(), Sheets: z.int(), OverLimit: z.int() } as const

const VarianceAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  /** The media looked at; null for all together. */
  Method: z.nullable(z.enum(METHODS)),
  /** Above this difference a sheet needs a second person, in major units of the currency of the venue. */
  SignOffLimit: z.number(),
  /** What the periods of a row are. */
  Unit: z.enum(['day', 'week', 'month']),
  /** Sheets of the range that are left out since nobody counted them. */
  NotCounted: z.int(),
  /** One entry per currency. */
  Totals: z.array(z.object({ Currency: z.string(), ...DIFFERENCE, SignOffLimit: z.number() })),
  /** Who was on which till, by location. */
  Rows: z.array(
    z.object({
      LocationId: z.int(),
      Location: z.string(),
      Currency: z.string(),
      TillId: z.int(),
      Till: z.string(),
      /** 0 where the till names nobody. */
      OperatorId: z.int(),
      Operator: z.nullable(z.string()),
      ...DIFFERENCE,
      /** ISO weekdays with a counted sheet. */
      Weekdays: z.array(z.object({ Weekday: z.int(), ...DIFFERENCE })),
      /** Periods with a counted sheet, by their first day. */
      Periods: z.array(z.object({ Period: Day, ...DIFFERENCE })),
    }),
  ),
  AsAt: z.string(),
})
export type VarianceAnswer = z.infer<typeof VarianceAnswer>

const VarianceSheets = z.object({
  Sheets: z.array(
    z.object({
      SheetId: z.string(),
      LocationId: z.int(),
      Location: z.string(),
      Currency: z.string(),
      Till: z.string(),
      Operator: z.nullable(z.string()),
      Day,
      ZNumber: z.nullable(z.int()),
      /** Of cash with its float. */
      Expected: z.number(),
      Variance: z.number(),
      IsOverLimit: z.boolean(),
      /** How often it was counted. */
      Counts: z.int(),
    }),
  ),
  /** One entry per currency: the listed sheets added up. */
  Totals: z.array(z.object({ Currency: z.string(), Variance: z.number() })),
  /** There are more than the thousand that are listed. */
  IsCut: z.boolean(),
})
export type VarianceSheets = z.infer<typeof VarianceSheets>

const RANGE = { FromDate: Day, ToDate: Day, Locations: z.optional(LocationList), Method: z.optional(z.enum(METHODS)), ...WRITTEN } as const
const wholeNumber = (pattern: RegExp, most: number) =>
  z.optional(z.pipe(z.string().check(z.regex(pattern, 'must be a whole number')), z.transform(Number)).check(z.maximum(most)))

/** Who is over or short, where and on which weekday, over days and places. */
export const variance = contract({
  variance: report({
    path: '/reports/variance',
    summary:
      'Over or short of counted control sheets by operator, till and weekday, with the totals of each day, week or month, for at most five years. You choose cash, another media or all media.',
    access: ['can_viewcontrolsheet'],
    query: z.object(RANGE),
    response: VarianceAnswer,
    table: varianceTable,
    example: { as: 'owner', query: { FromDate: '2026-09-28', ToDate: '2026-11-22', Method: 'Cash' } },
  }),
  varianceSheets: report({
    path: '/reports/variance/sheets',
    summary: 'The counted sheets behind a figure of the variance report, at most 1,000.',
    access: ['can_viewcontrolsheet'],
    query: z.object({
      ...RANGE,
      TillId: wholeNumber(/^\d{1,10}$/, 2_147_483_647),
      OperatorId: wholeNumber(/^\d{1,10}$/, 2_147_483_647),
      Weekday: wholeNumber(/^[1-7]$/, 7),
    }),
    response: VarianceSheets,
    table: varianceSheetsTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-22', Method: 'Cash', Weekday: '5' } },
  }),
})
