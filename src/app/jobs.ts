import { closedDaysJob } from '#features/intake/closed-days.job.ts'
import { importCleanUpJob, importJob } from '#features/intake/import.job.ts'
import { reconcileJob } from '#features/intake/reconcile.job.ts'
import { accessMailJob } from '#features/membership/access-mail.job.ts'
import { membershipCleanUpJob } from '#features/membership/clean-up.job.ts'
import { passwordChangedMailJob } from '#features/membership/password-changed-mail.job.ts'
import { passwordMailJob } from '#features/membership/password-mail.job.ts'
import { cleanUpJob } from '#platform/clean-up.job.ts'
import type { JobImplementation } from '#platform/jobs.ts'

/** All work that is done later, one line each. */
export const jobs: readonly JobImplementation[] = [
  cleanUpJob,
  membershipCleanUpJob,
  passwordMailJob,
  passwordChangedMailJob,
  accessMailJob,
  closedDaysJob,
  reconcileJob,
  importJob,
  importCleanUpJob,
]
