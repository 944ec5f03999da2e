import { implementPeriodic } from '#platform/jobs.ts'
import { forgetOldLinks } from './password-links.sql.ts'

/** Every night: links that are over, and browsers not seen for as long as their cookie lives. */
export const membershipCleanUpJob = implementPeriodic('membership-clean-up', '25 18 * * *', ({ service }) => forgetOldLinks(service.database.house))
