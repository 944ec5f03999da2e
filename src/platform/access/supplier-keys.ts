import type { Sql } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import type { SupplierScope } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import { hashSecret } from './secrets.ts'
import { isSupplierKey, newSupplierKey } from './supplier-key-format.ts'

/** Who calls with a supplier's key, and what it opens. */
export interface SupplierCaller {
  keyId: number
  userId: number
  supplierId: number
  supplierName: string
  scopes: readonly SupplierScope[]
  /** The venues that granted it, by number. */
  venueIds: readonly number[]
}

/**
 * What the key of a request opens, with the request counted. Nothing is remembered from call to call, so a key that is revoked, has
 * expired or lost a venue ends with the next one.
 * @throws ApiKeyNotValid, the same for a key that is missing, unknown, expired or revoked; TooManyRequests
 */
export const admitSupplier = async (house: Sql, authorization: string | undefined, kind: 'read' | 'write', perMinute: number): Promise<SupplierCaller> => {
  const [scheme, key = ''] = (authorization ?? '').split(' ', 2)
  if (scheme?.toLowerCase() !== 'bearer' || !isSupplierKey(key)) throw failure('ApiKeyNotValid')
  const [row] = await house<FoundRow[]>`
    with found as (
      select k.key_id, u.user_id, u.supplier_id, s.name as supplier_name, u.scopes,
        array(select g.venue_id from supplier_grant g where g.user_id = u.user_id order by g.venue_id) as venue_ids
      from supplier_key k join supplier_user u on u.user_id = k.user_id join supplier s on s.supplier_id = u.supplier_id
      where k.key_hash = ${hashSecret(key)} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    ), counted as (
      insert into limit_counter (name, subject, window_start, n)
      select ${`supplier ${kind}`}, key_id::text, date_trunc('minute', now()), 1 from found
      on conflict (name, subject, window_start) do update set n = limit_counter.n + 1
      returning n
    ), touched as (
      update supplier_key k set last_used_at = now() from found
      where k.key_id = found.key_id and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
    ), noted as (
      insert into supplier_key_day (key_id, day, calls) select key_id, (now() at time zone 'UTC')::date, 1 from found
      on conflict (key_id, day) do update set calls = supplier_key_day.calls + 1
    )
    select found.*, counted.n from found, counted`
  if (!row) throw failure('ApiKeyNotValid')
  if (row.n > perMinute) throw failure('TooManyRequests', {}, [], 60 - new Date().getSeconds())
  const { key_id, user_id, supplier_id, supplier_name, scopes, venue_ids } = row
  return { keyId: key_id, userId: user_id, supplierId: supplier_id, supplierName: supplier_name, scopes, venueIds: venue_ids }
}

interface FoundRow {
  key_id: number
  user_id: number
  supplier_id: number
  supplier_name: string
  scopes: SupplierScope[]
  venue_ids: number[]
  n: number
}

/** A key to be made. */
export interface NewKey {
  userId: number
  /** null: until it is revoked. */
  expires: Date | null
  /** The person who makes it; null for the sample. */
  madeBy: number | null
}

/**
 * Makes a key for a supplier's user. It is answered once; only its hash stays.
 * @param given the key itself, for the sample alone
 */
export const makeSupplierKey = async (house: Statements, { userId, expires, madeBy }: NewKey, given?: string): Promise<string> => {
  const key = given ?? newSupplierKey()
  await house`
    insert into supplier_key (key_hash, prefix, last4, user_id, expires_at, created_by)
    values (${hashSecret(key)}, ${key.slice(0, 12)}, ${key.slice(-4)}, ${userId}, ${expires}, ${madeBy})`
  return key
}
