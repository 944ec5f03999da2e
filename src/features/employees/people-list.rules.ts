import { searchText } from '#shared/search-text.ts'

/** Who stands in the list, and in which order. */

export const STATUSES = ['Active', 'Invited', 'Registered', 'Locked', 'Revoked'] as const
export type Status = (typeof STATUSES)[number]

/** A person as far as the list looks at them. */
export interface Listed {
  EmployeeId: number
  FirstName: string
  Surname: string
  Nickname: string
  DisplayName: string
  UserName: string
  Email: string
  Status: Status
  Roles: readonly string[]
  Locations: readonly { LocationId: number }[]
  AllLocations: boolean
  LastSignIn?: string | undefined
}

export interface Wanted {
  search: string
  status: string
  location: string
  role: string
}

/** Whether every word of the search is somewhere in the person's names or address. */
const isFound = (person: Listed, search: string): boolean => {
  const words = searchText(search).split(/\s+/).filter(Boolean)
  const text = searchText([person.FirstName, person.Surname, person.Nickname, person.DisplayName, person.UserName, person.Email].join(' '))
  return words.every((word) => text.includes(word))
}

/** Whether the person may see the location. */
const isAt = (person: Listed, locationId: number): boolean => person.AllLocations || person.Locations.some((location) => location.LocationId === locationId)

/** Those the filters leave. */
export const wantedPeople = <P extends Listed>(people: readonly P[], { search, status, location, role }: Wanted): P[] =>
  people.filter(
    (person) =>
      isFound(person, search) &&
      (status === '' || person.Status === status) &&
      (location === '' || isAt(person, Number(location))) &&
      (role === '' || person.Roles.includes(role)),
  )

export const SORTS = ['name', 'user', 'role', 'status', 'seen'] as const
export type SortKey = (typeof SORTS)[number]

/** In order by one column; who is alike there stands by name. `compare` is the language's own. */
export const sortedPeople = <P extends Listed>(people: readonly P[], key: SortKey, descending: boolean, compare: (a: string, b: string) => number): P[] => {
  const byName = (a: P, b: P) => compare(nameOf(a), nameOf(b)) || a.EmployeeId - b.EmployeeId
  const text: Record<SortKey, (person: P) => string> = {
    name: nameOf,
    user: (person) => person.UserName,
    role: (person) => person.Roles.join(', '),
    status: (person) => String(STATUSES.indexOf(person.Status)),
    seen: (person) => person.LastSignIn ?? '',
  }
  const order = descending ? -1 : 1
  return [...people].sort((a, b) => order * compare(text[key](a), text[key](b)) || byName(a, b))
}

/** What the person is called. */
export const nameOf = (person: Pick<Listed, 'DisplayName' | 'FirstName' | 'Surname'>): string =>
  person.DisplayName || `${person.FirstName} ${person.Surname}`.trim()

/** How many people there are in each state, in the states' own order; none are left out. */
export const tally = (people: readonly Pick<Listed, 'Status'>[]): { status: Status; n: number }[] =>
  STATUSES.map((status) => ({ status, n: people.filter((person) => person.Status === status).length })).filter(({ n }) => n > 0)

/** Those whose names, user name or address would be taken for the new person's. */
export const alike = <P extends Listed>(people: readonly P[], draft: { FirstName: string; Surname: string; UserName: string; Email: string }): P[] => {
  const full = searchText(`${draft.FirstName} ${draft.Surname}`).trim()
  const same = (a: string, b: string) => b.trim() !== '' && searchText(a) === searchText(b.trim())
  return people.filter(
    (person) =>
      same(person.UserName, draft.UserName) ||
      same(person.Email, draft.Email) ||
      (draft.FirstName.trim() !== '' && draft.Surname.trim() !== '' && searchText(`${person.FirstName} ${person.Surname}`).trim() === full),
  )
}

/** What can be done with somebody, by their state; whether one may is another matter. */
export const possibleActs = (status: Status) => ({
  enable: status === 'Revoked',
  unlock: status === 'Locked',
  requestPassword: status !== 'Revoked',
  impersonate: status === 'Active',
  revoke: status !== 'Revoked',
})
