import { implement } from '#platform/web/implement.ts'
import { attendancePeople } from './attendance-people.contract.ts'
import { attendancePeopleOf, attendancePerson, employeesOf, matchPerson } from './attendance-people.sql.ts'

export const attendancePeopleImplementation = implement(attendancePeople, {
  people: async ({ venue }) => {
    const Employees = await employeesOf(venue)
    return { People: await attendancePeopleOf(venue, Employees), Employees: Employees.map(({ EmployeeId, Name }) => ({ EmployeeId, Name })) }
  },
  match: ({ venue, params, body }) => matchPerson(venue, params.personId, body),

  finders: { match: ({ venue, params }) => attendancePerson(venue, [], params.personId) },
})
