import { forgetOld } from './clean-up.sql.ts'
import { implementPeriodic } from './jobs.ts'

/** Every night, when few venues sell. */
export const cleanUpJob = implementPeriodic('long', 'clean-up', '20 18 * * *', ({ service, log }) => forgetOld(service.database, log))
