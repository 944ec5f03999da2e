import { hashSecret } from '#platform/access/secrets.ts'
import { implement, type PublicScope, type Service } from '#platform/web/implement.ts'
import { ownInvitations } from './invitations.contract.ts'
import { answerByLink, answerOwn, invitationsShown } from './invitations.sql.ts'
import { ownUserId } from './own-user.rules.ts'
import { limitLinkUse } from './password-requests.sql.ts'

export const ownInvitationsImplementation = implement(ownInvitations, {
  invitations: async ({ params, house, session }) => ({ Invitations: await invitationsShown(house.sql, ownUserId(params.userId, session)) }),

  accept: ({ params, house, session, caller }) => {
    ownUserId(params.userId, session)
    return answerOwn(house.sql, session, params.invitationId, true, caller.ip)
  },

  decline: async ({ params, house, session, caller }) => {
    ownUserId(params.userId, session)
    await answerOwn(house.sql, session, params.invitationId, false, caller.ip)
  },

  acceptByLink: ({ params, caller, service, once }) => byLink(service, once, params.token, caller, true),
  declineByLink: ({ params, caller, service, once }) => byLink(service, once, params.token, caller, false),
})

const byLink = async (service: Service, once: PublicScope['once'], token: string, caller: Parameters<typeof answerByLink>[3], isAccepted: boolean) => {
  await limitLinkUse(service.database.house, caller.ip)
  await once(`link:${hashSecret(token).toString('hex')}`, (sql) => answerByLink(sql, token, isAccepted, caller))
}
