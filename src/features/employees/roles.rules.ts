import { isReservedRoleName, nameKey } from '#shared/name-key.ts'
import { STARTING_ROLES, type Tag } from '#shared/permissions.ts'
import { roleNames } from '#shared/tag-names.messages.ts'
import { type Beyond, beyond, type Holdings, mayHandOut, type Role } from './employees.rules.ts'
import { type Giver, shortOf } from './grants.rules.ts'

const BUILT_IN = Object.keys(STARTING_ROLES).map(nameKey)

/** Whether every venue begins with the role, so that nobody changes or deletes it. */
const isBuiltIn = (role: Pick<Role, 'nameKey'>): boolean => BUILT_IN.includes(role.nameKey)

/** What those roles and Admin are called in any language: a role of the venue's own that looked like one of them would be taken for it. */
const THEIR_NAMES = [...Object.values(roleNames.en), ...Object.values(roleNames.jp)].map(nameKey)

export const isNameOfBuiltIn = (name: string): boolean => isReservedRoleName(name) || THEIR_NAMES.includes(nameKey(name))

/** Why somebody cannot change a role at all; undefined where they can. */
export const lockOf = (role: Role, giver: Pick<Giver, 'tags'>, isOwn: boolean): 'BuiltIn' | 'Own' | 'Beyond' | undefined => {
  if (isBuiltIn(role)) return 'BuiltIn'
  if (isOwn) return 'Own'
  return mayHandOut(role, giver) ? undefined : 'Beyond'
}

/** Tags that one list has and the other has not. */
export const changedTags = (from: readonly Tag[], to: readonly Tag[]): Tag[] =>
  [...from.filter((tag) => !to.includes(tag)), ...to.filter((tag) => !from.includes(tag))].sort()

/**
 * What whoever changes a role does not hold of the change: each tag that comes or goes, everywhere one of its people works. Somebody who has the tag
 * besides keeps it, and it counts all the same, as two grants do.
 */
export const beyondRole = (tags: readonly Tag[], people: readonly Holdings[], giver: Giver): Beyond[] =>
  tags.flatMap((tag) => {
    const places = [{ locations: [], allLocations: false }, ...people]
    const [short] = places.flatMap((place) => shortOf([tag], place, giver) ?? [])
    return short ? [{ kind: 'tag' as const, name: tag, short }] : []
  })

/** What whoever deletes a role does not hold of what its people lose and, with another role in its place, get. */
export const beyondMove = (role: Role, to: Role | undefined, people: readonly Holdings[], giver: Giver): Beyond[] =>
  people.flatMap((held) => beyond(held, moved(held, role, to), giver)).slice(0, 3)

/** What somebody holds once a role is gone, with the other one in its place. */
const moved = (held: Holdings, role: Role, to: Role | undefined): Holdings => {
  const rest = held.roles.filter(({ roleId }) => roleId !== role.roleId)
  return { ...held, roles: to && !rest.some(({ roleId }) => roleId === to.roleId) ? [...rest, to] : rest }
}
