import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { maskedNumber } from '#shared/card-number.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, FactId, LocationList } from '#shared/fields.ts'
import { CardNumber } from './card-fields.rules.ts'
import { Movement } from './loyalty.contract.ts'
import { statementTable } from './statement-table.rules.ts'
import { SHOWN_MOVEMENTS } from './usage.rules.ts'

const StatementQuery = z.object({
  CardNumber,
  FromDate: Day,
  ToDate: Day,
  Locations: z.optional(LocationList),
  /** Only what was earned, spent or done by hand. */
  Shown: z.optional(z.enum(SHOWN_MOVEMENTS)),
  After: z.optional(FactId),
  ...WRITTEN,
})
export type StatementQuery = z.output<typeof StatementQuery>

const Statement = z.object({
  CardNumber: z.string(),
  Name: z.string(),
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string(), TimeZone: z.string() })),
  Movements: z.array(Movement),
  /** Send as After for older ones; null where there are none. */
  Next: z.nullable(z.string()),
  AsAt: z.string(),
})
export type Statement = z.output<typeof Statement>

/** A card's ledger as a file: the rows of its usage. */
export const statements = contract({
  statement: report({
    path: '/loyalty/statement',
    summary: "A card's ledger over a range as rows, the newest first, with the balance after each: the rows of its usage, also as CSV and XLSX.",
    access: ['can_viewloyalty'],
    query: StatementQuery,
    response: Statement,
    table: statementTable,
    trail: (query) => ({ ...query, CardNumber: maskedNumber(query.CardNumber ?? '') }),
    next: ({ Next }) => (Next === null ? undefined : { After: Next }),
    example: { as: 'owner', query: { CardNumber: '{card}', FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
