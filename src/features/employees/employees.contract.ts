import * as z from 'zod/mini'
import { contract, operation, orAdmin } from '#shared/endpoint.ts'
import { Id, IdNumber, idOrShown, NotTaken, sentText, shortText } from '#shared/fields.ts'
import {
  Access,
  AddressOutcome,
  ChangedDetails,
  ChangedPermissions,
  Employee,
  EmployeeInFull,
  EmployeeStatus,
  LinkAsked,
  NewAccess,
  NewEmployee,
  VenueId,
  WhoAndVersion,
  WhoOnly,
} from './employee.contract.ts'

/** People per page, where pages are asked for. */
export const EMPLOYEES_PAGE = 100
/** Most people in one answer without pages. */
export const EMPLOYEES_AT_ONCE = 1000

const viewers = orAdmin(['can_viewemp'])
const registrars = orAdmin(['can_register'])
const revokers = orAdmin(['can_revoke'])

/** The plain family: the venue that is open. */
const here = { params: z.object({ employeeId: Id }) } as const
/** The venue family: the venue in the path, which for its people is the one that is open. */
const at = { params: z.object({ venueId: Id, employeeId: Id }), venueParam: 'venueId' } as const
/** Calls that change access. */
const change = { method: 'POST', strict: true, barredWhileImpersonating: true } as const

const Listed = z.object({
  Venue: z.object({ VenueId: z.int(), Name: z.string() }),
  Employees: z.array(Employee),
  /** People who match, on all pages. */
  Total: z.int(),
  /** Sent as Page, what comes after; null at the end. */
  NextPage: z.nullable(z.string()),
})
export type ListedEmployees = z.output<typeof Listed>

const listQuery = z.object({
  /** Words that names, user name or e-mail contain, in any case. */
  Search: z.optional(shortText(200)),
  Status: z.optional(EmployeeStatus),
  /** Only people who work at this location. */
  LocationId: z.optional(Id),
  Role: z.optional(shortText(100)),
  /** Only people with whom this can be done now, by whoever asks: not oneself where it is about access. */
  For: z.optional(z.enum(['register', 'revoke', 'requestpassword'])),
  /** "first", then each answer's NextPage; without it, everybody at once up to 1,000, and NextPage leads on. */
  Page: z.optional(shortText(600, 1)),
})

const Changed = z.object({ EmployeeId: z.int(), Version: z.int() })
const Granted = z.object({ EmployeeId: z.int(), Version: z.int(), Status: EmployeeStatus })
const Ended = z.object({ EmployeeId: z.int(), Version: z.int(), SessionsEnded: z.int() })
/** Whose Token it is, to be kept in place of the one before. */
const Opened = z.object({ Token: z.string(), VenueId: z.int(), EmployeeId: z.int(), UserId: z.int(), UserName: z.string(), DisplayName: z.string() })
const VenueHeld = z.object({ VenueId: z.int(), EmployeeId: z.int(), Name: z.string() })
const VenueToName = z.object({ VenueId: z.int(), Name: z.string() })

const NEW = { FirstName: 'Noor', Surname: 'Haddad', Email: '{fresh}@example.com', UserName: '{fresh}' }
const ACCESS = { Locations: [1], Permissions: [{ Tag: 'can_register' }] } as const
const one = { employeeId: '{employee}' }
const oneAt = { venueId: 1, employeeId: '{employee}' }

const seen = contract({
  list: operation({
    method: 'GET',
    path: '/employees',
    summary: 'Everyone who works at the open venue, in the order of their names; searched, by status and page by page where asked.',
    access: viewers,
    query: listQuery,
    response: Listed,
    example: { as: 'owner' },
  }),
  listAt: operation({
    method: 'GET',
    path: '/venue/:venueId/employees',
    summary: 'Everyone who works at a venue.',
    access: viewers,
    params: z.object({ venueId: Id }),
    venueParam: 'venueId',
    query: listQuery,
    response: Listed,
    example: { as: 'owner', params: { venueId: 1 } },
  }),
  employeeAt: operation({
    method: 'GET',
    path: '/venue/:venueId/employees/:employeeId',
    summary: 'One person who works at a venue.',
    access: viewers,
    params: at.params,
    venueParam: 'venueId',
    response: z.object({ Employees: z.array(EmployeeInFull) }),
    example: { as: 'owner', params: { venueId: 1, employeeId: 2 } },
  }),
  permissions: operation({
    method: 'GET',
    path: '/employees/:employeeId/permissions',
    summary: 'The roles, permissions and locations of a person here, and what you could give them.',
    access: viewers,
    params: here.params,
    response: Access,
    example: { as: 'owner', params: { employeeId: 2 } },
  }),
  permissionsAt: operation({
    method: 'GET',
    path: '/venue/:venueId/employees/:employeeId/permissions',
    summary: 'The roles, permissions and locations of a person at a venue, and what you could give them.',
    access: viewers,
    params: at.params,
    venueParam: 'venueId',
    response: Access,
    example: { as: 'owner', params: { venueId: 1, employeeId: 2 } },
  }),
})

const given = contract({
  setPermissions: operation({
    ...change,
    ...here,
    path: '/employees/:employeeId/permissions',
    summary: 'Change what a person may do. You cannot give or remove what you do not hold everywhere the person works, and you cannot change your own access.',
    access: registrars,
    body: ChangedPermissions,
    response: Granted,
    example: { as: 'owner', params: one, body: { Permissions: ACCESS.Permissions } },
  }),
  setPermissionsAt: operation({
    ...change,
    ...at,
    path: '/venue/:venueId/employees/:employeeId/permissions',
    summary: 'Change what a person may do at a venue.',
    access: registrars,
    body: z.extend(ChangedPermissions, { VenueId }),
    response: Granted,
    example: { as: 'owner', params: oneAt, body: { Permissions: ACCESS.Permissions, Roles: [] } },
  }),
  create: operation({
    ...change,
    path: '/register',
    summary: 'Add a new person to the open venue. They can do nothing until they are given access.',
    access: registrars,
    body: NewEmployee,
    response: Changed,
    example: { as: 'owner', body: NEW },
  }),
  createAt: operation({
    ...change,
    path: '/venue/:venueId/register',
    summary: 'Add a new person to a venue.',
    access: registrars,
    params: z.object({ venueId: Id }),
    venueParam: 'venueId',
    body: z.extend(NewEmployee, { VenueId }),
    response: Changed,
    example: { as: 'owner', params: { venueId: 1 }, body: NEW },
  }),
  correctAt: operation({
    ...change,
    ...at,
    path: '/venue/:venueId/employees/:employeeId/details',
    summary:
      "Correct somebody's names, phone number or e-mail address. A login takes a new address once it is confirmed from there; one that other venues share stays as it is.",
    access: registrars,
    body: z.extend(ChangedDetails, { VenueId }),
    response: z.object({ EmployeeId: z.int(), Address: z.nullable(AddressOutcome) }),
    example: { as: 'owner', params: oneAt, body: { FirstName: 'Noor', Surname: 'Haddad', Nickname: 'Nou' } },
  }),
  register: operation({
    ...change,
    ...here,
    path: '/employees/:employeeId/register',
    summary: 'Give a person access, or give it again, with locations, permissions and roles. Access starts when they accept the invitation in their e-mail.',
    access: registrars,
    body: NewAccess,
    response: Granted,
    example: { as: 'owner', params: one, body: ACCESS },
  }),
  registerAt: operation({
    ...change,
    ...at,
    path: '/venue/:venueId/employees/:employeeId/register',
    summary: 'Give a person access to a venue, or give it again.',
    access: registrars,
    body: z.extend(NewAccess, { VenueId }),
    response: Granted,
    example: { as: 'owner', params: oneAt, body: { ...ACCESS, Roles: [] } },
  }),
})

/** What somebody does with the link they were mailed; done by membership, whose links they are. */
export const invitations = contract({
  choosePassword: operation({
    method: 'POST',
    path: '/employees/:token/password',
    summary: 'Set a password with any link from an e-mail. With an invitation the user name is chosen too. This does not sign anyone in.',
    access: 'public',
    strict: true,
    params: z.object({ token: sentText(200, 1) }),
    body: z.object({
      EmployeeToken: sentText(200, 1),
      UserName: shortText(100, 1),
      Password: z.string().check(z.maxLength(4096)),
    }),
    example: {
      as: 'anonymous',
      params: { token: '{invitation}' },
      body: { EmployeeToken: '{invitation}', UserName: '{fresh}', Password: 'a brass bell at closing' },
    },
  }),
})

const taken = contract({
  revoke: operation({
    ...change,
    ...here,
    path: '/employees/:employeeId/revoke',
    summary: 'Revoke access. Their open sessions here end at once.',
    access: revokers,
    body: WhoAndVersion,
    response: Ended,
    example: { as: 'owner', params: one, body: {} },
  }),
  revokeAt: operation({
    ...change,
    ...at,
    path: '/venue/:venueId/employees/:employeeId/revoke',
    summary: 'Revoke access to a venue.',
    access: revokers,
    body: z.extend(WhoAndVersion, { VenueId }),
    response: Ended,
    example: { as: 'owner', params: oneAt, body: {} },
  }),
  sendPasswordLink: operation({
    ...change,
    strict: false,
    ...here,
    path: '/employees/:employeeId/requestpassword',
    summary: 'Send a person a link to set a new password, or their invitation again.',
    access: viewers,
    body: LinkAsked,
    example: { as: 'owner', params: one, body: {} },
  }),
  sendPasswordLinkAt: operation({
    ...change,
    strict: false,
    ...at,
    path: '/venue/:venueId/employees/:employeeId/requestpassword',
    summary: 'Send a person of a venue a link to set a new password, or their invitation again.',
    access: viewers,
    body: z.extend(LinkAsked, { VenueId }),
    example: { as: 'owner', params: oneAt, body: {} },
  }),
  unlock: operation({
    ...change,
    ...here,
    path: '/employees/:employeeId/unlock',
    summary: 'Unlock a person who tried too many passwords. If they belong to other venues too, only Admin can.',
    access: registrars,
    body: WhoOnly,
    example: { as: 'owner', params: one, body: {} },
  }),
  unlockAt: operation({
    ...change,
    ...at,
    path: '/venue/:venueId/employees/:employeeId/unlock',
    summary: 'Unlock a person of a venue who tried too many passwords.',
    access: registrars,
    body: z.extend(WhoOnly, { VenueId }),
    example: { as: 'owner', params: oneAt, body: {} },
  }),
  venuesOfEmployee: operation({
    method: 'GET',
    path: '/venues/:venueId/employees/:employeeId/venues',
    summary: 'The venues this person may open, among those where you can give access.',
    access: viewers,
    params: at.params,
    venueParam: 'venueId',
    /** `Assignable` are the venues the reader could invite them to or take them from; `Invited` those whose invitation waits for them. */
    response: z.object({ Venues: z.array(VenueHeld), Invited: z.array(VenueToName), Assignable: z.array(VenueToName) }),
    example: { as: 'owner', params: { venueId: 1, employeeId: 2 } },
  }),
  assignVenues: operation({
    ...change,
    path: '/venues/:venueId/employees/:employeeId/assign',
    summary:
      'Replace the set of venues this person may open. They are invited to a new venue and start there without permissions and locations. An empty list for a person who may open none changes nothing: 204.',
    access: registrars,
    params: at.params,
    venueParam: 'venueId',
    body: z.object({
      VenueId,
      EmployeeId: z.optional(IdNumber),
      Venues: z.array(idOrShown('VenueId')).check(z.maxLength(2000)),
      /** Invitations that stay, as the list of venues shows them; one that is left out is taken back. */
      Invited: z.optional(z.array(idOrShown('VenueId')).check(z.maxLength(2000))),
      Assignable: NotTaken,
    }),
    response: z.optional(z.object({ Venues: z.array(VenueHeld), Invited: z.array(VenueToName) })),
    example: { as: 'owner', params: oneAt, body: { Venues: [{ VenueId: 1 }] } },
  }),
})

/** Acting as somebody else. */
export const acting = contract({
  impersonate: operation({
    ...change,
    ...at,
    path: '/venue/:venueId/employees/:employeeId/impersonate',
    summary: 'Act as a person of a venue for at most 30 minutes, with the permissions that both of you hold. They receive an e-mail about it.',
    access: orAdmin(['can_impersonate']),
    answersSecret: true,
    body: z.object({
      VenueId,
      EmployeeId: z.optional(IdNumber),
      /** Why; kept in the audit. */
      Reason: z.optional(shortText(500, 10)),
    }),
    response: z.extend(Opened, { Until: z.string() }),
    example: { as: 'owner', params: oneAt, body: { Reason: 'Checking what the new bar team sees' } },
  }),
  stopImpersonation: operation({
    method: 'POST',
    path: '/impersonation/stop',
    summary: 'Stop acting as someone else. Answers a new Token of your own, also after the time is over.',
    access: 'public',
    answersSecret: true,
    body: z.object({}),
    response: Opened,
    example: { as: 'acting', body: {} },
  }),
})

/** Who works at a venue and what they may do. Venue variants do what their plain twins do, at the venue in the path. */
export const employees = contract({ ...seen, ...given, ...taken })
