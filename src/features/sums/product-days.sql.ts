import type { VenueScope } from '#platform/access/venue-scope.ts'
import { DIM, GRAIN, shapeOf } from './rollup.rules.ts'
import { lockRollup } from './rollup-lock.sql.ts'
import { columnsOf, inMonth, sumsOf } from './shapes.sql.ts'

/** A month of a location with days whose products are not added up. */
export interface UnsummedMonth {
  locationId: number
  /** Its first day. */
  month: string
}

/** Where products are still to be added up, among the days up to one. */
export const unsummedMonths = ({ sql, venueId }: VenueScope, upTo: string): Promise<UnsummedMonth[]> => sql<UnsummedMonth[]>`
  select distinct location_id as "locationId", date_trunc('month', day::timestamp)::date as month from trading_day_state
  where venue_id = ${venueId} and day <= ${upTo} and products_at_change is distinct from changes order by 1, 2`

/**
 * Adds up what each product sold on the days of a month that changed since this was done last; tills of the location wait meanwhile,
 * for about 10 ms a day of a large venue.
 * @param upTo the last day that is over
 */
export const sumProductDays = async (scope: VenueScope, { locationId, month }: UnsummedMonth, upTo: string): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  await lockRollup(scope, locationId)
  const found = await sql<{ day: string }[]>`
    select day from trading_day_state where venue_id = ${venueId} and location_id = ${locationId}
      and ${inMonth(scope, 'day', month)} and day <= ${upTo} and products_at_change is distinct from changes order by day`
  const days = found.map(({ day }) => day)
  if (days.length === 0) return
  await sql`
    delete from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = ${DIM.product} and location_id = ${locationId} and period = any(${days}::date[])`
  const shape = shapeOf(DIM.product)
  await sql`
    insert into rollup (venue_id, grain, dim, location_id, period, key, ${columnsOf(scope, shape)})
    select ${venueId}, ${GRAIN.day}, ${DIM.product}, ${locationId}, business_date, key, ${sumsOf(scope, shape)} from rollup_source
    where venue_id = ${venueId} and location_id = ${locationId} and business_date = any(${days}::date[]) and dim = ${DIM.product}
    group by business_date, key order by key, business_date returning 1`
  await sql`
    update trading_day_state set products_at_change = changes where venue_id = ${venueId} and location_id = ${locationId} and day = any(${days}::date[])`
}

/**
 * Lays the days of a month that is over by product: they came day by day, thirty pages apart, and a product's sales over years are read
 * from a tenth of the pages when its days lie together. Nothing changes in them; whoever reads meanwhile reads them where they were.
 */
export const layByProduct = async (scope: VenueScope, { locationId, month }: UnsummedMonth): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  await sql`
    with lifted as (
      delete from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = ${DIM.product} and location_id = ${locationId}
        and ${inMonth(scope, 'period', month)} returning *)
    insert into rollup select * from lifted order by key, period returning 1`
}
