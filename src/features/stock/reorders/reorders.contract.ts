import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { reordersTable } from './reorders-table.rules.ts'

/** Days an order lasts after its delivery, unless others are asked for. */
export const USUAL_COVER_DAYS = 7

const NO_SUGGESTION = ['notCounted', 'belowZero', 'tooNew', 'noSupplier', 'noPack', 'noLeadTime'] as const

/** What to order of a product for a location, and every number it came about by. Quantities in stock units, money without tax. */
const Suggested = z.object({
  LocationId: z.int(),
  SupplierId: z.int(),
  Plu: z.string(),
  Name: z.string(),
  SupplierCode: z.string(),
  /** The unit it is counted in. '' means each. */
  Unit: z.string(),
  OnHand: z.number(),
  CountedAt: z.nullable(z.string()),
  OnOrder: z.number(),
  /** Sold a day on the days it was in stock, without wastage; those days, and the days the location traded. */
  PerDay: z.number(),
  InStockDays: z.int(),
  OpenDays: z.int(),
  /** What each weekday usually takes, Monday first. */
  Weekdays: z.array(z.number()),
  /** Trading days of the range on which there was none. */
  DaysOut: z.array(Day),
  LeadDays: z.int(),
  /** Days the order must cover, including today. */
  Days: z.int(),
  Forecast: z.number(),
  Spare: z.number(),
  Least: z.nullable(z.number()),
  Most: z.nullable(z.number()),
  /** Whether the suggestion follows min and max instead of the sales rate. */
  ByLevels: z.boolean(),
  Short: z.number(),
  PackSize: z.number(),
  OrderMinimum: z.int(),
  Packs: z.int(),
  /** The cost of a pack: the listed cost, or that of the last delivery. Null if not known. */
  PackCost: z.nullable(z.number()),
  Cost: z.nullable(z.number()),
  /** The day on which it is used up at its usual rate if nothing comes; null where it lasts longer than the days looked at. */
  RunsOutOn: z.nullable(Day),
})
export type Suggested = z.infer<typeof Suggested>

const ReordersAnswer = z.object({
  /** The days the sales rate is calculated from. */
  FromDate: Day,
  ToDate: Day,
  Today: Day,
  CoverDays: z.int(),
  Locations: z.array(
    z.object({
      LocationId: z.int(),
      Name: z.string(),
      Currency: z.string(),
      LastCountedAt: z.nullable(z.string()),
      /** Products that last past the delivery after next. */
      Enough: z.int(),
      /** The first of those to run out. */
      NextOut: z.nullable(z.object({ Plu: z.string(), Name: z.string(), Day })),
    }),
  ),
  Suppliers: z.array(
    z.object({
      SupplierId: z.int(),
      Name: z.string(),
      Email: z.string(),
      LeadDays: z.nullable(z.int()),
      /** HH:MM on the location's clock. */
      OrderBy: z.nullable(z.string()),
      /** Below this it charges for delivery, in the venue's currency. */
      OrderMinimum: z.nullable(z.number()),
    }),
  ),
  /** By supplier and then by how soon it runs out. */
  Suggestions: z.array(Suggested),
  /** Products of which nothing can be suggested, and why. */
  NoSuggestion: z.array(
    z.object({
      LocationId: z.int(),
      Plu: z.string(),
      Name: z.string(),
      Unit: z.string(),
      Reason: z.enum(NO_SUGGESTION),
      OnHand: z.nullable(z.number()),
      InStockDays: z.int(),
      SupplierId: z.nullable(z.int()),
    }),
  ),
  AsAt: z.string(),
})
export type ReordersAnswer = z.infer<typeof ReordersAnswer>

const ReordersQuery = z.object({
  Locations: z.optional(LocationList),
  /** Days to cover after delivery. */
  CoverDays: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,2}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1), z.maximum(60))),
  Supplier: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number))),
  ...WRITTEN,
})
export type ReordersQuery = z.output<typeof ReordersQuery>

/** What to order. */
export const reorderCalls = contract({
  reorders: report({
    path: '/reports/plu-reorders',
    summary:
      'How many packs of each product to order for each location, so that it lasts until the delivery after next. The answer has every number used in the calculation.',
    access: ['can_viewstock'],
    query: ReordersQuery,
    response: ReordersAnswer,
    table: reordersTable,
    example: { as: 'owner', query: { CoverDays: '7' } },
  }),
})
