import * as z from 'zod/mini'
import { PlainName } from '#features/venues/venue-fields.rules.ts'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, IdNumber } from '#shared/fields.ts'
import { TAGS } from '#shared/permissions.ts'

export const ROLES_MOST = 50

const Permission = z.object({ Tag: z.enum(TAGS) })
const Permissions = z
  .array(
    z.pipe(
      z.union([z.enum(TAGS), Permission]),
      z.transform((one) => (typeof one === 'string' ? { Tag: one } : one)),
    ),
  )
  .check(z.maxLength(100))

/** Why the reader cannot change a role. BuiltIn: every venue begins with it. Own: they hold it. Beyond: it lets people do what they may not. */
const RoleLock = z.enum(['BuiltIn', 'Own', 'Beyond'])

const Role = z.object({
  RoleId: z.int(),
  Name: z.string(),
  Permissions: z.array(Permission),
  /** How many people with access, or invited, hold it, of those the reader may see. */
  People: z.int(),
  /** null where the reader can change and delete it. */
  Locked: z.nullable(RoleLock),
  Version: z.int(),
})
export type RoleShown = z.output<typeof Role>

const access = orAdmin(['can_register'])
const atVenue = { params: z.object({ venueId: Id }), venueParam: 'venueId' } as const
const atRole = { params: z.object({ venueId: Id, roleId: Id }), venueParam: 'venueId' } as const
const Version = z.optional(z.int())
const Name = PlainName(60)
const Changed = z.object({ RoleId: z.int(), Version: z.int() })
const params = { venueId: 1, roleId: '{role}' }

/** The roles of a venue: named bundles of permissions. */
export const roles = contract({
  roles: operation({
    ...atVenue,
    method: 'GET',
    path: '/venue/:venueId/roles',
    summary: 'The roles of a venue, what each lets people do, and which of them the reader can change.',
    access,
    /** `Grantable` is what the reader may put into a role. */
    response: z.object({ Roles: z.array(Role), Grantable: z.array(Permission) }),
    example: { as: 'owner', params: { venueId: 1 } },
  }),
  makeRole: operation({
    ...atVenue,
    method: 'POST',
    path: '/venue/:venueId/roles',
    summary: 'Create a role of permissions that you hold yourself.',
    access,
    strict: true,
    barredWhileImpersonating: true,
    body: z.object({ Name, Permissions }),
    response: Changed,
    example: { as: 'owner', params: { venueId: 1 }, body: { Name: '{fresh}', Permissions: [{ Tag: 'can_register' }] } },
  }),
  changeRole: operation({
    ...atRole,
    method: 'POST',
    path: '/venue/:venueId/roles/:roleId',
    summary:
      'Rename a role, or change its permissions. The change applies at once to everybody with the role. You cannot change a role you have, or give or remove what you do not hold everywhere its people work.',
    access,
    strict: true,
    barredWhileImpersonating: true,
    body: z.object({ Name: z.optional(Name), Permissions: z.optional(Permissions), Version }),
    response: Changed,
    example: { as: 'owner', params, body: { Name: '{fresh}', Permissions: [{ Tag: 'can_register' }] } },
  }),
  deleteRole: operation({
    ...atRole,
    method: 'DELETE',
    path: '/venue/:venueId/roles/:roleId',
    summary: 'Delete a role. Its people get the role MoveTo instead; without it, a role that people have stays.',
    access,
    strict: true,
    barredWhileImpersonating: true,
    body: z.object({ MoveTo: z.optional(IdNumber), Version }),
    response: z.object({ Moved: z.int() }),
    example: { as: 'owner', params, body: {} },
  }),
})
