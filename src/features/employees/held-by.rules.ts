import type { Held } from './access-change.rules.ts'
import type { Access, Employee } from './employee.contract.ts'
import type { Giver, Places } from './grants.rules.ts'

/** What a person of the list holds of their own, as changes are reckoned from. */
export const heldBy = ({ EmployeeId, Permissions, Roles }: Pick<Employee, 'EmployeeId' | 'Permissions' | 'Roles'>): Held => ({
  EmployeeId,
  Permissions: Permissions.map(({ Tag }) => Tag),
  Roles,
})

/** Where a person of the list works. */
export const placesOf = ({ Locations, AllLocations, WorksElsewhere }: Pick<Employee, 'Locations' | 'AllLocations' | 'WorksElsewhere'>): Places => ({
  locations: Locations.map(({ LocationId }) => LocationId),
  allLocations: AllLocations,
  elsewhere: WorksElsewhere,
})

/** What the reader holds, who gives it. */
export const giverIn = ({ Permissions, Locations, AllLocations }: Access['Grantable']): Giver => ({
  tags: Permissions.map(({ Tag }) => Tag),
  locations: Locations.map(({ LocationId }) => LocationId),
  allLocations: AllLocations,
})
