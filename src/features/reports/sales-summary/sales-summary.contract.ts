import * as z from 'zod/mini'
import { byPeriod } from '#features/reports/kit/by-period.rules.ts'
import { FIGURE_NAMES, FIGURES, type FigureName, MIXED_FIGURES } from '#features/reports/kit/figures.rules.ts'
import { COMPARE, HELD_AGAINST, ItemList, PLACES_AND_TIMES, RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { LATE_DAYS } from '#features/reports/kit/late-days.rules.ts'
import { UNITS } from '#features/reports/kit/period.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'
import { salesTable } from './sales-table.rules.ts'

const FiguresByPeriod = byPeriod(FIGURES)
const MixedByPeriod = byPeriod(MIXED_FIGURES)
/** null too where a period has no counterpart, as an hour's second time round when the clocks go back, and where a figure has no target. */
const COMPARED = Object.fromEntries(FIGURE_NAMES.map((name) => [name, z.nullable(z.number())])) as Record<FigureName, z.ZodMiniNullable<z.ZodMiniNumber>>
const ComparedByPeriod = byPeriod(COMPARED)

/** A column of the report: its days within the range, whether the range cuts it, whether trade in it is over. */
const Period = z.object({
  Period: z.string(),
  FromDate: Day,
  ToDate: Day,
  /** Only some of its days are in the range. */
  Partial: z.boolean(),
  State: z.enum(['closed', 'open', 'to-come']),
})

const LocationSales = z.object({
  ...FRESHNESS,
  ...FIGURES,
  ByPeriod: FiguresByPeriod,
})

const TOTALS = {
  /** Null if the locations have several currencies. Money is then not added up. */
  Currency: z.nullable(z.string()),
  ...MIXED_FIGURES,
} as const
const Totals = z.object({ ...TOTALS, ByPeriod: MixedByPeriod })

const Compared = z.object({
  ...HELD_AGAINST,
  /** Where targets are compared, days still to come are in no total and in no week or month that runs. The locations for want of whose target all together have none. One that has no target and sold nothing is on neither side. */
  WithoutTarget: z.optional(z.array(z.int())),
  Locations: z.array(z.object({ LocationId: z.int(), ...COMPARED, ByPeriod: ComparedByPeriod })),
  Totals: z.object({ Currency: z.nullable(z.string()), ...COMPARED, ByPeriod: ComparedByPeriod }),
})

const TimeOfDay = { Sales: z.number(), Customers: z.nullable(z.number()), Net: z.nullable(z.number()), Amount: z.nullable(z.number()) } as const

export const SalesAnswer = z.object({
  Interval: z.enum(UNITS),
  FromDate: Day,
  ToDate: Day,
  Periods: z.array(Period),
  Locations: z.array(LocationSales),
  Totals,
  /** One entry per currency, so that nothing is lost where totals cannot be added. */
  TotalsByCurrency: z.array(z.object({ Currency: z.string(), ...FIGURES })),
  Compare: z.nullable(Compared),
  /** How it was paid; ends on Takings. null where it is not kept under the filter. */
  Media: z.nullable(z.array(z.object({ MediaKey: z.int(), Name: z.string(), Currency: z.string(), Count: z.int(), Amount: z.number() }))),
  /** The trading day hour by hour over the whole range, whatever daypart is chosen. */
  Hours: z.nullable(z.array(z.object({ Hour: z.string(), LocalHour: z.int(), ...TimeOfDay }))),
  Dayparts: z.nullable(z.array(z.object({ Name: z.string(), From: z.int(), To: z.int(), ...TimeOfDay }))),
  /** Days of the range that changed after they were over and told, whatever their part that is asked for. */
  ...LATE_DAYS,
  /** PLUs among Items that this venue does not have at the reader's locations: nothing is counted for them. */
  UnknownItems: z.array(z.string()),
  AsAt: z.string(),
})
export type SalesAnswer = z.infer<typeof SalesAnswer>

const FILTER = {
  ...PLACES_AND_TIMES,
  ...COMPARE,
  ...WRITTEN,
  /** How the rows of screen and files are laid out, and which figure the summary shows. The JSON answer has everything. */
  View: z.optional(z.enum(['summary', 'detail'])),
  Figure: z.optional(z.enum(FIGURE_NAMES)),
} as const
const RangeQuery = z.object({ ...RANGE, ...FILTER })
const DateQuery = z.object({ Date: z.optional(Day), FromDate: z.optional(Day), ToDate: z.optional(Day), ...FILTER })
const ItemRangeQuery = z.object({ ...RANGE, ...FILTER, Items: z.optional(ItemList) })
const ItemDateQuery = z.object({ Date: z.optional(Day), FromDate: z.optional(Day), ToDate: z.optional(Day), ...FILTER, Items: z.optional(ItemList) })
export type SalesQuery = Partial<z.output<typeof ItemDateQuery>>

const access = ['can_viewsales'] as const
const lastWeek = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
const table = salesTable

const salesBy = <const P extends `/${string}`>(path: P, summary: string) =>
  report({ path, summary, access, query: RangeQuery, response: SalesAnswer, table, example: { as: 'owner', query: lastWeek } })

const itemsBy = <const P extends `/${string}`>(path: P, summary: string) =>
  report({ path, summary, access, query: ItemRangeQuery, response: SalesAnswer, table, example: { as: 'manager', query: { ...lastWeek, Items: '1001' } } })

/** How much was sold, where and when. */
export const salesSummary = contract({
  salesByDay: salesBy('/sales/day', 'Sales by location and day. A range of one day is answered by the hour.'),
  salesByWeek: salesBy('/sales/week', "Sales by location and week, weeks beginning on the venue's first day."),
  salesByMonth: salesBy('/sales/month', 'Sales by location and month.'),
  salesByYear: salesBy('/sales/year', 'Sales by location and calendar year.'),
  salesByHour: report({
    path: '/sales/interval',
    summary: 'Sales by location and hour of one trading day (Date), or of up to 31 days added up (FromDate, ToDate).',
    access,
    query: DateQuery,
    response: SalesAnswer,
    table,
    example: { as: 'owner', query: { Date: '2026-11-14' } },
  }),
  itemsByDay: itemsBy(
    '/sales/selected/day',
    'Sales of the chosen items by location and day; of all items where none are named. With a Daypart, at most 92 days, here and by week, month or year.',
  ),
  itemsByWeek: itemsBy('/sales/selected/week', 'Sales of the chosen items by location and week.'),
  itemsByMonth: itemsBy('/sales/selected/month', 'Sales of the chosen items by location and month.'),
  itemsByYear: itemsBy('/sales/selected/year', 'Sales of the chosen items by location and calendar year.'),
  itemsByHour: report({
    path: '/sales/selected/interval',
    summary: 'Sales of the chosen items by location and hour, of up to 31 days; compared with at most 92.',
    access,
    query: ItemDateQuery,
    response: SalesAnswer,
    table,
    example: { as: 'manager', query: { Date: '2026-11-14', Items: '1001' } },
  }),
})
