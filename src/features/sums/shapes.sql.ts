import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type Fragment, listed } from './reading/slice.sql.ts'
import type { Shape } from './rollup.rules.ts'

/** The measures of a shape, as columns. */
export const columnsOf = (scope: VenueScope, { measures }: Shape): Fragment =>
  listed(
    scope,
    measures.map((name): Fragment => scope.sql`${scope.sql(name)}`),
  )

/** The sums of a shape's measures, in their order. */
export const sumsOf = (scope: VenueScope, { measures }: Shape): Fragment =>
  listed(
    scope,
    measures.map((name): Fragment => scope.sql`sum(${scope.sql(name)})::bigint`),
  )

/** Whether a day lies in a month, told by its first day. */
export const inMonth = ({ sql }: VenueScope, column: 'period' | 'business_date' | 'day', month: string): Fragment =>
  sql`${sql(column)} >= ${month}::date and ${sql(column)} < ${month}::date + interval '1 month'`

/** Whether the period of a row lies in a year, told by its first day. */
export const inYear = ({ sql }: VenueScope, year: string): Fragment => sql`period >= ${year}::date and period < ${year}::date + interval '1 year'`
