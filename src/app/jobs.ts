import { outsideCleanUpJob, outsideMailJob } from '#features/delivery/schedules/outside/outside-mail.job.ts'
import { scheduledMailJob } from '#features/delivery/schedules/scheduled-mail.job.ts'
import { schedulesDueJob } from '#features/delivery/schedules/schedules-due.job.ts'
import { cardImportJob } from '#features/imports/cards/card-import.job.ts'
import { importCleanUpJob, importJob } from '#features/imports/import.job.ts'
import { undoJob } from '#features/imports/undo/import-undo.job.ts'
import { reservationDaysJob } from '#features/intake/reservation-days.job.ts'
import { pointsBacklogJob } from '#features/ledger/backlog.job.ts'
import { reconcileLedgerJob } from '#features/ledger/reconcile-ledger.job.ts'
import { fraudDigestJob } from '#features/loyalty/fraud/fraud-digest.job.ts'
import { fraudRulesChangedJob } from '#features/loyalty/fraud/keep-found.job.ts'
import { fraudCasesJob } from '#features/loyalty/fraud/open-cases.job.ts'
import { accessMailJob } from '#features/membership/access-mail.job.ts'
import { addressMailJob } from '#features/membership/address-mail.job.ts'
import { membershipCleanUpJob } from '#features/membership/clean-up.job.ts'
import { invitationMailJob } from '#features/membership/invitation-mail.job.ts'
import { passwordChangedMailJob } from '#features/membership/password-changed-mail.job.ts'
import { passwordMailJob } from '#features/membership/password-mail.job.ts'
import { secondFactorMailJob } from '#features/membership/second-factor-mail.job.ts'
import { orderMailJob } from '#features/stock/reorders/order-mail.job.ts'
import { closedDaysJob } from '#features/sums/closed-days.job.ts'
import { reconcileJob } from '#features/sums/reconcile.job.ts'
import { locationHoursJob } from '#features/venues/location-hours.job.ts'
import { deliverectJobs } from '#integrations/deliverect/deliverect-sync.job.ts'
import { linkJobs } from '#integrations/link.job.ts'
import { linkTroubleMailJob } from '#integrations/link-mail.job.ts'
import { takeWaitingJob, takeWaitingNightly } from '#integrations/online-orders/take-waiting.job.ts'
import { shopifyComplianceJob } from '#integrations/shopify/shopify-compliance.job.ts'
import { tyroLookUpJob } from '#integrations/tyro/tyro-webhook.job.ts'
import { cleanUpJob } from '#platform/jobs/clean-up.job.ts'
import type { JobImplementation } from '#platform/jobs/jobs.ts'
import { implementations } from './operations.ts'
import { accountProviders } from './providers.ts'

/** All work that is done later, one line each. */
export const jobs: readonly JobImplementation[] = [
  cleanUpJob,
  membershipCleanUpJob,
  passwordMailJob,
  invitationMailJob,
  addressMailJob,
  passwordChangedMailJob,
  accessMailJob,
  secondFactorMailJob,
  closedDaysJob,
  reconcileJob,
  pointsBacklogJob,
  reconcileLedgerJob,
  reservationDaysJob,
  importJob,
  undoJob,
  cardImportJob,
  importCleanUpJob,
  locationHoursJob,
  fraudCasesJob,
  fraudRulesChangedJob,
  fraudDigestJob,
  schedulesDueJob,
  scheduledMailJob(() => implementations),
  outsideMailJob,
  outsideCleanUpJob,
  ...linkJobs(accountProviders),
  linkTroubleMailJob,
  orderMailJob,
  ...deliverectJobs,
  tyroLookUpJob,
  takeWaitingJob,
  takeWaitingNightly,
  shopifyComplianceJob,
]
