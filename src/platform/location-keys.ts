import { failure } from '#shared/failure.ts'
import type { Sql } from './database.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** A till's key as a request finds it. */
export interface LocationKey {
  keyId: number
  venueId: number
  locationId: number
  requestsThisSecond: number
}

/**
 * Finds the location of a till's key and counts the request, in one round trip.
 * @throws KeyNotValid where the key is missing, unknown, expired or revoked
 */
export const findLocationKey = async (house: Sql, authorization: string | undefined): Promise<LocationKey> => {
  const [scheme, key] = (authorization ?? '').split(' ', 2)
  if (scheme?.toLowerCase() !== 'bearer' || !key || key.length > 200) throw failure('KeyNotValid')
  const [row] = await house<{ key_id: number; venue_id: number; location_id: number; n: number }[]>`
    with found as (
      select key_id, venue_id, location_id, last_used_at from location_key
      where key_hash = ${hashSecret(key)} and revoked_at is null and (expires_at is null or expires_at > now())
    ), counted as (
      insert into limit_counter (name, subject, window_start, n)
      select 'intake', key_id::text, date_trunc('second', now()), 1 from found
      on conflict (name, subject, window_start) do update set n = limit_counter.n + 1
      returning n
    ), touched as (
      update location_key k set last_used_at = now() from found
      where k.key_id = found.key_id and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
    )
    select found.key_id, found.venue_id, found.location_id, counted.n from found, counted`
  if (!row) throw failure('KeyNotValid')
  return { keyId: row.key_id, venueId: row.venue_id, locationId: row.location_id, requestsThisSecond: row.n }
}

/** Makes a key for a location; the key itself is shown once and never stored. */
export const createLocationKey = async (house: Sql, venueId: number, locationId: number, name: string, given?: string): Promise<string> => {
  const key = given ?? `dbk_${newSecret()}`
  await house`
    insert into location_key (key_hash, prefix, venue_id, location_id, name)
    values (${hashSecret(key)}, ${key.slice(0, 8)}, ${venueId}, ${locationId}, ${name})
    on conflict (key_hash) do nothing`
  return key
}
