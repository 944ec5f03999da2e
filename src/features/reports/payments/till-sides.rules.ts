import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { Day } from '#shared/fields.ts'
import { WITHIN } from './payment-pages.rules.ts'

/** The till beside the provider, in major units; refunds count below zero on both sides. */
const SIDES = {
  /** Card tenders, with cash handed out against them. */
  Till: z.number(),
  Tenders: z.int(),
  /** Payments and refunds. */
  Provider: z.number(),
  Payments: z.int(),
  /** Provider less till. */
  Difference: z.number(),
  Matched: z.int(),
  OnlyTill: z.int(),
  OnlyTillAmount: z.number(),
  OnlyProvider: z.int(),
  OnlyProviderAmount: z.number(),
  /** How many of those that match somebody tied to a tender or explained, and what these explain of the difference. */
  ByHand: z.int(),
  ByHandDifference: z.number(),
} as const

/** Keys of media, separated by commas. */
export const MediaList = z.pipe(
  z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'must be keys of media, separated by commas')),
  z.transform((text) => text.split(',').map(Number)),
)

export const TillQuery = z.object({
  ...WITHIN,
  /** Only these card media of the till, by their MediaKey: where the others are taken by another provider. */
  Media: z.optional(MediaList),
  ...WRITTEN,
})
export type TillQuery = Pick<z.output<typeof TillQuery>, 'FromDate' | 'ToDate' | 'Locations' | 'Media'>

/** The tills beside the provider, by day and location. */
export const TillAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  /** The most days that are compared at once. */
  LongestDays: z.int(),
  /** The trading days that are compared, the oldest first, by location. */
  Days: z.array(z.object({ Day, LocationId: z.int(), Location: z.string(), Currency: z.string(), ...SIDES })),
  Totals: z.array(
    z.object({
      Currency: z.string(),
      ...SIDES,
      /** All card tenders of the range at these locations, whether compared or not. */
      AllCards: z.number(),
    }),
  ),
  /**
   * What is compared of each location. NotLinked: nothing. Reading: payments of earlier days still come in. Stopped: the provider has not answered since
   * StoppedAt.
   */
  Places: z.array(
    z.object({
      LocationId: z.int(),
      Location: z.string(),
      Currency: z.string(),
      State: z.enum(['Compared', 'Reading', 'Stopped', 'NotLinked']),
      From: z.nullable(Day),
      To: z.nullable(Day),
      StoppedAt: z.nullable(z.string()),
      /** Card tenders of days and media that are not compared. */
      NotCompared: z.number(),
    }),
  ),
  /** The media the tills call card, with their tenders in the range. */
  CardMedia: z.array(z.object({ MediaKey: z.int(), Name: z.string(), IsCompared: z.boolean(), Tenders: z.int() })),
  AsAt: z.string(),
})
export type TillAnswer = z.infer<typeof TillAnswer>
