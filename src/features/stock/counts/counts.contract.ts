import * as z from 'zod/mini'
import { RANGE } from '#features/reports/kit/filter.rules.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, FactId, Id, IdNumber, LocationList, longText, Moment, sentText, shortText } from '#shared/fields.ts'

const MOST_LINES = 5000

const Quantity = z.number().check(z.minimum(0, 'cannot be less than 0'), z.maximum(999_999))

const Counting = {
  LocationId: IdNumber,
  /** When it was counted. The default is now. */
  CountedAt: z.optional(Moment),
  Lines: z.array(z.object({ Plu: sentText(64, 1), Quantity })).check(z.minLength(1, 'must have at least one product'), z.maxLength(MOST_LINES)),
} as const

/** A product as it was counted, and what should have been there. */
const Line = z.object({
  Plu: z.string(),
  Name: z.string(),
  /** The unit it is counted in. '' means each. */
  Unit: z.string(),
  Quantity: z.number(),
  /** Null if it was not counted before. */
  Expected: z.nullable(z.number()),
  /** Counted less expected. Below zero means stock is missing. */
  Variance: z.nullable(z.number()),
  /** The variance at average cost, in major units without tax. Null if no cost is known. */
  Cost: z.nullable(z.number()),
})
export type CountLine = z.infer<typeof Line>

const Count = z.object({
  CountId: FactId,
  LocationId: z.int(),
  Section: z.string(),
  CountedAt: z.string(),
  Day,
  Note: z.string(),
  /** The source: till, file or screen. first is the zero a product starts with. */
  Source: z.string(),
  By: z.nullable(z.string()),
  Products: z.int(),
  /** Of those that were counted before. */
  Differing: z.int(),
  Currency: z.string(),
  /** All variances at average cost. Null if no product that differs has a cost. */
  Cost: z.nullable(z.number()),
})
export type Count = z.infer<typeof Count>

/** Counts of stock by hand, and what they differed by. */
export const countCalls = contract({
  stockCountSheet: operation({
    method: 'GET',
    path: '/stock/countsheet',
    summary: 'The products to count at a location, by section, without their expected quantities.',
    access: ['can_editstock'],
    query: z.object({ LocationId: Id }),
    response: z.object({
      LocationId: z.int(),
      Products: z.array(
        z.object({
          Plu: z.string(),
          Name: z.string(),
          Unit: z.string(),
          /** Its product group; '' where it has none. */
          Section: z.string(),
          /** Units in a pack, for counting packs and single units. Null if not known. */
          PackSize: z.nullable(z.number()),
          LastCountedAt: z.nullable(z.string()),
        }),
      ),
    }),
    example: { as: 'owner', query: { LocationId: 1 } },
  }),
  checkCount: operation({
    method: 'POST',
    path: '/stock/counts/check',
    summary: 'The differences of a count before it is committed. Nothing is stored.',
    access: ['can_editstock'],
    strict: true,
    body: z.object(Counting),
    response: z.object({ Lines: z.array(Line), Cost: z.nullable(z.number()), Currency: z.string() }),
    example: { as: 'owner', body: { LocationId: 1, Lines: [{ Plu: '{counted-product}', Quantity: 4 }] } },
  }),
  commitCount: operation({
    method: 'POST',
    path: '/stock/counts',
    summary: 'Commits a whole count. Stock on hand starts from it. Sending it again with the same number changes nothing.',
    access: ['can_editstock'],
    strict: true,
    body: z.object({
      ...Counting,
      /** A number the device gives the count. Sending the same number again stores nothing twice. */
      Number: shortText(64, 1),
      Section: z.optional(shortText(200)),
      Note: z.optional(longText(500)),
    }),
    response: z.object({ Count }),
    example: { as: 'owner', body: { Number: '{fresh}', LocationId: 1, Section: 'Cellar', Lines: [{ Plu: '{counted-product}', Quantity: 4 }] } },
  }),
  counts: operation({
    method: 'GET',
    path: '/stock/counts',
    summary: 'Counts committed in a range, newest first.',
    access: ['can_viewstock'],
    query: z.object({ ...RANGE, Locations: z.optional(LocationList) }),
    response: z.object({ Counts: z.array(Count) }),
    example: { as: 'owner', query: { FromDate: '2026-11-01', ToDate: '2026-11-30' } },
  }),
  count: operation({
    method: 'GET',
    path: '/stock/counts/lines',
    summary: 'One count with its lines: counted, expected, and the difference in money.',
    access: ['can_viewstock'],
    query: z.object({ CountId: FactId }),
    response: z.object({ Count, Lines: z.array(Line) }),
    example: { as: 'owner', query: { CountId: '{stock-count}' } },
  }),
})
