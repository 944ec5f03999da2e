import * as z from 'zod/mini'
import { LEVELS, SOLD_BY, TOLD_BY, WASTED_FIGURES } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { byPeriod } from '#features/reports/kit/by-period.rules.ts'
import { FIGURE_NAMES } from '#features/reports/kit/figures.rules.ts'
import { COMPARE, HELD_AGAINST, PLACES_AND_TIMES, RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { UNITS } from '#features/reports/kit/period.rules.ts'
import { ROW_ORDER } from '#features/reports/kit/row-order.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'
import { breakdownTable } from './breakdown-table.rules.ts'
import { costsTable } from './costs-table.rules.ts'

const Kept = z.nullable(z.number())

const keptOf = <Name extends string>(names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, Kept])) as Record<Name, typeof Kept>

/** The figures of every report; null: a dimension does not keep it, or several currencies are not added. */
const ROW_FIGURES = keptOf(FIGURE_NAMES)

/** Only in GP margins: what margin the lines with a cost made, and what was sold without one. */
const MARGINS = {
  /** Net sales without GST of what has a cost. */
  CostedSales: z.optional(Kept),
  /** CostedSales − cost; null where nothing that was sold has a cost. */
  CostedProfit: z.optional(Kept),
  /** CostedProfit as percent of CostedSales; null where that is nothing. */
  MarginPercent: z.optional(Kept),
  /** CostedProfit as percent of cost. */
  MarkupPercent: z.optional(Kept),
  /** Lines without a cost, and what they came to without GST. */
  NoCostCount: z.optional(Kept),
  NoCostSales: z.optional(Kept),
} as const

/** What some dimensions have besides the figures of every report. */
const BESIDE = {
  ...MARGINS,
  /** Of promotions, discounts and surcharges: what one use came to. null where there was none. */
  Average: z.optional(Kept),
  /** Of discounts by employee: percent of the gross sales that they rang up themselves. */
  OfOwnSales: z.optional(Kept),
} as const

const Period = z.object({ Period: z.string(), FromDate: Day, ToDate: Day, Partial: z.boolean(), State: z.enum(['closed', 'open', 'to-come']) })

const HEAD = {
  Interval: z.enum(UNITS),
  FromDate: Day,
  ToDate: Day,
  Periods: z.array(Period),
} as const

/** Percent of the sales it is taken off or put on: gross sales for promotions and discounts, net sales for surcharges, net sales without GST for wastage. */
const OfSales = Kept
/** Null if the locations have several currencies. Money is then not added up. */
const Currency = z.nullable(z.string())

/**
 * The answer of a breakdown.
 * @param what what its rows are, and how they are proved
 * @param figures what each row, period and total tells
 * @param beside what each row and total has besides
 */
const answerOf = <W extends z.core.$ZodShape, F extends Record<string, z.core.$ZodType>, B extends z.core.$ZodShape>(what: W, figures: F, beside: B) => {
  const ByPeriod = byPeriod(figures)
  /** Count: lines sold, or how often it was used; null of employees, whose Sales tell it. */
  const shown = { Count: Kept, ...figures, ...beside }
  const row = {
    /** Stays the same whatever is renamed; of one dimension only. */
    Key: z.int(),
    Name: z.string(),
    /** Nobody assigned anything: its Name is to be translated. */
    Unassigned: z.boolean(),
    /** Percent of the total of the dimension's own figure. */
    Share: Kept,
    ...shown,
    ByPeriod: z.nullable(ByPeriod),
  }
  /** With the PLU of an item, and what it lies within, from the top down. */
  const wholeRow = z.object({ ...row, Plu: z.optional(z.string()), Path: z.array(z.string()), OfSales })
  return z.object({
    ...what,
    ...HEAD,
    /** Rows are null where there are more than 1,500 of all locations and View is not locations; so is their ByPeriod where rows times periods are more. */
    Locations: z.array(z.object({ ...FRESHNESS, ...shown, ByPeriod, Rows: z.nullable(z.array(z.object(row))) })),
    Totals: z.object({ Currency, OfSales, ...shown, ByPeriod, Rows: z.array(wholeRow) }),
    Compare: z.nullable(
      z.object({
        ...HELD_AGAINST,
        Locations: z.array(z.object({ LocationId: z.int(), ...shown })),
        /** The same rows in the same order. */
        Totals: z.object({ Currency, ...shown, ByPeriod, Rows: z.array(z.object({ Key: z.int(), ...shown })) }),
      }),
    ),
    AsAt: z.string(),
  })
}

const BreakdownAnswer = answerOf(
  {
    Dimension: z.enum(SOLD_BY),
    /** Which step of the products' order the rows are; plu: single items; or what else was asked for. null where rows are the dimension's own. */
    By: z.nullable(z.enum([...LEVELS, 'plu', 'type', 'employee'])),
    /** The figure rows are ranked and shared out by. */
    Figure: z.enum(FIGURE_NAMES),
    /** What the rows add up to beside the Sales Summary's own figure; null where only a part was asked for. */
    Proof: z.nullable(z.object({ Figure: z.enum(FIGURE_NAMES), Rows: z.number(), SalesSummary: z.number(), Holds: z.boolean() })),
  },
  ROW_FIGURES,
  BESIDE,
)
export type BreakdownAnswer = z.infer<typeof BreakdownAnswer>

/** What was wasted is no sale: it has three figures, and the Sales Summary does not prove it. */
const WastageAnswer = answerOf(
  { Dimension: z.literal('wastage'), By: z.enum(['productgroup', ...TOLD_BY.wastage]), Figure: z.literal('Cost'), Proof: z.null() },
  keptOf(WASTED_FIGURES),
  {},
)
export type WastageAnswer = z.infer<typeof WastageAnswer>

/** Any of them, as screens, files and paper read it. */
export type AnyBreakdown = BreakdownAnswer | WastageAnswer

/** What the house knows of its costs. The parts that are null are not kept yet. */
const KEPT_COSTS = {
  /** Net sales without GST, before surcharges: what every percentage is of. */
  NetExTax: Kept,
  CostOfGoods: Kept,
  CostOfGoodsPercent: Kept,
  Wastage: Kept,
  WastagePercent: Kept,
  /** Written off and adjusted in the cellar and missing at counts, at average cost; null where stock is not kept. */
  StockAdjustments: Kept,
  StockAdjustmentsPercent: Kept,
  /** What delivery channels keep of their orders: a cost, and no discount. Null where nobody ever said what a channel takes. */
  DeliveryCommission: Kept,
  DeliveryCommissionPercent: Kept,
  OtherCosts: z.null(),
  /** Received from customers, GST included. It is not in NetExTax and in no other line. */
  SurchargesReceived: Kept,
  SurchargesReceivedPercent: Kept,
  /** Cost of goods and labour, as far as they are known. */
  PrimeCost: Kept,
  PrimeCostPercent: Kept,
  /** Net sales without GST less every cost that is known. */
  Contribution: Kept,
  ContributionPercent: Kept,
} as const
/** What the hours cost, as in T & A; absent for those who may not see timesheets, null where it is not known. */
const WAGES = { Wages: z.optional(Kept), WagesPercent: z.optional(Kept) } as const
/** What was taken for card payments, as in Payments; absent for those who may not see Payments, null where it is not known. */
const FEES = { PaymentFees: z.optional(Kept), PaymentFeesPercent: z.optional(Kept) } as const
const COSTS = { ...KEPT_COSTS, ...WAGES, ...FEES } as const
export const NOT_KEPT = ['StockAdjustments', 'Wages', 'PaymentFees', 'DeliveryCommission', 'OtherCosts'] as const

const Columns = z.optional(z.array(Kept))
const CostsByPeriod = z.extend(byPeriod(KEPT_COSTS), { Wages: Columns, WagesPercent: Columns, PaymentFees: Columns, PaymentFeesPercent: Columns })
const CostTotals = { Currency: z.nullable(z.string()), ...COSTS, ByPeriod: CostsByPeriod } as const

export const CostsAnswer = z.object({
  ...HEAD,
  Locations: z.array(z.object({ ...FRESHNESS, ...COSTS, ByPeriod: CostsByPeriod })),
  Totals: z.object(CostTotals),
  /** Net sales without GST of lines that no cost was given for: their cost is in no figure of the account. null over several currencies. */
  NoCostSales: Kept,
  /** Parts that are not kept, not known or not yours to see, so that PrimeCost and Contribution are of the others alone. */
  NotKept: z.array(z.enum(NOT_KEPT)),
  /** What DeliveryCommission is made of: orders and their sums before the commission, in the location's currency. */
  DeliveryChannels: z.array(
    z.object({
      LocationId: z.int(),
      /** Deliverect's number of the channel. */
      Channel: z.int(),
      Name: z.string(),
      Orders: z.int(),
      /** Of those, orders whose commission nobody has said. */
      UnpricedOrders: z.int(),
      Amount: z.number(),
      /** null where nobody has said it for any of them. */
      Commission: z.nullable(z.number()),
    }),
  ),
  /** Hours to pay in Wages whose price nobody has said; absent for those who may not see timesheets. */
  UnpricedHours: z.optional(z.number()),
  /** Wages in the totals of areas that are matched to no location; absent where there are none. */
  UnplacedWages: z.optional(z.number()),
  Compare: z.nullable(
    z.object({
      ...HELD_AGAINST,
      Totals: z.object(CostTotals),
    }),
  ),
  AsAt: z.string(),
})
export type CostsAnswer = z.infer<typeof CostsAnswer>

const Key = z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number))

const ASKED = {
  ...PLACES_AND_TIMES,
  ...COMPARE,
  ...WRITTEN,
  /** One day is shown by the hour, whatever is asked. Where nothing is, in the unit that suits the range, and rows have no periods. */
  Interval: z.optional(z.enum(UNITS)),
} as const
const FILTER = {
  ...ASKED,
  /** How the rows of screen and files are laid out: figures across, in detail periods across, or locations across. The JSON answer has everything, but rows of single locations that are very many only for locations. */
  View: z.optional(z.enum(['summary', 'detail', 'locations'])),
  /** The order of the rows of a file; of those in the JSON answer it is always the largest first. */
  Sort: z.optional(z.string().check(z.regex(ROW_ORDER, 'must be a column, with a minus before it for the largest first'))),
} as const
/** One row by its Key, with its periods at any length. */
const ONE = { Key: z.optional(Key) } as const
/** Within rows of the products' order, by their Keys; By=plu lists the single items there. */
const WITHIN = {
  Group: z.optional(Key),
  Department: z.optional(Key),
  ProductGroup: z.optional(Key),
  Category: z.optional(Key),
} as const

const UseQuery = z.object({ ...RANGE, ...FILTER, ...ONE })
const ClassQuery = z.object({ ...RANGE, ...FILTER, ...ONE, ...WITHIN, By: z.optional(z.literal('plu')) })
const DiscountQuery = z.object({ ...RANGE, ...FILTER, ...ONE, By: z.optional(z.enum(TOLD_BY.discount)) })
const SurchargeQuery = z.object({ ...RANGE, ...FILTER, ...ONE, By: z.optional(z.enum(TOLD_BY.surcharge)) })
const WastageQuery = z.object({ ...RANGE, ...FILTER, ...ONE, ...WITHIN, By: z.optional(z.enum(TOLD_BY.wastage)) })
const MarginQuery = z.object({
  FromDate: z.optional(Day),
  ToDate: z.optional(Day),
  ...FILTER,
  ...ONE,
  ...WITHIN,
  By: z.optional(z.enum(LEVELS)),
})
const CostsQuery = z.object({ ...RANGE, ...ASKED, View: z.optional(z.enum(['summary', 'detail'])) })

/** Any of these queries, as the report reads it. */
export interface BreakdownQuery extends Partial<z.output<typeof ANY>> {}
const ANY = z.object({ ...RANGE, ...FILTER, ...ONE, ...WITHIN, By: z.optional(z.enum([...LEVELS, 'plu', 'type', 'employee', 'reason'])) })

const access = ['can_viewbreakdown'] as const
const lastWeek = { FromDate: '2026-11-09', ToDate: '2026-11-15', Interval: 'day' }
const example = { as: 'owner', query: lastWeek } as const
const BOUNDS =
  'With an Interval each row, at the locations too, has ByPeriod: for up to 62 periods, 1,500 rows times periods, and 92 days by day or week (one day by the hour); one row by its Key always, items within a class never. The 1,500 hold for the rows of all locations together as well, unless View=locations. At a time of day at most 31 days.'

const byClass = <const P extends `/${string}`>(path: P, what: string) =>
  report({
    path,
    summary: `Sales by ${what}, over all locations and at each; within a Group, Department, ProductGroup or Category by Key, By=plu by single item. ${BOUNDS}`,
    access,
    query: ClassQuery,
    response: BreakdownAnswer,
    table: breakdownTable,
    example,
  })

const byUse = <const P extends `/${string}`>(path: P, what: string) =>
  report({ path, summary: `${what} ${BOUNDS}`, access, query: UseQuery, response: BreakdownAnswer, table: breakdownTable, example })

/** What sold, by whom, and what was given away, put on and lost. */
export const salesBreakdown = contract({
  group: byClass('/sales/group', 'group of products'),
  productgroup: byClass('/sales/productgroup', 'product group'),
  department: byClass('/sales/department', 'department'),
  category: byClass('/sales/category', 'category'),
  employee: byUse('/sales/employee', 'Sales by who rang them up.'),
  ordertype: byUse(
    '/sales/ordertype',
    'Sales by how they were ordered: dine-in, takeaway, delivery, bar, online, or not recorded; a refund counts as the order type it was rung up with.',
  ),
  till: byUse(
    '/sales/till',
    'Sales by the till that rang them up. Over several locations, tills of the same number are one row; View=locations has them apart.',
  ),
  promotion: byUse('/sales/promotion', 'What promotions took off, and how often.'),
  discount: report({
    path: '/sales/discount',
    summary: `What discounts took off, how often and how much at a time; By=type as comps, staff and members' discounts, By=employee beside what each rang up. ${BOUNDS}`,
    access,
    query: DiscountQuery,
    response: BreakdownAnswer,
    table: breakdownTable,
    example,
  }),
  surcharge: report({
    path: '/sales/surcharge',
    summary: `What surcharges brought, how often and how much at a time; By=type for cards, holidays, weekends and service. ${BOUNDS}`,
    access,
    query: SurchargeQuery,
    response: BreakdownAnswer,
    table: breakdownTable,
    example,
  }),
  wastage: report({
    path: '/sales/wastage',
    summary:
      'Wastage by product group: Quantity, its Cost, and its retail value as Gross. It is no sale and no discount. By=plu, By=employee or By=reason lists it by item, by who wrote it off, or by the reason from the till.',
    access,
    query: WastageQuery,
    response: WastageAnswer,
    table: breakdownTable,
    example,
  }),
  costs: report({
    path: '/sales/costs',
    summary: 'What sales cost, as amounts and percent of net sales without GST; parts that are not kept yet are null and named.',
    access,
    query: CostsQuery,
    response: CostsAnswer,
    table: costsTable,
    example,
  }),
  gpmargins: report({
    path: '/sales/gpmargins',
    summary:
      'Gross profit, margin and markup by product group or another step; the last 28 days if no dates are given. Items without a cost are counted separately.',
    access,
    query: MarginQuery,
    response: BreakdownAnswer,
    table: breakdownTable,
    example: { as: 'owner', query: {} },
  }),
})
