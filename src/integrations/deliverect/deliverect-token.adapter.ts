import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { providerToken } from '#platform/access/provider-tokens.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { missingForDeliverect, obtainToken } from './deliverect-api.adapter.ts'

/**
 * The installation's token for Deliverect, renewed where it has to be.
 * @param refused one that Deliverect does not take any more
 * @returns nothing where Deliverect is not set up, or Admin did not connect it
 * @throws ProviderTrouble that passes: no location can mend what the installation is refused
 */
export const deliverectToken = async (sql: Transaction, settings: ProviderSettings, now: Date, refused?: string): Promise<string | undefined> => {
  if (missingForDeliverect(settings).length > 0) return undefined
  const renew = () =>
    obtainToken(settings, now).catch((error: unknown) => {
      throw error instanceof ProviderTrouble ? new ProviderTrouble('silent', { retryAfterSeconds: error.retryAfterSeconds }) : error
    })
  return providerToken(sql, 'Deliverect', { keys: settings.tokenKeys, now, refused, renew })
}
