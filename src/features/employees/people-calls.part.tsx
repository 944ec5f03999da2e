import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '#shared/endpoint.ts'
import { call, type InputOf } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { useSettled } from '#ui/settled.ts'
import { callKey, useCall } from '#ui/use-call.ts'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Access, Employee, NewEmployee } from './employee.contract.ts'
import { acting, employees } from './employees.contract.ts'

/** What is done with people on a screen of its own. */
export type Purpose = NonNullable<InputOf<typeof employees.list>['query']>['For']

const searched = (search: string) => {
  const Search = search.normalize('NFKC').trim().slice(0, 200)
  return Search === '' ? {} : { Search }
}

const usePeopleBy = (place: ChosenVenue, query: InputOf<typeof employees.list>['query'] = {}) => {
  const here = useCall(employees.list, { query }, { enabled: !place.isAdmin, keepLast: true })
  const there = useCall(employees.listAt, { params: { venueId: place.venueId }, query }, { enabled: place.isAdmin && place.venueId > 0, keepLast: true })
  return place.isAdmin ? there : here
}

/**
 * Everyone the reader may see at the place, for screens with a search: where there are more people than are answered at once, the server
 * finds those searched for.
 */
export const usePeopleFound = (place: ChosenVenue, search: string) => {
  const settled = useSettled(search)
  const everyone = usePeopleBy(place)
  const isCut = everyone.data !== undefined && everyone.data.Total > everyone.data.Employees.length
  const found = usePeopleBy(place, isCut ? searched(settled) : {})
  return isCut && found.data ? found : everyone
}

/** The first people with whom something can be done and whose names or address hold the words, however many there are. */
export const usePeopleFor = (place: ChosenVenue, For: Purpose, search: string) => usePeopleBy(place, { For, Page: 'first', ...searched(search) })

/** People by their numbers, asked for one by one: as many as somebody chose. */
export const usePeopleNamed = (place: ChosenVenue, employeeIds: readonly number[]): Employee[] =>
  useQueries({
    queries: employeeIds.map((employeeId) => {
      const input = { params: { venueId: place.venueId, employeeId } }
      return { queryKey: callKey(employees.employeeAt, input), queryFn: () => call(employees.employeeAt, input) }
    }),
    combine: (answers) => answers.flatMap(({ data }) => data?.Employees ?? []),
  })

/** One person in full. */
export const usePerson = (place: ChosenVenue, employeeId: number) =>
  useCall(employees.employeeAt, { params: { venueId: place.venueId, employeeId } }, { enabled: employeeId > 0 })

/** What somebody holds, and what the reader could give them; with it the venue's roles. */
export const useAccess = (place: ChosenVenue, employeeId: number) =>
  useCall(employees.permissionsAt, { params: { venueId: place.venueId, employeeId } }, { enabled: employeeId > 0 })

/** What is sent to give somebody access. */
export interface AccessDraft {
  AllLocations: boolean
  Locations: number[]
  Permissions: string[]
  Roles: string[]
}

type Permissions = Access['Permissions']
const asPermissions = (tags: readonly string[]): Permissions => tags.map((Tag) => ({ Tag })) as Permissions

/** Where a mailed link leads: the page of this very app that sets a password. */
const passwordUrl = () => `${location.origin}/membership/password`

/** What can be done with people at a place: the plain calls at one's own venue, the venue's by the path for Admin. */
export const usePeopleActs = (place: ChosenVenue) => {
  const queries = useQueryClient()
  const { isAdmin, venueId } = place
  return useMemo(() => {
    const at = (employeeId: number) => ({ venueId, employeeId })
    return {
      /** After something was done: what is on screen is asked for anew. */
      refresh: () => queries.invalidateQueries(),
      create: (body: NewEmployee): Promise<AnswerOf<typeof employees.create>> =>
        isAdmin ? call(employees.createAt, { params: { venueId }, body }) : call(employees.create, { body }),
      // Roles are the venue variant's alone.
      register: (employeeId: number, { Permissions, ...draft }: AccessDraft, Version: number, Email: string | undefined) => {
        const body = { ...draft, Permissions: asPermissions(Permissions), PasswordURL: passwordUrl(), Version, ...(Email ? { Email } : {}) }
        return call(employees.registerAt, { params: at(employeeId), body })
      },
      setPermissions: (employeeId: number, tags: readonly string[], Roles: string[], Version: number) =>
        call(employees.setPermissionsAt, { params: at(employeeId), body: { Permissions: asPermissions(tags), Roles, Version } }),
      revoke: async (person: Employee) => {
        const { EmployeeId: employeeId, Version } = person
        if (isAdmin) await call(employees.revokeAt, { params: at(employeeId), body: { Version } })
        else await call(employees.revoke, { params: { employeeId }, body: { Version } })
      },
      sendLink: async ({ EmployeeId: employeeId }: Employee) => {
        const body = { PasswordURL: passwordUrl() }
        if (isAdmin) await call(employees.sendPasswordLinkAt, { params: at(employeeId), body })
        else await call(employees.sendPasswordLink, { params: { employeeId }, body })
      },
      unlock: async ({ EmployeeId: employeeId }: Employee) => {
        if (isAdmin) await call(employees.unlockAt, { params: at(employeeId), body: {} })
        else await call(employees.unlock, { params: { employeeId }, body: {} })
      },
      assign: (employeeId: number, Venues: readonly number[], Invited: readonly number[]) =>
        call(employees.assignVenues, { params: at(employeeId), body: { Venues: [...Venues], Invited: [...Invited] } }),
      impersonate: (employeeId: number, Reason: string) => call(acting.impersonate, { params: at(employeeId), body: { Reason } }),
    }
  }, [queries, isAdmin, venueId])
}

export type PeopleActs = ReturnType<typeof usePeopleActs>

/** How many changes at once the server takes: once those of this minute are used up, it goes on with the next. */
export const PACE = {
  secondsToWait: (error: unknown) => (error instanceof CallError && error.code === 'TooManyRequests' ? (error.retryAfterSeconds ?? 5) : undefined),
  pause: (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
}
