import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import type { LocationMonth } from './mismatch.rules.ts'
import { inMonth } from './shapes.sql.ts'
import { soldFacts, takenFacts } from './sheet-facts.sql.ts'

/** Months of a location with days, up to one, whose sheets are not added up. */
export const monthsWithoutSheets = ({ sql, venueId }: VenueScope, upTo: string): Promise<LocationMonth[]> => sql<LocationMonth[]>`
  select distinct location_id as "locationId", date_trunc('month', day::timestamp)::date as month from trading_day_state
  where venue_id = ${venueId} and day <= ${upTo} and sheets_at_change is distinct from changes order by 1, 2`

/**
 * Adds up what was taken and sold on the sheets of a month's days that changed since this was done last. Tills that send to one of these days wait
 * meanwhile: the days' rows are locked first, so that nothing comes between what is read and what is marked.
 * @param upTo the last day that is over
 */
export const keepSheets = async (scope: VenueScope, { locationId, month }: LocationMonth, upTo: string): Promise<void> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const found = await sql<{ day: string }[]>`
    select day from trading_day_state where venue_id = ${venueId} and location_id = ${locationId}
      and ${inMonth(scope, 'day', month)} and day <= ${upTo} and sheets_at_change is distinct from changes order by day for update`
  const days = texts(found.map(({ day }) => day))
  if (found.length === 0) return
  const sales = sql`(select * from sale where venue_id = ${venueId} and location_id = ${locationId} and business_date = any(${days}::date[])) s`
  for (const table of ['sheet_taken', 'sheet_sold'] as const) {
    await sql`delete from ${sql(table)} where venue_id = ${venueId} and location_id = ${locationId} and business_date = any(${days}::date[])`
  }
  await sql`
    insert into sheet_taken (venue_id, location_id, business_date, terminal_key, session_id, method, n, net, cash_out, refunds, tips)
    select ${venueId}, f.* from (${takenFacts(scope, sales)}) f returning 1`
  await sql`
    insert into sheet_sold (venue_id, location_id, business_date, terminal_key, session_id, receipts, delivery, takeaway, no_sales, covers, discounts,
      refunds, voids, first_at, last_at)
    select ${venueId}, f.* from (${soldFacts(scope, sales)}) f returning 1`
  await sql`
    update trading_day_state set sheets_at_change = changes where venue_id = ${venueId} and location_id = ${locationId} and day = any(${days}::date[])`
}

/** Says that the sheets of these days are to be added up again, since a till session came or changed; to be called before it is written. */
export const forgetSheets = async ({ sql, venueId }: VenueScope, locationId: number, days: readonly string[]): Promise<void> => {
  await sql`
    update trading_day_state set sheets_at_change = null
    where venue_id = ${venueId} and location_id = ${locationId} and day = any(${texts([...days])}::date[])`
}

/** Takes back that a month's sheets were added up on days on which they say something else than its sales; the hourly job adds them up anew. */
export const dropWrongSheets = async (scope: VenueScope, { locationId, month }: LocationMonth): Promise<string[]> => {
  const { sql, venueId } = scope
  await sql.withoutTimeLimit()
  const kept = await sql<{ day: string }[]>`
    select day from trading_day_state where venue_id = ${venueId} and location_id = ${locationId}
      and ${inMonth(scope, 'day', month)} and sheets_at_change = changes`
  const own = sql`venue_id = ${venueId} and location_id = ${locationId} and business_date = any(${texts(kept.map(({ day }) => day))}::date[])`
  const sales = sql`(select * from sale where ${own}) s`
  const wrong = await sql<{ day: string }[]>`
    with taken as (${takenFacts(scope, sales)}), sold as (${soldFacts(scope, sales)}),
      kept_taken as (select location_id, business_date, terminal_key, session_id, method, n, net, cash_out, refunds, tips from sheet_taken where ${own}),
      kept_sold as (
        select location_id, business_date, terminal_key, session_id, receipts, delivery, takeaway, no_sales, covers, discounts, refunds, voids, first_at, last_at
        from sheet_sold where ${own})
    select business_date as day from (table taken except table kept_taken) a union select business_date from (table kept_taken except table taken) b
    union select business_date from (table sold except table kept_sold) c union select business_date from (table kept_sold except table sold) d order by 1`
  const days = wrong.map(({ day }) => day)
  if (days.length > 0) await forgetSheets(scope, locationId, days)
  return days
}
