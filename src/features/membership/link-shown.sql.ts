import { invitationByLink } from '#platform/access/invitations.ts'
import type { Database } from '#platform/database/database.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import { offeredUserName } from './accept-with-password.sql.ts'
import { nameOnBooks, offerOf } from './invitations.sql.ts'
import type { membership } from './membership.contract.ts'
import { linkOwner } from './password-links.sql.ts'

/**
 * Whose a mailed link is and what it is for; looking does not use it up. An invitation is accepted as it is by whoever has a password.
 * @throws LinkNotValid
 */
export const linkShown = async ({ house, inVenue }: Database, token: string): Promise<AnswerOf<typeof membership.linkName>> => {
  const owner = await linkOwner(house, token)
  if (owner) return { Name: owner.displayName, UserName: owner.userName, Purpose: owner.purpose }
  const invitation = await invitationByLink(house, token)
  const { login, passwordOpen, venueId } = invitation ?? {}
  if (!invitation || venueId === undefined || !(passwordOpen || login?.hasPassword)) throw failure('LinkNotValid')
  return inVenue(venueId, async (sql) => ({
    Name: login?.displayName ?? (await nameOnBooks(sql, invitation)),
    UserName: login?.userName ?? (await offeredUserName(sql, invitation)),
    Purpose: login?.hasPassword ? 'accept' : 'invite',
    Offer: await offerOf(sql, invitation),
  }))
}
