import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { STATES } from './buyers.contract.ts'
import { RETURN_STATES, RETURN_TYPES } from './liquor-return.rules.ts'
import { liquorReturnTable } from './liquor-return-table.rules.ts'

const Answer = z.object({
  State: z.enum(RETURN_STATES),
  FromDate: Day,
  ToDate: Day,
  Currency: z.string(),
  /** Those of the locations asked for that lie in the state. */
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string() })),
  Rows: z.array(
    z.object({
      Licence: z.string(),
      Buyer: z.string(),
      Postcode: z.string(),
      Type: z.enum(RETURN_TYPES),
      /** Of beer in VIC: up to 48 litres, or more. */
      Container: z.enum(['up-to-48', 'over-48', '']),
      /** To four decimals; of WA whole litres. */
      Litres: z.number(),
      /** What was taken for it, with tax. */
      Amount: z.number(),
    }),
  ),
  /** What the rows come to. */
  Totals: z.object({ Litres: z.number(), Amount: z.number() }),
  /** Sold to licensed buyers but in no row, because strength, volume or kind is missing. */
  Missing: z.array(z.object({ Plu: z.string(), Name: z.string(), Quantity: z.number(), Amount: z.number() })),
  /** Buyers licensed in another state. They belong in that state's return. */
  Elsewhere: z.array(z.object({ Buyer: z.string(), State: z.enum(STATES), Amount: z.number() })),
  /** Licensed buyers the venue keeps, whatever they bought. */
  BuyersKept: z.int(),
  AsAt: z.string(),
})
export type LiquorReturnAnswer = z.infer<typeof Answer>

const Query = z.object({
  ...WRITTEN,
  State: z.enum(RETURN_STATES),
  /** The year in which it ends: 2026 is 1 July 2025 to 30 June 2026. */
  Year: z.pipe(z.string().check(z.regex(/^20\d\d$/, 'must be a year like 2026')), z.transform(Number)),
  Locations: z.optional(LocationList),
})
export type LiquorReturnQuery = z.output<typeof Query>

/** What was sold to other licensees in a year, as a state asks for it. */
export const liquorReturnCalls = contract({
  liquorReturn: report({
    path: '/reports/liquor-return',
    summary:
      'The yearly return of wholesale liquor sales for VIC, WA or TAS, from 1 July to 30 June. It has only sales on the cards of buyers licensed in that state.',
    access: ['can_viewexcise'],
    query: Query,
    response: Answer,
    table: liquorReturnTable,
    example: { as: 'owner', query: { State: 'VIC', Year: '2026' } },
  }),
})
