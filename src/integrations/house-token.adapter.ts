import { endTurn, type GivenToken, keepToken, type TokenGiver, tokenOrTurn } from '#platform/access/house-tokens.ts'
import type { Database } from '#platform/database/database.ts'
import type { Statements } from '#platform/database/sql.ts'
import { ProviderTrouble } from './link-provider.adapter.ts'

const LOOK_AGAIN_MS = 250
const MOST_LOOKS = 60
const SPENT_SECONDS = 1800

interface Looking {
  database: Database
  keys: readonly Buffer[]
  now: () => Date
  /** A token that the provider does not take any more. */
  refused?: string | undefined
}

/**
 * The token of the house at a provider, which is kept for all processes and asked for by one of them; no transaction is open meanwhile.
 * @returns nothing where the house was to be connected first, and is not
 * @throws ProviderTrouble of whoever asks; busy where none may be asked for, or somebody else takes too long
 */
export const houseToken = async (looking: Looking, giver: TokenGiver, ask: (now: Date) => Promise<GivenToken>): Promise<string | undefined> => {
  const { database, keys, now, refused } = looking
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const at = now()
    const turn = await database.house.begin((sql) => tokenOrTurn(sql, giver, { keys, now: at, refused }))
    if (typeof turn === 'object') return turn.token
    if (turn === 'unconnected') return undefined
    if (turn === 'spent') throw new ProviderTrouble('busy', { retryAfterSeconds: SPENT_SECONDS })
    if (turn === 'ask') return await newToken(looking, giver, ask, at)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  throw new ProviderTrouble('busy')
}

const newToken = async ({ database, keys }: Looking, giver: TokenGiver, ask: (now: Date) => Promise<GivenToken>, at: Date): Promise<string> => {
  try {
    const given = await ask(at)
    await database.house.begin((sql) => keepToken(sql, giver, keys, given, at))
    return given.token
  } catch (error) {
    await database.house.begin((sql) => endTurn(sql, giver, at, mayCount(error)))
    throw error
  }
}

/** The token of the house for a call in stages: looked for in the first, asked for in the second where there is none, kept in the last. */
export interface StagedToken {
  /** @throws ProviderTrouble of the question; busy where somebody else is asking, or none may be asked for */
  token(now: Date): Promise<string>
  /** False where the house was to be connected first, and is not. */
  isConnected: boolean
  /** Keeps what was given out meanwhile; to be done though the call fails. */
  keep(sql: Statements): Promise<void>
}

export const stagedToken = async (
  sql: Statements,
  giver: TokenGiver,
  { keys, now }: { keys: readonly Buffer[]; now: Date },
  ask: (now: Date) => Promise<GivenToken>,
): Promise<StagedToken> => {
  const turn = await tokenOrTurn(sql, giver, { keys, now })
  let came: GivenToken | { mayCount: boolean } | undefined
  return {
    isConnected: turn !== 'unconnected',
    token: async (at) => {
      if (typeof turn === 'object') return turn.token
      if (came && 'token' in came) return came.token
      if (turn !== 'ask' || came) throw new ProviderTrouble('busy')
      try {
        const given = await ask(at)
        came = given
        return given.token
      } catch (error) {
        came = { mayCount: mayCount(error) }
        throw error
      }
    },
    keep: async (later) => {
      if (turn !== 'ask') return
      if (came && 'token' in came) await keepToken(later, giver, keys, came, now)
      else await endTurn(later, giver, now, came?.mayCount ?? false)
    },
  }
}

/** Whether a token may have been given out though none came. */
const mayCount = (error: unknown): boolean => !(error instanceof ProviderTrouble) || error.mayBeDone
