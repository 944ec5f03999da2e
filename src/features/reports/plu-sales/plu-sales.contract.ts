import * as z from 'zod/mini'
import { COMPARE, HELD_AGAINST, PLACES_AND_TIMES, RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { ROW_ORDER } from '#features/reports/kit/row-order.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, sentText, shortText } from '#shared/fields.ts'
import { COMPARED, PLU_FIGURES, type PluFigure } from './plu-figures.rules.ts'
import { pluTable } from './plu-table.rules.ts'

const Figures = z.object(
  Object.fromEntries(PLU_FIGURES.map((figure) => [figure, z.nullable(z.number())])) as Record<PluFigure, z.ZodMiniNullable<z.ZodMiniNumber>>,
)
export type PluFigures = z.output<typeof Figures>

/** What stands in a row, in its order: who it is, then the figures, and where the range is compared what they were. */
const PLU_COLUMNS = ['Plu', 'Name', 'Location', 'Class', 'Supplier', 'Rank', ...PLU_FIGURES, ...COMPARED] as const
export type PluColumn = (typeof PLU_COLUMNS)[number]

export const PluAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  /** Null if the locations have several currencies. Money is then not added up. */
  Currency: z.nullable(z.string()),
  /** How many products there are, whatever Limit. */
  Count: z.int(),
  Columns: z.array(z.enum(PLU_COLUMNS)),
  /** A list of values for each product, and in detail for each location that sold it, in the order of Columns, by rank of net sales; Location, Class and Supplier name an entry of theirs. */
  Rows: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
  /** Where products stand in the menu now; '' is unassigned. */
  Classes: z.array(z.object({ ClassId: z.int(), Group: z.string(), Department: z.string(), ProductGroup: z.string(), Category: z.string() })),
  /** Those of whom something was sold or delivered at the reader's locations, or who have no products yet. */
  Suppliers: z.array(z.object({ SupplierId: z.int(), Name: z.string() })),
  /** What can be chosen from, whatever is chosen: groups of which something was sold at the reader's locations. */
  Groups: z.array(z.string()),
  Locations: z.array(
    z.object({
      ...FRESHNESS,
      ...Figures.shape,
    }),
  ),
  Totals: Figures,
  Compare: z.nullable(
    z.object({
      ...HELD_AGAINST,
      Totals: Figures,
    }),
  ),
  AsAt: z.string(),
})
export type PluAnswer = z.infer<typeof PluAnswer>

const PluQuery = z.object({
  ...RANGE,
  ...PLACES_AND_TIMES,
  ...COMPARE,
  ...WRITTEN,
  /** In detail each product has a row for each location that sold it, with the column Location. */
  View: z.optional(z.enum(['summary', 'detail'])),
  /** Only products of a group of the menu, as it is now; '-' is unassigned. */
  Group: z.optional(sentText(200, 1)),
  Supplier: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number))),
  /** Only products whose PLU or name contains this text. */
  Search: z.optional(shortText(100, 1)),
  /** Only the first so many by rank; Count and Totals are of all. */
  Limit: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1')), z.transform(Number))),
  /** A column the rows of screen and files go by, with a minus the largest first. The JSON answer goes by rank. */
  Sort: z.optional(z.string().check(z.regex(ROW_ORDER, 'must be a column, with a minus before it for the largest first'))),
})
export type PluQuery = Partial<z.output<typeof PluQuery>>

/** Every product that sold. */
export const pluSales = contract({
  pluSales: report({
    path: '/reports/plu-sales',
    summary:
      'What every product sold in a range: quantity, amounts, cost, profit, share and rank. Rows are lists of values, so that 50,000 products are 10 MB.',
    access: ['can_viewplu'],
    query: PluQuery,
    response: PluAnswer,
    table: pluTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15', Compare: 'previous' } },
  }),
})
