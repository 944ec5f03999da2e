import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { METHODS, REASONS } from './forecast.rules.ts'
import { forecastTable } from './forecast-table.rules.ts'

const ForecastQuery = z.object({ Locations: z.optional(LocationList), ...WRITTEN })
export type ForecastQuery = Partial<z.output<typeof ForecastQuery>>

/** What a day is expected to come to; of ten such days eight came between Low and High. */
const Expected = z.nullable(z.object({ Value: z.number(), Low: z.number(), High: z.number() }))

/** By which method, and how far off both were on the last 28 days, over all forecasts up to 15 days ahead and in percent of what was sold or served. */
const Judged = z.object({
  /** What the days are forecast by: smoothing only where its error was the smaller one; null where there is no forecast, and Why says why. */
  Method: z.nullable(z.enum(METHODS)),
  Why: z.nullable(z.enum(REASONS)),
  Beats: z.boolean(),
  SmoothingErrorPercent: z.nullable(z.number()),
  LastWeekErrorPercent: z.nullable(z.number()),
  HistoryDays: z.int(),
  /** What there is of today; no part of the history. */
  SoFar: z.nullable(z.number()),
})

const PLACE = {
  /** The trading day the location is in, and the first that is forecast. */
  Today: Day,
  Net: Judged,
  Covers: Judged,
  Days: z.array(
    z.object({
      Day,
      /** Public holidays of that day, by their keys. */
      Holidays: z.array(z.string()),
      /** For how many people tables are booked by now. */
      BookedCovers: z.number(),
      Net: Expected,
      Covers: Expected,
    }),
  ),
} as const

const ForecastAnswer = z.object({
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string(), Currency: z.string(), ...PLACE })),
  /** The sum of the locations that have a forecast. Currency is null over several, and there is no forecast of money then. */
  Totals: z.object({ Currency: z.nullable(z.string()), ...PLACE }),
  AsAt: z.string(),
})
export type ForecastAnswer = z.infer<typeof ForecastAnswer>
export type ForecastPlace = ForecastAnswer['Totals']

/** What the next days are expected to bring. */
export const forecast = contract({
  forecast: report({
    path: '/reports/forecast',
    summary:
      'Expected net sales and covers of today and the next 14 days by location, with their range, by exponential smoothing with weekdays, last year, public holidays and bookings; and how far off it was over the last 28 days, beside the same weekday last week. If the same weekday last week did better, it is the answer instead.',
    access: ['can_viewsales'],
    query: ForecastQuery,
    response: ForecastAnswer,
    table: forecastTable,
    example: { as: 'owner', query: { Locations: '1' } },
  }),
})
