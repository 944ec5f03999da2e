import { limitLinkUse } from '#features/membership/password-requests.sql.ts'
import { implement } from '#platform/web/implement.ts'
import { beginning } from './begin.contract.ts'
import { begin } from './begin.sql.ts'

export const beginningImplementation = implement(beginning, {
  beginHouse: async ({ body, caller, service, once }) => {
    await limitLinkUse(service.database.house, caller.ip)
    return begin(service, once, caller, body)
  },
})
