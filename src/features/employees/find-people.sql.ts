import type { FoundPerson } from '#features/find/find.contract.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { wordsOf } from './employees.rules.ts'
import { employeesWithIds, matching, rolesOf } from './employees.sql.ts'
import { nameOf } from './people-list.rules.ts'

/** The first few people of the venue whom a text names, those who work here now first; as far as they exist for the reader. */
export const findPeople = async (scope: VenueScope, text: string, most: number): Promise<FoundPerson[]> => {
  const matched = await matching(scope, { words: wordsOf(text) })
  const ids = [...matched.filter(({ active }) => active), ...matched.filter(({ active }) => !active)].slice(0, most).map(({ employee_id }) => employee_id)
  if (ids.length === 0) return []
  const rows = new Map((await employeesWithIds(scope, ids)).map((row) => [row.employee_id, row]))
  const roles = new Map((await rolesOf(scope)).map(({ roleId, name }) => [roleId, name]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const Name = nameOf({ DisplayName: row.display_name, FirstName: row.first_name, Surname: row.surname })
    return [{ EmployeeId: id, Name, Roles: row.role_ids.flatMap((roleId) => roles.get(roleId) ?? []), Active: row.active }]
  })
}
