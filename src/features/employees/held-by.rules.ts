import type { Held } from './access-change.rules.ts'
import type { Employee } from './employee.contract.ts'

/** What a person of the list holds of their own, as changes are reckoned from. */
export const heldBy = ({ EmployeeId, Permissions, Roles }: Pick<Employee, 'EmployeeId' | 'Permissions' | 'Roles'>): Held => ({
  EmployeeId,
  Permissions: Permissions.map(({ Tag }) => Tag),
  Roles,
})
