import { boardsOf } from '#platform/access/boards.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'

/** Tables with a column that names a location, beside those that are derived from sales: whatever stands there keeps a location from being empty. */
export const REFERRING: readonly (readonly [table: string, column: string])[] = [
  ['attendance_day', 'location_id'],
  ['attendance_month', 'location_id'],
  ['channel_commission', 'location_id'],
  ['deliverect_order', 'location_id'],
  ['deliverect_registration', 'location_id'],
  ['deliverect_tax_rate', 'location_id'],
  ['employee_location', 'location_id'],
  ['fraud_found', 'location_id'],
  ['fraud_hit', 'location_id'],
  ['journal_part', 'location_id'],
  ['link', 'location_id'],
  ['location_key', 'location_id'],
  ['location_marketplace', 'location_id'],
  ['loyalty_adjustment', 'location_id'],
  ['online_place', 'location_id'],
  ['payment', 'location_id'],
  ['payment_match', 'location_id'],
  ['payout', 'location_id'],
  ['punch', 'location_id'],
  ['purchase_line', 'location_id'],
  ['reservation', 'location_id'],
  ['roster_area', 'location_id'],
  ['roster_person', 'home_location_id'],
  ['roster_shift', 'location_id'],
  ['roster_template', 'location_id'],
  ['saved_order', 'location_id'],
  ['stock_count', 'location_id'],
  ['stock_level', 'location_id'],
  ['stock_movement', 'location_id'],
  ['stock_movement', 'other_location_id'],
  ['stock_order', 'location_id'],
  ['storefront', 'location_id'],
  ['target', 'location_id'],
  ['terminal_payment', 'location_id'],
  ['terminal_settlement', 'location_id'],
  ['till_heartbeat', 'location_id'],
  ['till_session', 'location_id'],
  ['timesheet', 'location_id'],
]

/** A location nothing refers to. */
export interface EmptyLocation {
  locationId: number
  name: string
}

/**
 * The locations that an import made and that nothing refers to. Sales that were taken back by undoing the import are as if they had never come.
 */
export const emptyLocations = async ({ sql, venueId, locations }: VenueScope): Promise<EmptyLocation[]> => {
  const made = await sql<EmptyLocation[]>`
    select l.location_id as "locationId", l.name from location l
    where l.venue_id = ${venueId} and l.removed_at is null and l.location_id = any(${locations.map(({ locationId }) => locationId)}::int[])
      and exists (select from import_run r where r.venue_id = ${venueId} and not r.check_only and l.name = any(r.new_locations))
      and not exists (select from import_run r where r.venue_id = ${venueId} and (r.status in ('waiting', 'running') or r.undo_status in ('waiting', 'running')))
      and not exists (select from trading_day_state t where t.venue_id = ${venueId} and t.location_id = l.location_id and t.last_sale_at is not null)
      and not exists (select from saved_view v where v.venue_id = ${venueId} and l.location_id::text = any(string_to_array(v.report_query ->> 'Locations', ',')))
      and not exists (select from report_schedule v where v.venue_id = ${venueId} and l.location_id::text = any(string_to_array(v.report_query ->> 'Locations', ',')))
    order by l.location_id`
  if (made.length === 0) return []
  const ids = made.map(({ locationId }) => locationId)
  const named = new Set<number>()
  for (const [table, column] of REFERRING) {
    const rows = await sql<{ id: number }[]>`
      select distinct ${sql(column)} as id from ${sql(table)} where venue_id = ${venueId} and ${sql(column)} = any(${ids}::int[])`
    for (const { id } of rows) named.add(id)
  }
  for (const { locations: shown } of await boardsOf(sql, venueId)) for (const id of shown) named.add(id)
  return made.filter(({ locationId }) => !named.has(locationId))
}

/**
 * Removes a location that an import made and that is empty: nobody sees it any more, and a file that names it makes it anew.
 * @throws LocationInUse
 */
export const removeLocation = async (scope: VenueScope, locationId: number): Promise<void> => {
  const { sql, venueId, now } = scope
  await sql`select from location where venue_id = ${venueId} and location_id = ${locationId} for update`
  const empty = (await emptyLocations(scope)).find((one) => one.locationId === locationId)
  if (!empty) throw failure('LocationInUse')
  await sql`
    update location set removed_at = ${now}, active = false, external_code = null where venue_id = ${venueId} and location_id = ${locationId}`
  await scope.audit({ action: 'venue.location-removed', subject: empty.name, detail: { LocationId: locationId } })
}
