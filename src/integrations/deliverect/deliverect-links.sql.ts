import { endLink, keepLink, noteAccount, noteRevoked, type OpenLink, openLinks } from '#integrations/link.sql.ts'
import { keepPlaces, mapPlace } from '#integrations/online-orders/online-places.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { accountOf, type NamedAccount, namedAccountOf } from './deliverect-accounts.rules.ts'

export const deliverectLink = async (venue: VenueScope, locationId: number): Promise<OpenLink | undefined> =>
  (await openLinks(venue, 'Deliverect')).find((link) => link.locationId === locationId)

/**
 * Links a location with the one at Deliverect that was named, in place of what it was linked with.
 * @returns the link
 * @throws AccountLinkedElsewhere
 */
export const nameAccount = async (venue: VenueScope, locationId: number, named: NamedAccount): Promise<string> => {
  const { sql, venueId } = venue
  const accountId = accountOf(named)
  // Two who save at once follow each other; linking takes the same lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`link ${venueId} Deliverect ${locationId}`}, 0))`
  const meta = { SendToLocation: named.sendToLocation, Checked: named.isChecked, Name: named.name }
  const there = await deliverectLink(venue, locationId)
  if (there?.accountId === accountId && there.status === 'connected') {
    await noteAccount(venue, there.linkId, { accountName: named.name || null, meta })
    await venue.audit({
      action: 'deliverect.changed',
      subject: named.name || accountId,
      detail: { LocationId: locationId, SendToLocation: named.sendToLocation },
    })
    return there.linkId
  }
  if (there && there.accountId !== accountId) await forgetAccount(venue, there)
  const exchanged = { accountId, accountName: named.name || null, isLive: true, scopes: '', meta }
  const { linkId } = await keepLink(venue, { provider: 'Deliverect', place: locationId, exchanged, tokenKeys: [] })
  const place = { accountId: named.deliverectId, placeId: named.deliverectLocationId, locationId }
  await keepPlaces(venue, 'Deliverect', [{ ...place, name: named.name || named.deliverectLocationId }])
  await mapPlace(venue, 'Deliverect', place)
  await sql`delete from deliverect_registration where venue_id = ${venueId} and location_id = ${locationId}`
  return linkId
}

/** Ends the link of a location: Deliverect has no call for it, so it ends at once. Orders that come from then on wait until somebody links it. */
export const forgetAccount = async (venue: VenueScope, link: OpenLink): Promise<void> => {
  const { deliverectId: accountId, deliverectLocationId: placeId } = namedAccountOf(link)
  await endLink(venue, link)
  await noteRevoked(venue, link.linkId, 'told')
  await mapPlace(venue, 'Deliverect', { accountId, placeId, locationId: null })
}

interface Registered {
  accountId: string
  locationId: string
  locationName?: string | null | undefined
  at: Date
}

/** Notes that a location at Deliverect names one of ours. */
export const keepRegistration = async ({ sql, venueId }: VenueScope, locationId: number, told: Registered): Promise<void> => {
  await sql`
    insert into deliverect_registration (venue_id, location_id, deliverect_id, deliverect_location_id, name, registered_at)
    values (${venueId}, ${locationId}, ${told.accountId}, ${told.locationId}, ${told.locationName ?? ''}, ${told.at})
    on conflict (venue_id, location_id) do update set deliverect_id = excluded.deliverect_id, deliverect_location_id = excluded.deliverect_location_id,
      name = excluded.name, registered_at = excluded.registered_at
    returning 1`
}

/** What Deliverect proposes for the holder's locations. */
export const registrations = async ({ sql, venueId, locations }: VenueScope) => sql<
  { locationId: number; deliverectId: string; deliverectLocationId: string; name: string; registeredAt: Date }[]
>`
  select location_id as "locationId", deliverect_id as "deliverectId", deliverect_location_id as "deliverectLocationId", name, registered_at as "registeredAt"
  from deliverect_registration where venue_id = ${venueId} and location_id = any(${locations.map(({ locationId }) => locationId)}::int[])
  order by location_id`
