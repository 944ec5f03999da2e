import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { RETURN_STATES, RETURN_TYPES } from './liquor-return.rules.ts'
import { liquorReturnTable } from './liquor-return-table.rules.ts'

const LiquorReturnAnswer = z.object({
  State: z.enum(RETURN_STATES),
  FromDate: Day,
  ToDate: Day,
  Currency: z.string(),
  /** Those that lie in the state. */
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string() })),
  Rows: z.array(
    z.object({
      Licence: z.string(),
      Buyer: z.string(),
      Postcode: z.string(),
      Type: z.enum(RETURN_TYPES),
      /** Up to 48 litres, or more; only VIC asks. */
      Container: z.enum(['up-to-48', 'over-48', '']),
      /** To four decimals; for WA whole litres. */
      Litres: z.number(),
      /** Net sales with GST, without surcharges. */
      Amount: z.number(),
    }),
  ),
  /** Litres of all rows before each was rounded. */
  Totals: z.object({ Litres: z.number(), Amount: z.number() }),
  /** Sold to licensed buyers and in no row, since its strength, volume or kind is not known. */
  Missing: z.array(z.object({ Plu: z.string(), Name: z.string(), Quantity: z.number(), Amount: z.number() })),
  /** Buyers who hold a licence of another state, and so are in no row of this return. */
  Elsewhere: z.array(z.object({ Buyer: z.string(), State: z.string(), Amount: z.number() })),
  AsAt: z.string(),
})
export type LiquorReturnAnswer = z.infer<typeof LiquorReturnAnswer>

const LiquorReturnQuery = z.object({
  State: z.enum(RETURN_STATES),
  /** The year in which it ends: 2026 is 1 July 2025 to 30 June 2026. */
  Year: z.pipe(z.string().check(z.regex(/^20\d\d$/, 'must be a year like 2026')), z.transform(Number)),
  Locations: z.optional(LocationList),
  ...WRITTEN,
})
export type LiquorReturnQuery = z.output<typeof LiquorReturnQuery>

/** What was sold to other licensees in a year, as a state asks for it. */
export const liquorReturnCalls = contract({
  liquorReturn: report({
    path: '/reports/liquor-return',
    summary:
      'Wholesale liquor sales of a year, 1 July to 30 June, as VIC, WA and TAS ask for them: sales on the cards of buyers licensed in that state, at locations in that state.',
    access: ['can_viewexcise'],
    query: LiquorReturnQuery,
    response: LiquorReturnAnswer,
    table: liquorReturnTable,
    example: { as: 'owner', query: { State: 'VIC', Year: '2026' } },
  }),
})
