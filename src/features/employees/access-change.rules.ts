/** Changes to who may what, kept apart from what is stored: `12 tag can_viewsales` or `12 role Manager`, wanted or not. */
export type Changes = Readonly<Record<string, boolean>>

export type Kind = 'tag' | 'role'

/** A person's own access as it is stored. */
export interface Held {
  EmployeeId: number
  Permissions: readonly string[]
  Roles: readonly string[]
}

const keyOf = (employeeId: number, kind: Kind, name: string) => `${employeeId} ${kind} ${name}`
const heldOf = (person: Held, kind: Kind) => (kind === 'tag' ? person.Permissions : person.Roles)

/** Whether the person will hold it once the changes are saved. */
export const willHold = (person: Held, kind: Kind, name: string, changes: Changes): boolean =>
  changes[keyOf(person.EmployeeId, kind, name)] ?? heldOf(person, kind).includes(name)

/** Whether this differs from what is stored. */
export const isChanged = (person: Held, kind: Kind, name: string, changes: Changes): boolean => {
  const wanted = changes[keyOf(person.EmployeeId, kind, name)]
  return wanted !== undefined && wanted !== heldOf(person, kind).includes(name)
}

/** The changes with one more; back to what is stored, it is none. */
export const withChange = (person: Held, kind: Kind, name: string, wanted: boolean, changes: Changes): Changes => {
  const key = keyOf(person.EmployeeId, kind, name)
  const others = Object.fromEntries(Object.entries(changes).filter(([other]) => other !== key))
  return heldOf(person, kind).includes(name) === wanted ? others : { ...others, [key]: wanted }
}

/** What one person gains and loses, and holds afterwards. */
export interface Difference {
  employeeId: number
  addedTags: string[]
  removedTags: string[]
  addedRoles: string[]
  removedRoles: string[]
  Permissions: string[]
  Roles: string[]
}

/** How many things of a difference change. */
export const sizeOf = (difference: Difference): number =>
  difference.addedTags.length + difference.removedTags.length + difference.addedRoles.length + difference.removedRoles.length

/** Person by person what would change; what somebody else has meanwhile changed to the same is no difference any more. */
export const differences = (people: readonly Held[], changes: Changes): Difference[] =>
  people.map((person) => differenceOf(person, changes)).filter((difference) => sizeOf(difference) > 0)

const differenceOf = (person: Held, changes: Changes): Difference => {
  const [addedTags, removedTags, Permissions] = sides(person, 'tag', changes)
  const [addedRoles, removedRoles, Roles] = sides(person, 'role', changes)
  return { employeeId: person.EmployeeId, addedTags, removedTags, addedRoles, removedRoles, Permissions, Roles }
}

const sides = (person: Held, kind: Kind, changes: Changes): [added: string[], removed: string[], after: string[]] => {
  const start = `${person.EmployeeId} ${kind} `
  const named = Object.entries(changes).filter(([key]) => key.startsWith(start))
  const held = heldOf(person, kind)
  const added = named.filter(([key, wanted]) => wanted && !held.includes(key.slice(start.length))).map(([key]) => key.slice(start.length))
  const removed = named.filter(([key, wanted]) => !wanted && held.includes(key.slice(start.length))).map(([key]) => key.slice(start.length))
  return [added, removed, [...held.filter((name) => !removed.includes(name)), ...added]]
}
