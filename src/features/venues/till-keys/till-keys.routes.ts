import { createLocationKey, keysThatWork, refuseMoreKeys, revokeLocationKey } from '#platform/access/location-keys.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { tillKeys } from './till-keys.contract.ts'

export const tillKeysImplementation = implement(tillKeys, {
  tillKeys: async ({ venue }) => {
    const keys = await keysThatWork(venue.sql, venue.venueId, placesOf(venue))
    return {
      Keys: keys.map(({ keyId, name, locationId, prefix, madeAt, lastUsedAt }) => ({
        KeyId: keyId,
        Name: name,
        LocationId: locationId,
        Begins: prefix,
        MadeAt: madeAt.toISOString(),
        LastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    }
  },
  makeTillKey: async ({ venue, body: { LocationId, Name } }) => {
    venue.chosenLocations([LocationId])
    await refuseMoreKeys(venue.sql, venue.venueId, LocationId)
    const name = Name.trim()
    await venue.audit({ action: 'location-key.made', subject: name, detail: { LocationId } })
    return { Key: await createLocationKey(venue.sql, venue.venueId, LocationId, name) }
  },
  revokeTillKey: async ({ venue, params }) => {
    const name = await revokeLocationKey(venue.sql, venue.venueId, placesOf(venue), params.id)
    if (name === undefined) throw failure('NotFound')
    await venue.audit({ action: 'location-key.revoked', subject: name })
  },
})

const placesOf = ({ locations }: VenueScope): number[] => locations.map(({ locationId }) => locationId)
