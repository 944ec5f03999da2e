import { houseToken, type StagedToken, stagedToken } from '#integrations/house-token.adapter.ts'
import type { Database } from '#platform/database/database.ts'
import type { Statements } from '#platform/database/sql.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { type Asking, askForToken, missingOfTyro, TYRO_TOKENS } from './tyro-api.adapter.ts'

/** Asks Tyro with the token of the house. */
export const askingFor = (database: Database, settings: ProviderSettings, now: () => Date): Asking => {
  let own: string | undefined
  const looked = async (refused?: string): Promise<string> =>
    (await houseToken({ database, keys: settings.tokenKeys, now, refused }, TYRO_TOKENS, (at) => askForToken(settings, at))) ?? ''
  return {
    settings,
    token: async () => {
      own ??= await looked()
      return own
    },
    anotherToken: async () => {
      own = await looked(own)
      return own
    },
  }
}

/** The same for a call in stages; nothing where Tyro is not set up. */
export const stagedTyroToken = async (sql: Statements, settings: ProviderSettings, now: Date): Promise<StagedToken | undefined> =>
  missingOfTyro(settings).length > 0 ? undefined : stagedToken(sql, TYRO_TOKENS, { keys: settings.tokenKeys, now }, (at) => askForToken(settings, at))
