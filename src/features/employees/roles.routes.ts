import { implement } from '#platform/web/implement.ts'
import { roles } from './roles.contract.ts'
import { changeRole, deleteRole, makeRole, roleNamed, rolesShown } from './roles.sql.ts'

export const rolesImplementation = implement(roles, {
  roles: ({ venue }) => rolesShown(venue),
  makeRole: ({ venue, body }) => makeRole(venue, body),
  changeRole: ({ venue, params, body }) => changeRole(venue, params.roleId, body),
  deleteRole: ({ venue, params, body }) => deleteRole(venue, params.roleId, body),

  finders: {
    changeRole: ({ venue, params }) => roleNamed(venue, params.roleId),
    deleteRole: ({ venue, params }) => roleNamed(venue, params.roleId),
  },
})
