import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import type { Shape } from './rollup.rules.ts'

/** A piece of SQL to be put into another. */
export type Fragment = Query<readonly unknown[]>

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

/** A list in a row, separated by commas. */
export const listed = ({ sql }: VenueScope, parts: readonly Fragment[]): Fragment => parts.reduce((all, one) => sql`${all}, ${one}`)

/** Several readings of the same columns, one after the other. */
export const together = ({ sql }: VenueScope, parts: readonly Fragment[]): Fragment => parts.reduce((all, one) => sql`${all} union all ${one}`)

/** Whether a day lies in a month, told by its first day. */
export const inMonth = ({ sql }: VenueScope, column: 'period' | 'business_date' | 'day', month: string): Fragment =>
  sql`${sql(column)} >= ${month}::date and ${sql(column)} < ${month}::date + interval '1 month'`

/** Whether the period of a row lies in a year, told by its first day. */
export const inYear = ({ sql }: VenueScope, year: string): Fragment => sql`period >= ${year}::date and period < ${year}::date + interval '1 year'`
