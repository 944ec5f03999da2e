import * as z from 'zod/mini'
import { RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { Late } from '#features/reports/kit/late-days.rules.ts'
import { ROW_ORDER } from '#features/reports/kit/row-order.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { weeklyTable } from './weekly-table.rules.ts'

const Kept = z.nullable(z.number())
const Holidays = z.array(z.object({ Key: z.string(), Observed: z.boolean(), From: z.nullable(z.string()), Regions: z.array(z.string()) }))
const Reference = z.object({ FromDate: Day, ToDate: Day, Holidays: z.array(z.object({ Date: Day, Key: z.string(), Observed: z.boolean() })) })

export const BLOCKS = ['sales', 'groups', 'people', 'margin', 'wages', 'wastage', 'media', 'banking'] as const
const ROW_KINDS = ['money', 'count', 'quantity', 'percent'] as const

const Row = z.object({
  /** A figure by its name, or the key of a group or media. */
  Key: z.string(),
  /** Of a group: the Group that a Sales Breakdown and its receipts are asked for by. */
  GroupKey: z.optional(z.int()),
  /** What people call it; null for figures, which have the same names everywhere. */
  Name: z.nullable(z.string()),
  Kind: z.enum(ROW_KINDS),
  /** A row that others above it add up to. */
  Sum: z.boolean(),
  /** In the order of Days; null for a day still to come. */
  Days: z.array(Kept),
  Total: Kept,
  LastWeek: Kept,
  LastYear: Kept,
  /** The change in percent; null where the base is nothing or too small to mean anything. */
  OnLastWeek: Kept,
  OnLastYear: Kept,
})

export const WeeklyAnswer = z.object({
  /** The seven days of the week that ToDate lies in. */
  FromDate: Day,
  ToDate: Day,
  Days: z.array(z.object({ Date: Day, State: z.enum(['closed', 'open', 'to-come']), Holidays, Late })),
  LastWeek: Reference,
  LastYear: Reference,
  /** The week is still open: the weeks beside it count up to the same moment. */
  SameElapsedPart: z.boolean(),
  /** Null if the locations have several currencies. Money is then not added up. */
  Currency: z.nullable(z.string()),
  Locations: z.array(
    z.object({
      ...FRESHNESS,
    }),
  ),
  Blocks: z.array(z.object({ Block: z.enum(BLOCKS), Rows: z.array(Row) })),
  AsAt: z.string(),
})
export type WeeklyAnswer = z.infer<typeof WeeklyAnswer>
export type WeeklyRow = z.infer<typeof Row>

const WeeklyQuery = z.object({
  ...RANGE,
  Locations: z.optional(LocationList),
  ...WRITTEN,
  /** A column the rows of each block go by on screen and in files, with a minus the largest first. The JSON answer keeps its own order. */
  Sort: z.optional(z.string().check(z.regex(ROW_ORDER, 'must be a column, with a minus before it for the largest first'))),
})
export type WeeklyQuery = z.output<typeof WeeklyQuery>

/** The week on one page. */
export const weeklySummary = contract({
  weeklySummary: report({
    path: '/reports/weekly-summary',
    summary:
      "The week that ToDate lies in, by the venue's first day of the week: seven days, total, last week, the same week last year and the changes, for sales, groups, people, margin, wastage and media, and for those with can_viewcontrolsheet what was banked, over or short, and not counted, for those with can_viewtimesheet wages and hours.",
    access: ['can_viewsales'],
    query: WeeklyQuery,
    response: WeeklyAnswer,
    table: weeklyTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
