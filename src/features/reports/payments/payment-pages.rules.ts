import * as z from 'zod/mini'
import { RANGE } from '#features/reports/kit/filter.rules.ts'
import { LocationList, shortText } from '#shared/fields.ts'
import { LARGEST_PAGE } from './payment-list.rules.ts'

/** The trading days and locations that are asked for. */
export const WITHIN = { ...RANGE, Locations: z.optional(LocationList) } as const

/** What a list is asked for page by page with. */
export const PAGED = {
  /** Next of the page before. */
  After: z.optional(shortText(200, 1)),
  Limit: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1), z.maximum(LARGEST_PAGE))),
} as const
