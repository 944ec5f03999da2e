import { actorOf, type Session } from '#platform/access/sessions.ts'
import {
  grantVenue,
  keysOfUser,
  makeSupplierUser,
  refuseUnknownGrant,
  revokeSupplierUser,
  rotateSupplierKey,
  type SupplierUser,
  supplierUser,
  supplierUsers,
  withdrawVenue,
} from '#platform/access/supplier-users.ts'
import { type Caller, implement } from '#platform/web/implement.ts'
import { fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { apiKeys, type KeyUser, type NewKeyUser, USUAL_OVERLAP_HOURS } from './api-keys.contract.ts'

export const apiKeysImplementation = implement(apiKeys, {
  list: async ({ house }) => ({ Users: (await supplierUsers(house.sql)).map(userAnswer) }),
  keysOf: async ({ house, params }) => ({ Users: (await keysOfUser(house.sql, params.id)).map(userAnswer) }),
  make: async ({ house: { sql }, body, session, caller, service }) => {
    const { User } = body
    const expires = expiresOf(User, service.now())
    const who = actor(session, caller)
    if (User.UserId !== undefined) {
      refuseOther(User)
      const key = await rotateSupplierKey(sql, { userId: User.UserId, expires, overlapHours: body.OverlapHours ?? USUAL_OVERLAP_HOURS }, who)
      return { User: userAnswer(await supplierUser(sql, User.UserId)), Key: key }
    }
    if (body.OverlapHours !== undefined) throw fieldFailure('OverlapHours', 'OverlapHours is only for a user who already has a key.')
    const { userId, key } = await makeSupplierUser(sql, { ...newUserOf(User), expires }, who)
    return { User: userAnswer(await supplierUser(sql, userId)), Key: key }
  },
  revoke: async ({ house, params, session, caller }) => {
    await revokeSupplierUser(house.sql, params.id, actor(session, caller))
  },
  grantsOf: async ({ house, params }) => {
    const user = userAnswer(await supplierUser(house.sql, params.id))
    return { Users: user.Venues.map((venue) => ({ ...user, Venues: [venue] })) }
  },
  grant: async ({ house, params: { venueId, supplierId }, body: { UserId }, session, caller }) => {
    await grantVenue(house.sql, { userId: UserId, venueId, supplierId }, actor(session, caller))
    return { User: userAnswer(await supplierUser(house.sql, UserId)) }
  },
  withdraw: async ({ house, params: { venueId, supplierId, id }, session, caller }) => {
    await withdrawVenue(house.sql, { userId: id, venueId, supplierId }, actor(session, caller))
  },

  finders: { grant: ({ house, params }) => refuseUnknownGrant(house.sql, params) },
})

const actor = (session: Session, { ip }: Caller) => ({ ...actorOf(session), ip })

/** @throws ValidationFailed for a moment that is past already */
const expiresOf = ({ Expires }: NewKeyUser, now: Date): Date | null => {
  if (!Expires) return null
  const expires = new Date(Expires)
  if (Number.isNaN(expires.getTime()) || expires.getUTCFullYear() > 2999) throw fieldFailure('User.Expires', 'User.Expires is not a valid date and time.')
  if (expires <= now) throw fieldFailure('User.Expires', 'User.Expires is in the past.')
  return expires
}

/** A user who has a key stays who they are: whatever else is sent would be passed over, so it is refused. */
const refuseOther = (user: NewKeyUser): void => {
  for (const name of ['Name', 'SupplierId', 'SupplierName', 'Scopes', 'Venues'] as const)
    if (user[name] !== undefined) throw fieldFailure(`User.${name}`, `User.${name} cannot be changed together with the key. Leave it out.`)
}

/** @throws ValidationFailed where the name, the supplier or the scopes are missing */
const newUserOf = ({ Name, SupplierId, SupplierName, Scopes = [], Venues = [] }: NewKeyUser) => {
  if (Name === undefined || nameKey(Name) === '') throw fieldFailure('User.Name', 'User.Name is missing.', 'Missing')
  const supplier = SupplierId ?? (nameKey(SupplierName ?? '') && SupplierName?.trim())
  if (!supplier) throw fieldFailure('User.SupplierName', 'User.SupplierName or User.SupplierId is missing.', 'Missing')
  if (SupplierId !== undefined && SupplierName !== undefined) throw fieldFailure('User.SupplierName', 'Send either SupplierId or SupplierName, not both.')
  if (Scopes.length === 0) throw fieldFailure('User.Scopes', 'A key needs at least one scope.', 'Missing')
  return { name: Name.trim(), supplier, scopes: [...new Set(Scopes)], venueIds: [...new Set(Venues)] }
}

const userAnswer = (user: SupplierUser): KeyUser => ({
  UserId: user.userId,
  Name: user.name,
  SupplierId: user.supplierId,
  SupplierName: user.supplierName,
  Prefix: user.prefix,
  Scopes: user.scopes,
  Venues: user.venues,
  Created: user.created.toISOString(),
  LastUsed: user.lastUsed?.toISOString() ?? null,
  Expires: user.expires?.toISOString() ?? null,
  Status: user.status,
  Calls: user.calls,
  OldKey: user.oldPrefix !== null && user.oldUntil !== null ? { Prefix: user.oldPrefix, Until: user.oldUntil.toISOString() } : null,
})
