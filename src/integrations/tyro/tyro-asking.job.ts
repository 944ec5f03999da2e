import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { endTurn, forgetToken, keepToken, tokenOrTurn } from '#platform/access/house-tokens.ts'
import type { Database } from '#platform/database/database.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { type Asking, askForToken, TYRO_TOKENS } from './tyro-api.adapter.ts'

const LOOK_AGAIN_MS = 250
const MOST_LOOKS = 60
const SPENT_SECONDS = 1800

/** Asks Tyro with the token of the house, which is kept for all processes and asked for by one of them. */
export const askingFor = (database: Database, settings: ProviderSettings, now: () => Date): Asking => {
  let own: string | undefined
  const token = async (): Promise<string> => {
    own ??= await tokenKept(database, settings, now)
    return own
  }
  return {
    settings,
    token,
    anotherToken: async () => {
      own = undefined
      await database.house.begin((sql) => forgetToken(sql, TYRO_TOKENS))
      return token()
    },
  }
}

const tokenKept = async ({ house }: Database, settings: ProviderSettings, now: () => Date): Promise<string> => {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const at = now()
    const turn = await house.begin((sql) => tokenOrTurn(sql, TYRO_TOKENS, settings.tokenKeys, at))
    if (typeof turn === 'object') return turn.token
    if (turn === 'spent') throw new ProviderTrouble('busy', { retryAfterSeconds: SPENT_SECONDS })
    if (turn === 'ask') return await newToken(house, settings, at)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  throw new ProviderTrouble('busy')
}

const newToken = async (house: Database['house'], settings: ProviderSettings, at: Date): Promise<string> => {
  try {
    const { token, seconds } = await askForToken(settings)
    await house.begin((sql) => keepToken(sql, TYRO_TOKENS, settings.tokenKeys, token, new Date(at.getTime() + seconds * 1000)))
    return token
  } catch (error) {
    await house.begin((sql) => endTurn(sql, TYRO_TOKENS, at, !(error instanceof ProviderTrouble) || error.mayBeDone))
    throw error
  }
}
