import * as z from 'zod/mini'
import { FIGURES, MIXED_FIGURES } from '#features/reports/kit/figures.rules.ts'
import { PLACES_AND_TIMES, RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { Late } from '#features/reports/kit/late-days.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'
import { dailyTable } from './daily-table.rules.ts'

const Holidays = z.array(z.object({ Key: z.string(), Observed: z.boolean(), From: z.nullable(z.string()), Regions: z.array(z.string()) }))

/** What the same day a week or a year before came to, for the same elapsed part. */
const Base = { Sales: z.number(), Net: z.nullable(z.number()) } as const

/** What the day, or every day of the range up to today, is to bring in net sales; null where a location has no target, and at a time of day. */
const Target = z.nullable(z.number())

const DAY = {
  Date: Day,
  /** When the first and the last sale was rung up on the location's clock, and the hours between them as they passed; null without a sale. */
  FirstSale: z.nullable(z.string()),
  LastSale: z.nullable(z.string()),
  HoursOpen: z.nullable(z.number()),
  LastWeek: z.object(Base),
  LastYear: z.object(Base),
  Target,
  /** What came to the whole day after it was told, whatever time of day is asked for. */
  Late,
} as const

const WHOLE = {
  /** Days with at least one sale, and the days of the range that have come. */
  TradingDays: z.int(),
  CalendarDays: z.int(),
  LastWeek: z.object(Base),
  LastYear: z.object(Base),
  Target,
} as const

export const DailyAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Days: z.array(z.object({ Date: Day, State: z.enum(['closed', 'open', 'to-come']), Holidays })),
  Locations: z.array(
    z.object({
      ...FRESHNESS,
      ...WHOLE,
      ...FIGURES,
      /** Per trading day. */
      Average: z.object({ Days: z.int(), ...FIGURES }),
      Days: z.array(z.object({ ...DAY, ...FIGURES })),
    }),
  ),
  Totals: z.object({
    /** Null if the locations have several currencies. Money is then not added up. */
    Currency: z.nullable(z.string()),
    ...WHOLE,
    ...MIXED_FIGURES,
    Average: z.object({ Days: z.int(), ...MIXED_FIGURES }),
    Days: z.array(z.object({ ...DAY, ...MIXED_FIGURES })),
  }),
  AsAt: z.string(),
})
export type DailyAnswer = z.infer<typeof DailyAnswer>

const DailyQuery = z.object({
  ...RANGE,
  ...PLACES_AND_TIMES,
  ...WRITTEN,
  /** How the rows of screen and files are laid out: a row for each day, or for each day and location. The JSON answer has both. */
  View: z.optional(z.enum(['summary', 'detail'])),
})
export type DailyQuery = z.output<typeof DailyQuery>

/** The days one by one. */
export const dailySales = contract({
  dailySales: report({
    path: '/reports/daily-sales',
    summary:
      'Sales of each day and location with first and last sale, hours open, public holidays, the same day last week and last year (a holiday with the same holiday), and averages over trading days.',
    access: ['can_viewsales'],
    query: DailyQuery,
    response: DailyAnswer,
    table: dailyTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
