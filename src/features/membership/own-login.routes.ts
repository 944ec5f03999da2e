import { hashSecret } from '#platform/access/secrets.ts'
import { implement } from '#platform/web/implement.ts'
import { ownLogin } from './own-login.contract.ts'
import { addressLinkShown, changeOwnLogin, confirmAddress, loginShown } from './own-login.sql.ts'
import { ownUserId } from './own-user.rules.ts'
import { limitLinkUse } from './password-requests.sql.ts'

export const ownLoginImplementation = implement(ownLogin, {
  login: ({ params, house, session }) => loginShown(house.sql, ownUserId(params.userId, session)),
  changeLogin: ({ params, body, house, session, caller }) => {
    ownUserId(params.userId, session)
    return changeOwnLogin(house.sql, session, body, caller.ip)
  },
  newAddress: async ({ params, caller, service }) => {
    await limitLinkUse(service.database.house, caller.ip)
    return addressLinkShown(service.database.house, params.token)
  },
  confirmAddress: async ({ params, caller, service, once }) => {
    await limitLinkUse(service.database.house, caller.ip)
    await once(`link:${hashSecret(params.token).toString('hex')}`, (sql) => confirmAddress(sql, params.token, caller.ip))
  },

  finders: { changeLogin: ({ params, session }) => ownUserId(params.userId, session) },
})
