import { forgetOldInvitations } from '#platform/access/invitations.ts'
import { forgetOldAddresses } from '#platform/access/new-address.ts'
import { implementPeriodic } from '#platform/jobs/jobs.ts'
import { forgetOldLinks } from './password-links.sql.ts'

/** Every night: links and invitations that are over, and browsers not seen for as long as their cookie lives. */
export const membershipCleanUpJob = implementPeriodic('long', 'membership-clean-up', '25 18 * * *', async ({ service: { database } }) => {
  await forgetOldLinks(database.house)
  await forgetOldInvitations(database.house)
  await forgetOldAddresses(database.house)
})
