import type { Piece, Span } from '#features/reports/kit/period.rules.ts'
import { DIM, type ITEM_MEASURES } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { type Fragment, listed, onWeekdays, rollupRows, type Slice, together } from './slice.sql.ts'

/** A trading day of a location. */
export interface LocationDay {
  locationId: number
  day: string
}

/** The days of some spans whose products are not added up: today, and what came late since the last hour. */
export const unsummedDays = async ({ sql, venueId }: VenueScope, { locationIds }: Slice, spans: readonly Span[]): Promise<LocationDay[]> => {
  if (spans.length === 0) return []
  const ranges = spans.map(({ from, to }) => sql`day between ${from} and ${to}`).reduce((all, one) => sql`${all} or ${one}`)
  return sql<LocationDay[]>`
    select location_id as "locationId", day from trading_day_state where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[])
      and products_at_change is distinct from changes and (${ranges})`
}

/** Days as rows `u` of location_id and day. */
export const listOfDays = ({ sql }: VenueScope, days: readonly LocationDay[]): Fragment =>
  sql`unnest(${numbers(days.map(({ locationId }) => locationId))}::int[], ${texts(days.map(({ day }) => day))}::date[]) as u(location_id, day)`

/** Which rows are wanted of products: their measures, and where the products are few, which of them. */
interface ProductRead {
  columns: readonly (typeof ITEM_MEASURES)[number][]
  /** Undefined for all. */
  productIds?: readonly number[] | undefined
}

/**
 * The rows that sales of products are made of over the pieces of a range, with the sign they count by: location_id, period, key (the product) and the measures
 * asked for. Months and years are rows of the rollup, days those of `product_day`, but for the days that are not added up: whoever asks reads those.
 */
export const productRows = (
  scope: VenueScope,
  slice: Slice,
  pieces: readonly Piece[],
  { columns, productIds }: ProductRead,
  unsummed: readonly LocationDay[],
): Fragment => {
  const { sql } = scope
  const isSummed =
    unsummed.length === 0 ? sql`` : sql`where not exists (select from ${listOfDays(scope, unsummed)} where u.location_id = p.location_id and u.day = p.day)`
  const days = pieces.filter(({ grain }) => grain === 'day')
  const coarse = pieces.filter(({ grain }) => grain !== 'day')
  const parts = days.map(
    (piece): Fragment => sql`
      select location_id, day as period, product_id as key, ${listed(
        scope,
        columns.map((name) => sql`${piece.less ? sql`-` : sql``}${sql(name)} as ${sql(name)}`),
      )}
      from ${daysOf(scope, slice, piece, productIds)} ${isSummed}`,
  )
  const only = productIds ? sql`and key = any(${numbers(productIds)}::int[])` : sql``
  if (coarse.length > 0) parts.unshift(rollupRows(scope, slice, coarse, { dim: DIM.product, columns, where: only }))
  return together(scope, parts)
}

/**
 * Days of products as rows `p`. Chosen products are looked up one by one, where their days lie together: the planner does not know how few they are, and would read all
 * that was sold on those days.
 */
const daysOf = (scope: VenueScope, { locationIds, weekdays }: Slice, { from, to }: Span, productIds: readonly number[] | undefined): Fragment => {
  const { sql, venueId } = scope
  const rows = (where: Fragment) => sql`(
    select * from product_day where venue_id = ${venueId} ${where} and location_id = any(${numbers(locationIds)}::int[]) and day between ${from} and ${to}
      ${onWeekdays(scope, 'day', weekdays)} offset 0) as p`
  if (!productIds) return rows(sql``)
  // One that is named twice is counted once.
  return sql`unnest(${numbers([...new Set(productIds)])}::int[]) as w(id) cross join lateral ${rows(sql`and product_id = w.id`)}`
}
