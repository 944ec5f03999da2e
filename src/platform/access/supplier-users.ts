import { type AuditEvent, recordAudit } from '#platform/audit/audit.ts'
import { enterVenue } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import type { SupplierScope } from '#shared/endpoint.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { makeSupplierKey } from './supplier-keys.ts'

/** A supplier's user as Admin sees it: the newest key, or one of its keys by itself. */
export interface SupplierUser {
  userId: number
  name: string
  supplierId: number
  supplierName: string
  /** The beginning and the end of the key; what lies between is nowhere. */
  prefix: string
  scopes: SupplierScope[]
  venues: { VenueId: number; Name: string }[]
  created: Date
  lastUsed: Date | null
  expires: Date | null
  status: 'Active' | 'Expired' | 'Revoked'
  /** Calls of the last seven days, of all its keys or of this one. */
  calls: number
  /** The key before, while both work. */
  oldPrefix: string | null
  oldUntil: Date | null
}

/** Every supplier's user with its newest key, by supplier and name. */
export const supplierUsers = (house: Statements): Promise<SupplierUser[]> => usersWhere(house, {})

/**
 * The keys one user has had, newest first.
 * @throws NotFound
 */
export const keysOfUser = async (house: Statements, userId: number): Promise<SupplierUser[]> => {
  const keys = await usersWhere(house, { userId, eachKey: true })
  if (keys.length === 0) throw failure('NotFound')
  return keys
}

/**
 * One user with its newest key.
 * @throws NotFound
 */
export const supplierUser = async (house: Statements, userId: number): Promise<SupplierUser> => {
  const [user] = await usersWhere(house, { userId })
  if (!user) throw failure('NotFound')
  return user
}

const usersWhere = async (house: Statements, { userId, eachKey = false }: { userId?: number; eachKey?: boolean }): Promise<SupplierUser[]> => house<
  SupplierUser[]
>`
  select u.user_id as "userId", u.name, u.supplier_id as "supplierId", s.name as "supplierName", k.prefix || '…' || k.last4 as prefix, u.scopes,
    (select coalesce(jsonb_agg(jsonb_build_object('VenueId', v.venue_id, 'Name', v.name) order by v.name, v.venue_id), '[]')
      from supplier_grant g join venue v on v.venue_id = g.venue_id where g.user_id = u.user_id) as venues,
    k.created_at as created, k.expires_at as expires,
    case when k.revoked_at is not null then 'Revoked' when k.expires_at <= now() then 'Expired' else 'Active' end as status,
    (select max(o.last_used_at) from supplier_key o where o.user_id = u.user_id and ${eachKey ? house`o.key_id = k.key_id` : house`true`}) as "lastUsed",
    (select coalesce(sum(d.calls), 0)::int from supplier_key o join supplier_key_day d on d.key_id = o.key_id
      where o.user_id = u.user_id and d.day > (now() at time zone 'UTC')::date - 7 and ${eachKey ? house`o.key_id = k.key_id` : house`true`}) as calls,
    old.prefix as "oldPrefix", old.expires_at as "oldUntil"
  from supplier_user u join supplier s on s.supplier_id = u.supplier_id
  join supplier_key k on k.user_id = u.user_id
  left join lateral (select o.prefix || '…' || o.last4 as prefix, o.expires_at from supplier_key o
    where o.user_id = u.user_id and o.key_id < k.key_id and o.revoked_at is null and o.expires_at > now() and not ${eachKey}
    order by o.key_id desc limit 1) old on true
  where ${userId === undefined ? house`true` : house`u.user_id = ${userId}`}
    and (${eachKey} or k.key_id = (select max(o.key_id) from supplier_key o where o.user_id = u.user_id))
  order by s.name, u.name, u.user_id, k.key_id desc limit 5000`

/** Who does it, for the audit. */
export type Actor = Pick<AuditEvent, 'actorUserId' | 'onBehalfOf' | 'sessionId' | 'ip'>

/** A user to be made. */
export interface NewSupplierUser {
  name: string
  /** The supplier by its number, or by its name, which makes it where there is none. */
  supplier: number | string
  scopes: readonly SupplierScope[]
  venueIds: readonly number[]
  expires: Date | null
}

/**
 * Makes a user of a supplier with its first key, granted at these venues.
 * @returns the user's number and the key, which is shown this once
 * @throws NotFound for a supplier, VenueNotFound for a venue that is not there
 */
export const makeSupplierUser = async (sql: Transaction, made: NewSupplierUser, actor: Actor, given?: string): Promise<{ userId: number; key: string }> => {
  const supplierId = await supplierOf(sql, made.supplier)
  const [user] = await sql<{ user_id: number }[]>`
    insert into supplier_user (supplier_id, name, scopes) values (${supplierId}, ${made.name}, ${[...made.scopes]}) returning user_id`
  const userId = user?.user_id ?? 0
  const key = await makeSupplierKey(sql, { userId, expires: made.expires, madeBy: actor.actorUserId }, given)
  const detail = { UserId: userId, SupplierId: supplierId, Scopes: made.scopes, Expires: made.expires?.toISOString() ?? null }
  await recordAudit(sql, 0, { action: 'api-key.made', subject: made.name, detail, ...actor })
  for (const venueId of made.venueIds) await grantVenue(sql, { userId, venueId }, actor)
  return { userId, key }
}

const supplierOf = async (sql: Transaction, supplier: number | string): Promise<number> => {
  if (typeof supplier === 'number') {
    const [there] = await sql<{ supplier_id: number }[]>`select supplier_id from supplier where supplier_id = ${supplier}`
    if (!there) throw failure('NotFound')
    return there.supplier_id
  }
  await sql`insert into supplier (name, name_key) values (${supplier}, ${nameKey(supplier)}) on conflict (name_key) do nothing`
  const [named] = await sql<{ supplier_id: number }[]>`select supplier_id from supplier where name_key = ${nameKey(supplier)}`
  return named?.supplier_id ?? 0
}

/**
 * Makes a new key for a user; the one before works on for so many hours, and any older one ends now.
 * @throws NotFound; ValidationFailed for a user who was revoked
 */
export const rotateSupplierKey = async (
  sql: Transaction,
  { userId, expires, overlapHours }: { userId: number; expires: Date | null; overlapHours: number },
  actor: Actor,
): Promise<string> => {
  const [user] = await sql<{ name: string }[]>`select name from supplier_user where user_id = ${userId} for update`
  if (!user) throw failure('NotFound')
  const { status } = await supplierUser(sql, userId)
  if (status === 'Revoked') throw fieldFailure('User.UserId', 'This key was revoked and cannot be used again. Create another key.')
  await sql`
    update supplier_key set revoked_at = now() where user_id = ${userId} and revoked_at is null and (${overlapHours}::int = 0
      or key_id < (select max(n.key_id) from supplier_key n where n.user_id = ${userId}))`
  await sql`
    update supplier_key set expires_at = least(coalesce(expires_at, 'infinity'), now() + ${overlapHours}::int * interval '1 hour')
    where user_id = ${userId} and revoked_at is null`
  const key = await makeSupplierKey(sql, { userId, expires, madeBy: actor.actorUserId })
  const detail = { UserId: userId, OverlapHours: overlapHours, Expires: expires?.toISOString() ?? null }
  await recordAudit(sql, 0, { action: 'api-key.rotated', subject: user.name, detail, ...actor })
  return key
}

/**
 * Ends every key of a user now. Revoked again, it stays revoked since then.
 * @throws NotFound
 */
export const revokeSupplierUser = async (sql: Transaction, userId: number, actor: Actor): Promise<void> => {
  const [user] = await sql<{ name: string }[]>`select name from supplier_user where user_id = ${userId} for update`
  if (!user) throw failure('NotFound')
  const { count } = await sql`update supplier_key set revoked_at = now() where user_id = ${userId} and revoked_at is null`
  if (count > 0) await recordAudit(sql, 0, { action: 'api-key.revoked', subject: user.name, detail: { UserId: userId }, ...actor })
}

interface Grant {
  userId: number
  venueId: number
  /** The supplier the user has to be of, where the call names one. */
  supplierId?: number
}

/**
 * Lets a user see what its supplier's products came to at a venue, and puts the supplier on the venue's list.
 * @throws VenueNotFound; NotFound for a user that is not there or of another supplier
 */
export const grantVenue = async (sql: Transaction, grant: Grant, actor: Actor): Promise<void> => {
  const { userId, venueId } = grant
  const user = await granted(sql, grant)
  const { count } = await sql`
    insert into supplier_grant (user_id, venue_id, granted_by) values (${userId}, ${venueId}, ${actor.actorUserId}) on conflict (user_id, venue_id) do nothing`
  await enterVenue(sql, venueId)
  await sql`
    insert into venue_supplier (venue_id, supplier_id, name) values (${venueId}, ${user.supplierId}, ${user.supplierName})
    on conflict (venue_id, supplier_id) do nothing`
  if (count > 0)
    await recordAudit(sql, venueId, { action: 'api-key.granted', subject: user.name, detail: { UserId: userId, SupplierId: user.supplierId }, ...actor })
  await enterVenue(sql, 0)
}

/**
 * Takes a venue from a user. The supplier stays on the venue's list, with its products and purchases.
 * @throws VenueNotFound, NotFound
 */
export const withdrawVenue = async (sql: Transaction, grant: Grant, actor: Actor): Promise<void> => {
  const { userId, venueId } = grant
  const user = await granted(sql, grant)
  const { count } = await sql`delete from supplier_grant where user_id = ${userId} and venue_id = ${venueId}`
  if (count === 0) return
  await enterVenue(sql, venueId)
  await recordAudit(sql, venueId, { action: 'api-key.withdrawn', subject: user.name, detail: { UserId: userId, SupplierId: user.supplierId }, ...actor })
  await enterVenue(sql, 0)
}

/** @throws VenueNotFound, NotFound for a supplier that is not there */
export const refuseUnknownGrant = async (sql: Transaction, { venueId, supplierId }: { venueId: number; supplierId: number }): Promise<void> => {
  await refuseUnknownVenue(sql, venueId)
  await supplierOf(sql, supplierId)
}

const refuseUnknownVenue = async (sql: Transaction, venueId: number): Promise<void> => {
  const [venue] = await sql`select 1 from venue where venue_id = ${venueId}`
  if (!venue) throw failure('VenueNotFound')
}

const granted = async (sql: Transaction, { userId, venueId, supplierId }: Grant): Promise<SupplierUser> => {
  await refuseUnknownVenue(sql, venueId)
  const user = await supplierUser(sql, userId)
  if (supplierId !== undefined && user.supplierId !== supplierId) throw failure('NotFound')
  return user
}
