import type { AccountProvider } from '#integrations/link-provider.adapter.ts'
import { missingOfTyro } from './tyro-api.adapter.ts'
import { syncTyro } from './tyro-sync.job.ts'

/** Tyro: card terminals. A location is linked by naming its merchant id; the token is the house's. */
export const tyro: AccountProvider = {
  name: 'Tyro',
  missing: missingOfTyro,
  // The merchant withdraws what they allowed at Tyro; it has no call for it.
  revoke: async () => undefined,
  isReadHourly: true,
  sync: syncTyro,
}
