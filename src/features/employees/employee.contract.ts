import * as z from 'zod/mini'
import { IdNumber, idOrShown, NotTaken, sentText, shortText } from '#shared/fields.ts'
import { TAGS } from '#shared/permissions.ts'

/** How far somebody's access has come; the rule is `statusOf`. */
export const EmployeeStatus = z.enum(['Active', 'Invited', 'Registered', 'Locked', 'Revoked'])
export type EmployeeStatus = z.output<typeof EmployeeStatus>

const Permission = z.object({ Tag: z.enum(TAGS) })
const LocationName = z.object({ LocationId: z.int(), Name: z.string() })

/** Somebody who works at a venue, as lists show them. Fields with a question mark are left out where there is nothing to say. */
export const Employee = z.object({
  EmployeeId: z.int(),
  /** Their login; left out until they accept the venue's invitation. */
  UserId: z.optional(z.int()),
  FirstName: z.string(),
  Surname: z.string(),
  Nickname: z.string(),
  UserName: z.string(),
  DisplayName: z.string(),
  Email: z.string(),
  Phone: z.optional(z.string()),
  /** Not revoked. */
  Active: z.boolean(),
  /** Access was given, whether or not the invitation was accepted yet. */
  Registered: z.boolean(),
  Locked: z.boolean(),
  Status: EmployeeStatus,
  /** Held beside those of the roles. */
  Permissions: z.array(Permission),
  Roles: z.array(z.string()),
  /** Granted locations, as far as the reader may see them. */
  Locations: z.array(LocationName),
  /** Every location, those still to come too. */
  AllLocations: z.boolean(),
  /** They work at locations, too, that the reader may not see: nothing that holds there can be given or taken by the reader. */
  WorksElsewhere: z.boolean(),
  /** When they last opened this venue. */
  LastSignIn: z.optional(z.string()),
  /** Whether it is the reader, who cannot change their own access. */
  Self: z.boolean(),
  /** Changes with their access; sent back as Version, a change refuses to overwrite somebody else's. */
  Version: z.int(),
})
export type Employee = z.output<typeof Employee>

/** One person alone, with what their access screen shows beside. */
export const EmployeeInFull = z.extend(Employee, {
  /** Sessions of theirs that are open at the venue now. */
  OpenSessions: z.optional(z.int()),
  /** When a link to set a password was last made for them. */
  LinkSentAt: z.optional(z.string()),
})

/** What somebody holds at a venue, and what the reader could give them. */
export const Access = z.object({
  EmployeeId: z.int(),
  /** Held beside those of the roles. */
  Permissions: z.array(Permission),
  Roles: z.array(z.string()),
  Locations: z.array(LocationName),
  AllLocations: z.boolean(),
  /** Everything they may do: their own and the roles' tags together. */
  Effective: z.array(Permission),
  Version: z.int(),
  /** What the reader holds, and so may give or take: each tag and each role at these locations. Whoever works at others, too, keeps what they hold. */
  Grantable: z.object({
    Permissions: z.array(Permission),
    Roles: z.array(z.string()),
    Locations: z.array(LocationName),
    AllLocations: z.boolean(),
  }),
  /** The venue's roles with what each lets people do. */
  VenueRoles: z.array(z.object({ Name: z.string(), Permissions: z.array(Permission) })),
})
export type Access = z.output<typeof Access>

const EmployeeId = z.optional(IdNumber)
/** Each list is taken as ids or names, or as the objects that answers show. */
const Permissions = z
  .array(
    z.pipe(
      z.union([z.enum(TAGS), Permission]),
      z.transform((one) => (typeof one === 'string' ? { Tag: one } : one)),
    ),
  )
  .check(z.maxLength(100))
const RoleName = shortText(100, 1)
const Role = z.pipe(
  z.union([RoleName, z.object({ Name: RoleName, RoleId: NotTaken, Permissions: NotTaken })]),
  z.transform((one) => (typeof one === 'string' ? one : one.Name)),
)
const Roles = z.optional(z.array(Role).check(z.maxLength(100)))
const Locations = z.array(idOrShown('LocationId')).check(z.maxLength(2000))
const AllLocations = z.optional(z.boolean())
/** As read before; where it has changed since, the call is refused. */
const Version = z.optional(z.int())
const Url = z.optional(sentText(2000))

/** What access calls send; `EmployeeId` and `VenueId` only say again what the path says. */
export const NewEmployee = z.object({
  FirstName: shortText(100, 1),
  Surname: z.optional(shortText(100)),
  Nickname: z.optional(shortText(100)),
  UserName: z.optional(shortText(100)),
  DisplayName: z.optional(shortText(200)),
  Email: z.optional(shortText(254)),
  Phone: z.optional(shortText(50)),
})
export type NewEmployee = z.output<typeof NewEmployee>

/** What is known of a person beside their access; what is left out stays. */
export const ChangedDetails = z.object({
  FirstName: z.optional(shortText(100, 1)),
  Surname: z.optional(shortText(100)),
  Nickname: z.optional(shortText(100)),
  DisplayName: z.optional(shortText(200)),
  Email: z.optional(shortText(254)),
  Phone: z.optional(shortText(50)),
  EmployeeId: z.optional(IdNumber),
  PasswordURL: z.optional(sentText(2000)),
  PasswordUrl: z.optional(sentText(2000)),
})

/**
 * What came of a new address. Changed: they cannot sign in, so it is theirs at once. Invited: their invitation was sent there. Confirm: they were
 * mailed a link there, and sign in with the old address until they open it. Shown: they belong to other venues too, so only the venue shows it.
 */
export const AddressOutcome = z.enum(['Changed', 'Invited', 'Confirm', 'Shown'])
export type AddressOutcome = z.output<typeof AddressOutcome>

export const NewAccess = z.object({
  EmployeeId,
  /** For somebody who was entered without one. */
  Email: z.optional(shortText(254)),
  PasswordURL: Url,
  PasswordUrl: Url,
  Locations,
  AllLocations,
  Permissions,
  /** Left as they are where not sent. */
  Roles,
  Version,
})

export const ChangedPermissions = z.object({
  EmployeeId,
  Permissions,
  /** Roles and locations are left as they are where not sent. */
  Roles,
  Locations: z.optional(Locations),
  AllLocations,
  Version,
  Effective: NotTaken,
  Grantable: NotTaken,
  VenueRoles: NotTaken,
})

export const WhoOnly = z.object({ EmployeeId })
export const WhoAndVersion = z.object({ EmployeeId, Version })
export const LinkAsked = z.object({ EmployeeId, PasswordURL: Url, PasswordUrl: Url })
export const VenueId = z.optional(IdNumber)
