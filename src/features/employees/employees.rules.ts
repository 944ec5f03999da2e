import { isReservedRoleName, nameKey } from '#shared/name-key.ts'
import type { Tag } from '#shared/permissions.ts'
import type { EmployeeStatus } from './employee.contract.ts'
import { type Giver, type Places, type Short, shortAt, shortOf } from './grants.rules.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long an invitation can be accepted. */
export const INVITATION_MS = 14 * 24 * HOUR_MS
/** How long the link is good by which somebody who belongs to the venue chooses their first password. */
const LINK_MS = 72 * HOUR_MS

/** What the status of somebody follows from. */
export interface Standing {
  active: boolean
  /** Access was given and accepted. */
  registered: boolean
  locked: boolean
  hasPassword: boolean
  invitedAt: Date | null
}

/**
 * How far somebody's access has come. Revoked: taken away. Invited: not accepted yet, whether or not they have a login; or a link for the
 * first password is under way. Locked: too many wrong passwords, for a while. Active: access accepted and a password chosen. Registered: on
 * the books without a way in, since no access was given yet, or the invitation ran out or was declined.
 */
export const statusOf = ({ active, registered, locked, hasPassword, invitedAt }: Standing, now: Date): EmployeeStatus => {
  if (!active) return 'Revoked'
  if (registered && locked) return 'Locked'
  if (registered && hasPassword) return 'Active'
  return invitedAt !== null && now.getTime() - invitedAt.getTime() < (registered ? LINK_MS : INVITATION_MS) ? 'Invited' : 'Registered'
}

/** Whether access was given, accepted or not. Declined, it was not. */
export const isGiven = ({ registered, invitedAt }: Pick<Standing, 'registered' | 'invitedAt'>): boolean => registered || invitedAt !== null

/** What a list of people may be asked for. */
export type Purpose = 'register' | 'revoke' | 'requestpassword'

/** Whether it can be done with somebody now. Nobody gives or takes their own access. */
export const isFitFor = (purpose: Purpose | undefined, { active, registered }: Pick<Standing, 'active' | 'registered'>, isSelf: boolean): boolean => {
  if (purpose === undefined) return true
  if (purpose === 'register') return !isSelf && !(active && registered)
  return active && registered && !(purpose === 'revoke' && isSelf)
}

/** A role of a venue. */
export interface Role {
  roleId: number
  name: string
  nameKey: string
  tags: readonly Tag[]
  /** Counts its changes. */
  version: number
}

/** What somebody holds at a venue. */
export interface Holdings {
  tags: readonly Tag[]
  roles: readonly Role[]
  locations: readonly number[]
  allLocations: boolean
}

export const NOTHING: Holdings = { tags: [], roles: [], locations: [], allLocations: false }

/** Everything somebody may do: their own tags and those of their roles. */
export const effectiveTags = ({ tags, roles }: Pick<Holdings, 'tags' | 'roles'>): Tag[] => [...new Set([...tags, ...roles.flatMap((role) => role.tags)])].sort()

/** What a change gives and takes. */
export interface Difference {
  addedTags: Tag[]
  removedTags: Tag[]
  addedRoles: Role[]
  removedRoles: Role[]
  addedLocations: number[]
  removedLocations: number[]
  allLocations: boolean | undefined
}

const without = <T>(list: readonly T[], other: readonly T[]): T[] => [...new Set(list)].filter((one) => !other.includes(one))
const withoutRoles = (list: readonly Role[], other: readonly Role[]) => list.filter(({ roleId }) => !other.some((role) => role.roleId === roleId))

/** What leads from one set of access to another. */
export const differenceOf = (from: Holdings, to: Holdings): Difference => ({
  addedTags: without(to.tags, from.tags),
  removedTags: without(from.tags, to.tags),
  addedRoles: withoutRoles(to.roles, from.roles),
  removedRoles: withoutRoles(from.roles, to.roles),
  addedLocations: without(to.locations, from.locations),
  removedLocations: without(from.locations, to.locations),
  allLocations: from.allLocations === to.allLocations ? undefined : to.allLocations,
})

export const isEmpty = ({ allLocations, ...lists }: Difference): boolean =>
  allLocations === undefined && Object.values(lists).every((list) => list.length === 0)

/** Whether a role's tags are all held, and its name is not one that would be taken for Admin. */
export const mayHandOut = (role: Role, { tags }: Pick<Giver, 'tags'>): boolean => !isReservedRoleName(role.name) && role.tags.every((tag) => tags.includes(tag))

/** Something of a change that its giver does not hold. */
export interface Beyond {
  kind: 'tag' | 'role' | 'places'
  /** The tag, or the name of the role. */
  name: string
  short: Short
}

/**
 * What of a change its giver does not hold; empty where they may make it. Access is each tag at each place, so what is new or gone needs the
 * tag everywhere the person holds it, and another place needs every tag that the person keeps. A tag of one's own and the same by a role are
 * two grants: each stays when the other is taken away.
 */
export const beyond = (from: Holdings, to: Holdings, giver: Giver): Beyond[] => {
  const change = differenceOf(from, to)
  const moved: Places = { locations: [...change.addedLocations, ...change.removedLocations], allLocations: change.allLocations !== undefined }
  const isMoved = moved.allLocations || moved.locations.length > 0
  const kept = isMoved ? { tags: without(to.tags, change.addedTags), roles: withoutRoles(to.roles, change.addedRoles) } : NOTHING
  const found = [
    ...shortIn(change.addedTags, change.addedRoles, to, giver),
    ...shortIn(change.removedTags, change.removedRoles, from, giver),
    ...shortIn(kept.tags, kept.roles, moved, giver),
  ]
  const short = shortAt(moved, giver)
  // Whoever lacks the place lacks everything there: the place says it once.
  return short ? [...found.filter((one) => one.short === 'tag'), { kind: 'places', name: '', short }] : found
}

/** Those of these tags and roles that the giver does not hold at all of these places. */
const shortIn = (tags: readonly Tag[], roles: readonly Role[], places: Places, giver: Giver): Beyond[] =>
  [
    ...tags.map((tag) => ({ kind: 'tag' as const, name: tag, short: shortOf([tag], places, giver) })),
    ...roles.map((role) => ({ kind: 'role' as const, name: role.name, short: mayHandOut(role, giver) ? shortOf(role.tags, places, giver) : ('tag' as const) })),
  ].flatMap(({ short, ...one }) => (short ? [{ ...one, short }] : []))

/** One address, and nothing else in the field: no second one, no name around it, no line break. */
export const isOneAddress = (email: string): boolean => /^[^\s@,;:<>()[\]\\"]{1,64}@[^\s@,;:<>()[\]\\"]+\.[^\s@,;:<>()[\]\\".]+$/u.test(email)

/** Why this cannot be somebody's user name, as a sentence; undefined where it can. A name like an address would be taken for somebody else's. */
export const userNameComplaint = (userName: string, email: string | undefined): string | undefined => {
  const key = nameKey(userName)
  if (key === '') return 'Enter a user name with at least one visible character.'
  if (/\s/u.test(key)) return 'A user name cannot have spaces.'
  if (key.includes('@') && (email === undefined || key !== nameKey(email))) return 'A user name with an @ must be the person’s own e-mail address.'
  return undefined
}

/** The words of a search, as they are compared with names. */
export const wordsOf = (search = ''): string[] => search.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, 10)
