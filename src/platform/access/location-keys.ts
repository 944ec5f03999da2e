import type { Transaction } from '#platform/database/pool.ts'
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

interface CountedKey extends LocationKey {
  /** The second that is being counted, of this process's clock. */
  second: number
  /** Requests of that second that every process knows of. */
  reported: number
  /** Requests of that second that only this process knows of. */
  unreported: number
  reportedAt: number
}

const MOST_CACHED = 10_000
const REPORT_AFTER_MS = 60_000

/**
 * The till keys this process has cached, so that a till that sends sale by sale costs one question less. What a key opens is
 * remembered; whether it still holds is asked in each transaction (`VenueScope.forTill`), since a revoked key ends at once. Requests are
 * counted among all processes in steps of a twentieth of the allowance: that much may one process let through beyond it.
 */
export class LocationKeys {
  readonly #cached = new Map<string, CountedKey>()
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
    const cached = this.#cached.get(name)
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (cached && cached.second !== second) Object.assign(cached, { second, reported: 0, unreported: 0 })
    if (cached) cached.unreported += 1
    if (cached && cached.unreported < this.#step && now - cached.reportedAt < REPORT_AFTER_MS) return this.#within(cached)
    const unreported = cached?.unreported ?? 1
    if (cached) Object.assign(cached, { unreported: 0, reportedAt: now })
    const found = await findLocationKey(house, keyHash, unreported)
    if (!found) {
      this.#cached.delete(name)
      throw failure('KeyNotValid')
    }
    const { requestsThisSecond, ...key } = found
    const known = this.#cached.get(name) ?? { ...key, second, reported: 0, unreported: 0, reportedAt: now }
    // After a restore the same key may open another venue.
    Object.assign(known, key, { reported: requestsThisSecond })
    this.#remember(name, known)
    return this.#within(known)
  }

  #within(cached: CountedKey): LocationKey {
    if (cached.reported + cached.unreported > this.#perSecond) throw failure('TooManyRequests', {}, [], 1)
    return cached
  }

  #remember(name: string, cached: CountedKey) {
    if (this.#cached.size >= MOST_CACHED) this.#cached.clear()
    this.#cached.set(name, cached)
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

/** Keys of one location that may work at a time: more than any location has tills. */
const MOST_KEYS_OF_LOCATION = 20

/**
 * Refuses one more key of a location that has as many as it may. Of several who make one at once, each counts those before.
 * @throws TooManyTillKeys
 */
export const refuseMoreKeys = async (sql: Transaction, venueId: number, locationId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`keys of location ${locationId}`}, 0))`
  const keys = await keysThatWork(sql, venueId, [locationId])
  if (keys.length >= MOST_KEYS_OF_LOCATION) throw failure('TooManyTillKeys', { limit: MOST_KEYS_OF_LOCATION })
}

/** A till's key as its venue sees it: of the key itself only how it begins. */
export interface KeyShown {
  keyId: number
  name: string
  prefix: string
  locationId: number
  madeAt: Date
  lastUsedAt: Date | null
}

/** The keys of these locations that work now, the newest first. */
export const keysThatWork = (house: Statements, venueId: number, locationIds: readonly number[]): Promise<KeyShown[]> =>
  house<KeyShown[]>`
    select key_id as "keyId", name, prefix, location_id as "locationId", created_at as "madeAt", last_used_at as "lastUsedAt" from location_key
    where venue_id = ${venueId} and location_id = any(${[...locationIds]}::int[]) and revoked_at is null and (expires_at is null or expires_at > now())
    order by key_id desc`

/** Ends a key of these locations at once; answers what its till was called, nothing where there is no such key. */
export const revokeLocationKey = async (house: Statements, venueId: number, locationIds: readonly number[], keyId: number): Promise<string | undefined> => {
  const [revoked] = await house<{ name: string }[]>`
    update location_key set revoked_at = now()
    where key_id = ${keyId} and venue_id = ${venueId} and location_id = any(${[...locationIds]}::int[]) and revoked_at is null returning name`
  return revoked?.name
}
