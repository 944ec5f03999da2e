import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList, shortText } from '#shared/fields.ts'
import { daysOnHandTable } from './days-on-hand-table.rules.ts'
import { DAY_CLASSES } from './rate.rules.ts'

/** Days the rate is made of, unless others are asked for. */
export const USUAL_DAYS = 28

const wholeNumber = (least: number, most: number) =>
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(least), z.maximum(most))

/** What stands in a row, in its order. Quantities in stock units, money in major units without tax. */
export const ON_HAND_COLUMNS = [
  'LocationId',
  'Plu',
  'Name',
  /** The unit it is counted in. '' means each. */
  'Unit',
  'OnHand',
  /** Average daily use by sales on days in stock. */
  'PerDay',
  /** Wasted in the range, at the till and by movements. It lowers OnHand and is not part of PerDay. */
  'Wasted',
  /** On hand ÷ daily use. 0 if none is left, null if none is sold. */
  'DaysLeft',
  'Class',
  /** On hand × average cost. Null if no cost is known. */
  'Value',
  'AverageCost',
  'LastCost',
  'CountedAt',
  /** Days of the range on which it was in stock, and trading days of the location. */
  'InStockDays',
  'OpenDays',
  'SupplierId',
] as const
export type OnHandColumn = (typeof ON_HAND_COLUMNS)[number]

const ClassSum = z.object({ Class: z.enum(DAY_CLASSES), Products: z.int(), Value: z.nullable(z.number()) })

const DaysOnHandAnswer = z.object({
  /** The days the sales rate is calculated from. They are whole days up to yesterday. */
  FromDate: Day,
  ToDate: Day,
  /** Null if the locations have several currencies. Money is then not added up. */
  Currency: z.nullable(z.string()),
  /** Counted products of the chosen locations, regardless of Below and Search. */
  Count: z.int(),
  /** Those that Below, Class, Supplier and Search leave, and what they are worth; null where there are several currencies. */
  Matching: z.int(),
  MatchingValue: z.nullable(z.number()),
  Columns: z.array(z.enum(ON_HAND_COLUMNS)),
  /** A list of values for each matching product and location, in the order of Columns, the shortest first. */
  Rows: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
  /** All classes in their order, of all counted products. */
  Classes: z.array(ClassSum),
  /** What all of it is worth at average cost; products without a cost are left out, and how many there are. */
  Value: z.nullable(z.number()),
  WithoutCost: z.int(),
  Suppliers: z.array(z.object({ SupplierId: z.int(), Name: z.string() })),
  Locations: z.array(
    z.object({
      LocationId: z.int(),
      Name: z.string(),
      Currency: z.string(),
      /** Products sold or delivered there recently that were never counted, so their stock is not known. */
      NotCounted: z.int(),
      LastCountedAt: z.nullable(z.string()),
    }),
  ),
  /** Products sold by the glass from a stock item without a volume. What they take from stock is not known. */
  UnknownUse: z.array(z.object({ Plu: z.string(), Name: z.string() })),
  AsAt: z.string(),
})
export type DaysOnHandAnswer = z.infer<typeof DaysOnHandAnswer>

const DaysOnHandQuery = z.object({
  Locations: z.optional(LocationList),
  /** How many days the sales rate is calculated from. */
  Days: z.optional(wholeNumber(7, 91)),
  /** Only products that last fewer days than this. */
  Below: z.optional(wholeNumber(1, 999)),
  Class: z.optional(z.enum(DAY_CLASSES)),
  Supplier: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number))),
  /** Only products whose PLU or name contains this text. */
  Search: z.optional(shortText(100, 1)),
  /** At most this many rows. The default is all. */
  Take: z.optional(wholeNumber(1, 99_999)),
  ...WRITTEN,
})
export type DaysOnHandQuery = z.output<typeof DaysOnHandQuery>

/** How long stock lasts. */
export const daysOnHandCalls = contract({
  daysOnHand: report({
    path: '/reports/plu-dayonhand',
    summary: 'Stock on hand of every counted product by location, how many days it lasts, and its value. Days on hand use the sales rate of days in stock.',
    access: ['can_viewstock'],
    query: DaysOnHandQuery,
    response: DaysOnHandAnswer,
    table: daysOnHandTable,
    example: { as: 'owner', query: { Days: '28' } },
  }),
})
