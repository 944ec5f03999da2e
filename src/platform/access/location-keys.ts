import type { Statements } from '#platform/database/sql.ts'
import { failure } from '#shared/failure.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** What a till's key opens; it never changes while the key lives. */
export interface LocationKey {
  keyHash: Buffer
  keyId: number
  venueId: number
  locationId: number
}

interface Met extends LocationKey {
  /** The second that is being counted, of this process's clock. */
  second: number
  /** Requests of that second that every process knows of. */
  told: number
  /** Requests of that second that only this process knows of. */
  untold: number
  toldAt: number
}

const MOST_MET = 10_000
const TELL_AFTER_MS = 60_000

/**
 * The till keys this process has met, so that a till that sends sale by sale costs one question less. What a key opens is
 * remembered; whether it still holds is asked in each transaction (`VenueScope.forTill`), since a revoked key ends at once. Requests are
 * counted among all processes in steps of a twentieth of the allowance: that much may one process let through beyond it.
 */
export class LocationKeys {
  readonly #met = new Map<string, Met>()
  readonly #perSecond: number
  readonly #step: number

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#step = Math.max(1, Math.floor(perSecond / 20))
  }

  /**
   * The location a request's key opens, with the request counted.
   * @throws KeyNotValid where the key is missing, unknown, expired or revoked; TooManyRequests
   */
  async admit(house: Statements, authorization: string | undefined): Promise<LocationKey> {
    const keyHash = hashOfKey(authorization)
    const name = keyHash.toString('base64')
    const met = this.#met.get(name)
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (met && met.second !== second) Object.assign(met, { second, told: 0, untold: 0 })
    if (met) met.untold += 1
    if (met && met.untold < this.#step && now - met.toldAt < TELL_AFTER_MS) return this.#within(met)
    const untold = met?.untold ?? 1
    if (met) Object.assign(met, { untold: 0, toldAt: now })
    const found = await findLocationKey(house, keyHash, untold)
    if (!found) {
      this.#met.delete(name)
      throw failure('KeyNotValid')
    }
    const { requestsThisSecond, ...key } = found
    const known = this.#met.get(name) ?? { ...key, second, told: 0, untold: 0, toldAt: now }
    // After a restore the same key may open another venue.
    Object.assign(known, key, { told: requestsThisSecond })
    this.#remember(name, known)
    return this.#within(known)
  }

  #within(met: Met): LocationKey {
    if (met.told + met.untold > this.#perSecond) throw failure('TooManyRequests', {}, [], 1)
    return met
  }

  #remember(name: string, met: Met) {
    if (this.#met.size >= MOST_MET) this.#met.clear()
    this.#met.set(name, met)
  }
}

/** @throws KeyNotValid where there is nothing that could be a key */
const hashOfKey = (authorization: string | undefined): Buffer => {
  const [scheme, key] = (authorization ?? '').split(' ', 2)
  if (scheme?.toLowerCase() !== 'bearer' || !key || key.length > 200) throw failure('KeyNotValid')
  return hashSecret(key)
}

/** Finds what a key opens and adds to the count of its requests, in one round trip; nothing for a key that does not hold. */
const findLocationKey = async (house: Statements, keyHash: Buffer, requests: number): Promise<(LocationKey & { requestsThisSecond: number }) | undefined> => {
  const [row] = await house<{ key_id: number; venue_id: number; location_id: number; n: number }[]>`
    with found as (
      select key_id, venue_id, location_id, last_used_at from location_key
      where key_hash = ${keyHash} and revoked_at is null and (expires_at is null or expires_at > now())
    ), counted as (
      insert into limit_counter (name, subject, window_start, n)
      select 'intake', key_id::text, date_trunc('second', now()), ${requests}::int from found
      on conflict (name, subject, window_start) do update set n = limit_counter.n + excluded.n
      returning n
    ), touched as (
      update location_key k set last_used_at = now() from found
      where k.key_id = found.key_id and (found.last_used_at is null or found.last_used_at < now() - interval '1 minute')
    )
    select found.key_id, found.venue_id, found.location_id, counted.n from found, counted`
  return row && { keyHash, keyId: row.key_id, venueId: row.venue_id, locationId: row.location_id, requestsThisSecond: row.n }
}

/** Makes a key for a location; the key itself is shown once and never stored. */
export const createLocationKey = async (house: Statements, venueId: number, locationId: number, name: string, given?: string): Promise<string> => {
  const key = given ?? `dbk_${newSecret()}`
  await house`
    insert into location_key (key_hash, prefix, venue_id, location_id, name)
    values (${hashSecret(key)}, ${key.slice(0, 8)}, ${venueId}, ${locationId}, ${name})
    on conflict (key_hash) do nothing`
  return key
}
