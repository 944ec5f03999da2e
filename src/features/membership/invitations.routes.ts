import { invitations } from '#features/employees/employees.contract.ts'
import { implement } from '#platform/web/implement.ts'
import { limitLinkUse } from './password-requests.sql.ts'
import { setPasswordByLink } from './set-password.sql.ts'

export const invitationsImplementation = implement(invitations, {
  choosePassword: async ({ params, body, caller, service, once }) => {
    await limitLinkUse(service.database.house, caller.ip)
    return setPasswordByLink(service, once, caller, params.token, body.EmployeeToken, body.Password, body.UserName)
  },
})
