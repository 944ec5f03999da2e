import * as z from 'zod/mini'
import { COLUMN_LIST } from '#shared/choosable-tables.ts'
import { fieldFailure } from '#shared/failure.ts'
import { Day, LocationList, sentText, shortText } from '#shared/fields.ts'
import { COMPARISONS } from './comparison.rules.ts'
import { type Daypart, hoursOf, type Span } from './period.rules.ts'

/** A comma list of ISO weekdays, 1 = Monday. */
const WeekdayList = z.pipe(
  z.string().check(z.regex(/^[1-7](,[1-7]){0,6}$/, 'must be weekdays from 1 (Monday) to 7 separated by commas')),
  z.transform((list) => [...new Set(list.split(',').map(Number))].sort()),
)

/** A comma list of PLUs. */
export const ItemList = z
  .pipe(
    sentText(4000, 1),
    z.transform((list) => [
      ...new Set(
        list
          .split(',')
          .map((plu) => plu.trim())
          .filter(Boolean),
      ),
    ]),
  )
  .check(z.refine((items) => items.length > 0 && items.length <= 200, 'must be 1 to 200 PLUs separated by commas'))

/** The days, places and times of day a report is about. */
export const RANGE = { FromDate: Day, ToDate: Day } as const
export const PLACES_AND_TIMES = {
  Locations: z.optional(LocationList),
  Weekdays: z.optional(WeekdayList),
  /** The name of one of the venue's dayparts. */
  Daypart: z.optional(shortText(100, 1)),
} as const

/** What the figures are held against. */
export const COMPARE = {
  Compare: z.optional(z.enum(COMPARISONS)),
  CompareFrom: z.optional(Day),
  CompareTo: z.optional(Day),
} as const

/** What the figures were held against. */
export const HELD_AGAINST = {
  Kind: z.enum(COMPARISONS),
  Ranges: z.array(z.object({ FromDate: Day, ToDate: Day })),
  /** Only the same elapsed part is counted, since the range is still open. */
  SameElapsedPart: z.boolean(),
} as const

/** Names of columns, in their order, separated by commas. */
const ColumnList = z.pipe(
  z.string().check(z.regex(COLUMN_LIST, 'must be names of columns separated by commas'), z.maxLength(2000)),
  z.transform((list) => list.split(',')),
)

/** How the rows are written. */
export const WRITTEN = {
  /** Only these columns, in this order, of a file; those it does not have are left out. The JSON answer has everything. */
  Columns: z.optional(ColumnList),
  Language: z.optional(z.enum(['en', 'jp'])),
  format: z.optional(z.enum(['json', 'csv', 'xlsx'])),
} as const

/**
 * The wall-clock hours of the daypart asked for; undefined for the whole day.
 * @throws ValidationFailed for a name the venue does not have
 */
export const hoursAsked = (name: string | undefined, dayparts: readonly Daypart[]): number[] | undefined => {
  if (name === undefined) return undefined
  const daypart = dayparts.find(({ Name }) => Name === name)
  if (!daypart) throw fieldFailure('Daypart', `This venue has no daypart named ${name}.`)
  return hoursOf(daypart)
}

/**
 * The days asked for: one Date, or FromDate to ToDate.
 * @throws ValidationFailed where neither is complete
 */
export const rangeAsked = ({
  Date: date,
  FromDate,
  ToDate,
}: {
  Date?: string | undefined
  FromDate?: string | undefined
  ToDate?: string | undefined
}): Span => {
  if (date) return { from: date, to: date }
  if (!FromDate) throw fieldFailure('FromDate', 'A report needs FromDate and ToDate, or one Date.', 'Missing')
  if (!ToDate) throw fieldFailure('ToDate', 'A report needs FromDate and ToDate, or one Date.', 'Missing')
  return { from: FromDate, to: ToDate }
}
