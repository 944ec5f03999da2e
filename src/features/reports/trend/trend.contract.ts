import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { PERIODS_TO_DATE } from './trend.rules.ts'
import { trendTable } from './trend-table.rules.ts'

const TREND_VIEWS = ['summary', 'hours', 'days', 'weeks'] as const

const TrendQuery = z.object({
  /** The trading day that is looked at; today where none is named. */
  TrendDate: z.optional(Day),
  Locations: z.optional(LocationList),
  /** Sent with every call of sales, and of no use here: a trend has its own days. */
  FromDate: z.optional(Day),
  ToDate: z.optional(Day),
  ...WRITTEN,
  /** What the rows of a file are: locations, hours of the day, days of 13 weeks, or 52 weeks. The JSON answer has everything. */
  View: z.optional(z.enum(TREND_VIEWS)),
})
export type TrendQuery = Partial<z.output<typeof TrendQuery>>

const Money = z.nullable(z.number())
const State = z.enum(['closed', 'open', 'to-come'])

/** A point of a series; Net is null on a day or in a week without trade, which is a gap and not a zero. */
const Point = z.object({ Period: Day, Net: Money, Average: Money, Partial: z.boolean() })

const TREND = {
  State,
  Sales: z.number(),
  /** Net sales of the day so far, GST included. */
  Net: Money,
  /** What the same weekday last week, the four before on average, and that of last year had come to by this minute; a public holiday meets the same one of last year. */
  LastWeek: Money,
  FourWeekAverage: Money,
  LastYear: Money,
  /** The same, whole days. */
  LastWeekDay: Money,
  FourWeekAverageDay: Money,
  LastYearDay: Money,
  /** Net ÷ the share of the day that the four weekdays before had sold by this minute. */
  Projection: Money,
  /** What the whole day is to bring in net sales; null where a location has no target. */
  Target: Money,
  UsualSharePercent: Money,
  /** The hours of the trading day; what follows Net adds up from the first hour on. */
  Periods: z.array(z.object({ Period: z.string(), State, Net: Money, Cumulative: Money, LastWeek: Money, FourWeekAverage: Money, LastYear: Money })),
  /** Week, month and years up to this minute, against the same elapsed part of the one before, and of the same weekdays and public holidays of last year; of those the first and the last day are told. */
  ToDate: z.array(
    z.object({
      Of: z.enum(PERIODS_TO_DATE),
      FromDate: Day,
      ToDate: Day,
      Net: Money,
      PreviousFrom: Day,
      PreviousTo: Day,
      Previous: Money,
      LastYearFrom: Day,
      LastYearTo: Day,
      LastYear: Money,
      /** What its days are to bring, the day itself whole. */
      Target: Money,
    }),
  ),
  /** 13 weeks day by day, with the average of the last seven days that traded. */
  Days: z.array(Point),
  /** 52 weeks, with the average of the last four that traded. */
  Weeks: z.array(Point),
} as const

const TrendAnswer = z.object({
  TrendDate: Day,
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string(), Currency: z.string(), ...TREND })),
  /** Currency is null over several, and so is all money then. */
  Totals: z.object({ Currency: z.nullable(z.string()), ...TREND }),
  AsAt: z.string(),
})
export type TrendAnswer = z.infer<typeof TrendAnswer>

/** Where a day stands, and where it is going. */
export const trend = contract({
  trend: report({
    path: '/sales/trend',
    summary:
      'A trading day hour by hour, compared with last week, the 4-week average and last year at the same minute (a public holiday with the same holiday), with a projection; week, month and years to date; 13 and 52 weeks with a moving average.',
    access: ['can_viewsales'],
    query: TrendQuery,
    response: TrendAnswer,
    table: trendTable,
    example: { as: 'owner', query: { TrendDate: '2026-11-14' } },
  }),
})
