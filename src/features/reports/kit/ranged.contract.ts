import * as z from 'zod/mini'
import { Day } from '#shared/fields.ts'
import { byPeriod } from './by-period.rules.ts'
import { COMPARE, HELD_AGAINST, PLACES_AND_TIMES, RANGE, WRITTEN } from './filter.rules.ts'

const { Daypart: _, ...PLACES_AND_WEEKDAYS } = PLACES_AND_TIMES

/** Units of reports whose smallest part is a day. */
const DAY_UNITS = ['day', 'week', 'month', 'year'] as const

/** What a report over days may be asked. */
export const RangedQuery = z.object({
  ...RANGE,
  ...PLACES_AND_WEEKDAYS,
  ...COMPARE,
  ...WRITTEN,
  Interval: z.optional(z.enum(DAY_UNITS)),
  /** How the rows of screen and files are laid out: a row for each location, or for each of its periods. */
  View: z.optional(z.enum(['summary', 'detail'])),
})
export type RangedQuery = Partial<z.output<typeof RangedQuery>>

/** A column of the report: its days within the range, whether the range cuts it, whether trade in it is over. */
const Period = z.object({ Period: z.string(), FromDate: Day, ToDate: Day, Partial: z.boolean(), State: z.enum(['closed', 'open', 'to-come']) })

const Figure = z.nullable(z.number())

/** The answer of a report over days with figures of its own; null is not kept, an average of nothing, or money of several currencies. */
export const rangedAnswer = <N extends string, P extends z.core.$ZodShape, T extends z.core.$ZodShape>(names: readonly N[], place: P, totals: T) => {
  const figures = Object.fromEntries(names.map((name) => [name, Figure])) as Record<N, typeof Figure>
  const ByPeriod = byPeriod(figures)
  return z.object({
    Interval: z.enum(DAY_UNITS),
    FromDate: Day,
    ToDate: Day,
    Periods: z.array(Period),
    Locations: z.array(z.object({ LocationId: z.int(), Name: z.string(), Currency: z.string(), ...place, ...figures, ByPeriod })),
    Totals: z.object({ Currency: z.nullable(z.string()), ...totals, ...figures, ByPeriod }),
    Compare: z.nullable(
      z.object({
        ...HELD_AGAINST,
        Locations: z.array(z.object({ LocationId: z.int(), ...figures, ByPeriod })),
        Totals: z.object({ Currency: z.nullable(z.string()), ...figures, ByPeriod }),
      }),
    ),
    AsAt: z.string(),
  })
}
