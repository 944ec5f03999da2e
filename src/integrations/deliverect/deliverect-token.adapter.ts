import { houseToken, type StagedToken, stagedToken } from '#integrations/house-token.adapter.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import type { TokenGiver } from '#platform/access/house-tokens.ts'
import type { Database } from '#platform/database/database.ts'
import type { Statements } from '#platform/database/sql.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { missingForDeliverect, obtainToken } from './deliverect-api.adapter.ts'

/** Admin connects the house to Deliverect, and its token serves all venues. */
export const DELIVERECT_TOKENS: TokenGiver = { provider: 'Deliverect', isConnectedFirst: true }

/**
 * The installation's token for Deliverect, renewed where it has to be.
 * @param refused one that Deliverect does not take any more
 * @returns nothing where Deliverect is not set up, or Admin did not connect it
 * @throws ProviderTrouble that passes: no location can mend what the installation is refused
 */
export const deliverectToken = async (
  { database, settings, now }: { database: Database; settings: ProviderSettings; now: () => Date },
  refused?: string,
): Promise<string | undefined> => {
  if (missingForDeliverect(settings).length > 0) return undefined
  try {
    return await houseToken({ database, keys: settings.tokenKeys, now, refused }, DELIVERECT_TOKENS, (at) => obtainToken(settings, at))
  } catch (error) {
    throw error instanceof ProviderTrouble ? new ProviderTrouble('silent', { retryAfterSeconds: error.retryAfterSeconds }) : error
  }
}

/** The same for a call in stages; nothing where Deliverect is not set up, or Admin did not connect it. */
export const stagedDeliverectToken = async (sql: Statements, settings: ProviderSettings, now: Date): Promise<StagedToken | undefined> => {
  if (missingForDeliverect(settings).length > 0) return undefined
  const staged = await stagedToken(sql, DELIVERECT_TOKENS, { keys: settings.tokenKeys, now }, (at) => obtainToken(settings, at))
  return staged.isConnected ? staged : undefined
}
