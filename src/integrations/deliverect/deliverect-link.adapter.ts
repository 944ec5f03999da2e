import type { AccountProvider } from '#integrations/link-provider.adapter.ts'
import { syncDeliverect } from './deliverect-sync.job.ts'

/** Deliverect: orders of the channels that sell for a location. A location is linked by naming it; the token is the installation's. */
export const deliverect: AccountProvider = {
  name: 'Deliverect',
  // Orders are taken in whether or not Deliverect can be asked anything.
  missing: () => [],
  // Nothing at Deliverect belongs to one link.
  revoke: async () => undefined,
  isReadHourly: true,
  sync: syncDeliverect,
}
