import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { withTrade } from './one-currency.rules.ts'
import type { Span } from './period.rules.ts'

/**
 * The locations a report is about: those named, or all granted ones. Where these have several currencies, only those in whose currency
 * something was sold in the range: an empty location must not keep the others' money from being added up.
 * @throws LocationNotFound
 */
export const placesAsked = async (scope: VenueScope, named: readonly number[] | undefined, span: Span): Promise<readonly ScopeLocation[]> => {
  const places = scope.chosenLocations(named)
  if (new Set(places.map(({ currency }) => currency)).size < 2) return places
  const traded = await locationsWithTrade(scope, places, span)
  return withTrade(places, (locationId) => traded.has(locationId), scope.venue.currency)
}

const locationsWithTrade = async ({ sql, venueId }: VenueScope, places: readonly ScopeLocation[], { from, to }: Span): Promise<Set<number>> => {
  const ids = places.map(({ locationId }) => locationId)
  const rows = await sql<{ id: number }[]>`
    select distinct t.location_id as id from trading_day_state t
    where t.venue_id = ${venueId} and t.location_id = any(${ids}::int[]) and t.day between ${from} and ${to}`
  return new Set(rows.map(({ id }) => id))
}
