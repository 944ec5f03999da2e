import { passwordPage } from '#features/membership/membership.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement, type Service } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { changePermissions, enterPerson, giveAccess, type NewAccessAsked, revokeAccess, sendLink, unlockEmployee } from './change-access.sql.ts'
import { correctPerson } from './correct-person.sql.ts'
import { employees } from './employees.contract.ts'
import { accessOf, employeeInFull, listEmployees, oneEmployee } from './show-employees.sql.ts'
import { assignVenues, venuesOfEmployee } from './venues-held.sql.ts'

interface WithPage {
  PasswordURL?: string | undefined
  PasswordUrl?: string | undefined
}

/**
 * Where links are to lead, in either spelling; judged before anybody is looked up.
 * @throws PasswordUrlNotAllowed, PathBodyDisagree
 */
const pageIn = ({ PasswordURL, PasswordUrl }: WithPage, { settings }: Service): string | undefined => {
  if (PasswordUrl !== undefined && PasswordURL !== undefined && PasswordUrl !== PasswordURL) throw failure('PathBodyDisagree', { field: 'PasswordURL' })
  const page = passwordPage(PasswordUrl ?? PasswordURL, settings.passwordUrlOrigins)
  if (page === 'refused') throw failure('PasswordUrlNotAllowed')
  return page
}

const given = (body: NewAccessAsked & WithPage, service: Service) => [body, pageIn(body, service)] as const

const inPath = ({ venue, params }: { venue: VenueScope; params: { employeeId: number } }) => oneEmployee(venue, params.employeeId)

/** Both families of calls, each pair done by the same function. */
export const employeesImplementation = implement(employees, {
  list: ({ venue, query }) => listEmployees(venue, query),
  listAt: ({ venue, query }) => listEmployees(venue, query),
  employeeAt: ({ venue, params }) => employeeInFull(venue, params.employeeId),
  permissions: ({ venue, params }) => accessOf(venue, params.employeeId),
  permissionsAt: ({ venue, params }) => accessOf(venue, params.employeeId),

  setPermissions: ({ venue, params, body }) => changePermissions(venue, params.employeeId, body),
  setPermissionsAt: ({ venue, params, body }) => changePermissions(venue, params.employeeId, body),
  create: ({ venue, body }) => enterPerson(venue, body),
  createAt: ({ venue, body }) => enterPerson(venue, body),
  correctAt: ({ venue, params, body, service }) => correctPerson(venue, params.employeeId, body, pageIn(body, service)),
  register: ({ venue, params, body, service }) => giveAccess(venue, params.employeeId, ...given(body, service)),
  registerAt: ({ venue, params, body, service }) => giveAccess(venue, params.employeeId, ...given(body, service)),

  revoke: ({ venue, params, body }) => revokeAccess(venue, params.employeeId, body.Version),
  revokeAt: ({ venue, params, body }) => revokeAccess(venue, params.employeeId, body.Version),
  sendPasswordLink: ({ venue, params, body, service }) => sendLink(venue, params.employeeId, pageIn(body, service)),
  sendPasswordLinkAt: ({ venue, params, body, service }) => sendLink(venue, params.employeeId, pageIn(body, service)),
  unlock: ({ venue, params }) => unlockEmployee(venue, params.employeeId),
  unlockAt: ({ venue, params }) => unlockEmployee(venue, params.employeeId),

  venuesOfEmployee: ({ venue, params }) => venuesOfEmployee(venue, params.employeeId),
  assignVenues: ({ venue, params, body }) => assignVenues(venue, params.employeeId, body),

  finders: {
    setPermissions: inPath,
    setPermissionsAt: inPath,
    correctAt: inPath,
    register: inPath,
    registerAt: inPath,
    revoke: inPath,
    revokeAt: inPath,
    sendPasswordLink: inPath,
    sendPasswordLinkAt: inPath,
    unlock: inPath,
    unlockAt: inPath,
    assignVenues: inPath,
  },
})
