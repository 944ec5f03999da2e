import * as z from 'zod/mini'
import { contract, operation, SUPPLIER_SCOPES } from '#shared/endpoint.ts'
import { Id, IdNumber, idOrShown, shortText } from '#shared/fields.ts'

/** How long the key before goes on working when a key is rotated, unless said otherwise. */
export const USUAL_OVERLAP_HOURS = 24
const LONGEST_OVERLAP_HOURS = 720

const Scope = z.enum(SUPPLIER_SCOPES)
const OldKey = z.object({ Prefix: z.string(), Until: z.string() })

/** Who holds an API key for a supplier. Never the key itself: of it only how it begins and ends. */
const User = z.object({
  UserId: z.int(),
  Name: z.string(),
  SupplierId: z.int(),
  SupplierName: z.string(),
  Prefix: z.string(),
  Scopes: z.array(Scope),
  Venues: z.array(z.object({ VenueId: z.int(), Name: z.string() })),
  Created: z.string(),
  LastUsed: z.nullable(z.string()),
  /** null: works until it is revoked. */
  Expires: z.nullable(z.string()),
  Status: z.enum(['Active', 'Expired', 'Revoked']),
  /** Calls of the last seven days. */
  Calls: z.int(),
  /** The key before, while both work. */
  OldKey: z.nullable(OldKey),
})
export type KeyUser = z.output<typeof User>
const Users = z.object({ Users: z.array(User) })

/**
 * A key to be made. Without UserId: a new user with Name, Scopes and a supplier, by SupplierId or SupplierName. With UserId: another
 * key for that user, who stays as they are.
 */
export const NewUser = z.object({
  UserId: z.optional(IdNumber),
  Name: z.optional(shortText(100, 1)),
  SupplierId: z.optional(IdNumber),
  SupplierName: z.optional(shortText(100, 1)),
  Scopes: z.optional(z.array(Scope).check(z.maxLength(SUPPLIER_SCOPES.length))),
  /** The venues it is granted at. */
  Venues: z.optional(z.array(idOrShown('VenueId')).check(z.maxLength(500))),
  /** When it ends by itself. */
  Expires: z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'must be a moment like 2027-06-30T23:59:59+10:00' }))),
})
export type NewKeyUser = z.output<typeof NewUser>

const GrantParams = z.object({ venueId: Id, supplierId: Id })

/** API keys of suppliers, for Admin. */
export const apiKeys = contract({
  list: operation({
    method: 'GET',
    path: '/patronapi2/keys',
    summary: 'Every user with an API key for a supplier, with their newest key: venues, last use, calls in seven days and status.',
    access: 'admin',
    response: Users,
    example: { as: 'admin' },
  }),
  keysOf: operation({
    method: 'GET',
    path: '/patronapi2/:id/keys',
    summary: 'Every key one user has had, newest first.',
    access: 'admin',
    params: z.object({ id: Id }),
    response: Users,
    example: { as: 'admin', params: { id: '{supplier-user}' } },
  }),
  make: operation({
    method: 'POST',
    path: '/patronapi2/keys',
    summary: 'Create a supplier user with a key. With UserId, create another key for that user. The old key keeps working for OverlapHours.',
    access: 'admin',
    strict: true,
    barredWhileImpersonating: true,
    answersSecret: true,
    body: z.object({ User: NewUser, OverlapHours: z.optional(z.int().check(z.minimum(0), z.maximum(LONGEST_OVERLAP_HOURS))) }),
    /** The only time the key is told. */
    response: z.object({ User, Key: z.string() }),
    example: {
      as: 'admin',
      body: { User: { Name: 'Ordering system', SupplierName: 'Wharf Brewing', Scopes: ['sales:read', 'purchases:write'], Venues: [1] } },
    },
  }),
  revoke: operation({
    method: 'DELETE',
    path: '/patronapi2/:id/keys',
    alsoAt: '/patronapi2/keys/:id',
    summary: 'Ends every key of a user at once.',
    access: 'admin',
    barredWhileImpersonating: true,
    params: z.object({ id: Id }),
    example: { as: 'admin', params: { id: '{supplier-user}' } },
  }),
  grantsOf: operation({
    method: 'GET',
    path: '/user/:id/venues/suppliers',
    summary: "The venues a supplier's user has access to. Each venue is an entry of its own.",
    access: 'admin',
    params: z.object({ id: Id }),
    response: Users,
    example: { as: 'admin', params: { id: '{supplier-user}' } },
  }),
  grant: operation({
    method: 'POST',
    path: '/venue/:venueId/suppliers/:supplierId/Users',
    summary: "Lets a supplier's user see that supplier's products at the venue, and adds the supplier to the venue's list.",
    access: 'admin',
    strict: true,
    barredWhileImpersonating: true,
    params: GrantParams,
    body: z.object({ UserId: IdNumber }),
    response: z.object({ User }),
    example: { as: 'admin', params: { venueId: 1, supplierId: 1 }, body: { UserId: 1000000001 } },
  }),
  withdraw: operation({
    method: 'DELETE',
    path: '/venue/:venueId/suppliers/:supplierId/Users/:id',
    summary: "Removes a supplier user's access to the venue. Data already sent stays.",
    access: 'admin',
    barredWhileImpersonating: true,
    params: z.object({ venueId: Id, supplierId: Id, id: Id }),
    example: { as: 'admin', params: { venueId: 1, supplierId: 1, id: '{supplier-user}' } },
  }),
})
