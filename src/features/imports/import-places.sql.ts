import { addLocation } from '#platform/access/locations.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { nameKey } from '#shared/name-key.ts'
import type { ImportPlace } from './import-places.rules.ts'

/** The locations rows may belong to: those granted, or all with null. */
export const importPlaces = async ({ sql, venueId }: VenueScope, granted: readonly number[] | null): Promise<ImportPlace[]> => {
  const rows = await sql<ImportPlace[]>`
    select location_id as "locationId", name, external_code as code, time_zone as "timeZone", left(day_start::text, 5) as "dayStart", currency
    from location where venue_id = ${venueId} and removed_at is null order by location_id`
  return granted ? rows.filter(({ locationId }) => granted.includes(locationId)) : rows
}

/** Makes the location some rows belong to and answers its id; it is found again by what the file calls it. */
export const makePlace = (scope: VenueScope, { name, code, timeZone, dayStart, currency }: ImportPlace): Promise<number> =>
  addLocation(scope, { name, timeZone, currency, dayStart, externalCode: code ?? nameKey(name) })
