import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import type { LocationMonth } from './mismatch.rules.ts'
import { type Fragment, listed } from './reading/slice.sql.ts'
import { DIM, ITEM_MEASURES, MEASURES } from './rollup.rules.ts'
import { lockRollup } from './rollup-lock.sql.ts'
import { inMonth } from './shapes.sql.ts'

/** A month of a location with days whose products are not added up. */
export interface UnsummedMonth extends LocationMonth {
  /** Whether all days of it that were traded on are among those. */
  isWhole: boolean
}

/** Where products are still to be added up, among the days up to one. */
export const unsummedMonths = ({ sql, venueId }: VenueScope, upTo: string): Promise<UnsummedMonth[]> => sql<UnsummedMonth[]>`
  select location_id as "locationId", date_trunc('month', day::timestamp)::date as month, bool_and(products_at_change is distinct from changes) as "isWhole"
  from trading_day_state where venue_id = ${venueId} and day <= ${upTo} group by 1, 2 having bool_or(products_at_change is distinct from changes) order by 1, 2`

/** What is kept of a product's day, as columns. */
const columns = (scope: VenueScope): Fragment =>
  listed(
    scope,
    ITEM_MEASURES.map((name): Fragment => scope.sql`${scope.sql(name)}`),
  )

/**
 * Adds up what each product sold on the days of a month that changed since this was done last; tills of the location wait meanwhile,
 * for about 10 ms a day of a large venue.
 * @param upTo the last day that is over
 */
export const sumProductDays = async (scope: VenueScope, { locationId, month }: LocationMonth, upTo: string): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  await lockRollup(scope, locationId)
  const found = await sql<{ day: string }[]>`
    select day from trading_day_state where venue_id = ${venueId} and location_id = ${locationId}
      and ${inMonth(scope, 'day', month)} and day <= ${upTo} and products_at_change is distinct from changes order by day`
  const days = found.map(({ day }) => day)
  if (days.length === 0) return
  await makeProductDays(scope, locationId, days)
}

/** Makes what each product sold on some days of a location anew from the sales; whoever calls it holds the location's lock. */
export const makeProductDays = async (scope: VenueScope, locationId: number, days: readonly string[]): Promise<void> => {
  const { sql, venueId } = scope
  const ofDays = texts(days)
  await sql`delete from product_day where venue_id = ${venueId} and location_id = ${locationId} and day = any(${ofDays}::date[])`
  const sums = ITEM_MEASURES.map((name): Fragment => sql`sum(${sql(name)})::bigint`)
  await sql`
    insert into product_day (venue_id, location_id, day, product_id, ${columns(scope)})
    select ${venueId}, ${locationId}, business_date, key, ${listed(scope, sums)} from rollup_source
    where venue_id = ${venueId} and location_id = ${locationId} and business_date = any(${ofDays}::date[]) and dim = ${DIM.product}
    group by business_date, key order by key, business_date returning 1`
  await sql`
    update trading_day_state set products_at_change = changes where venue_id = ${venueId} and location_id = ${locationId} and day = any(${ofDays}::date[])`
}

/**
 * Lays the days of a month that is over by product: they came day by day, thirty pages apart, and a product's sales over years are read
 * from a tenth of the pages when its days lie together. Nothing changes in them; whoever reads meanwhile reads them where they were.
 */
export const layByProduct = async (scope: VenueScope, { locationId, month }: LocationMonth): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  await sql`
    with lifted as (
      delete from product_day where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth(scope, 'day', month)} returning *)
    insert into product_day select * from lifted order by product_id, day returning 1`
}

/**
 * Rows of dim, key and measures, as the rollup holds all else of a day. Nobody knows how many customers bought a product.
 * @param where which days
 */
export const productDaysAsRollup = (scope: VenueScope, locationId: number, where: Fragment): Fragment => {
  const { sql, venueId } = scope
  const measures = MEASURES.map((name): Fragment => (name === 'customers' ? sql`0 as customers` : sql`${sql(name)}`))
  return sql`
    select ${DIM.product}::smallint as dim, product_id as key, ${listed(scope, measures)} from product_day
    where venue_id = ${venueId} and location_id = ${locationId} and ${where}`
}
