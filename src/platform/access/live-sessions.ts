import type { Sql } from '#platform/database/pool.ts'
import { isLive } from './sessions.ts'

/** What a session was let in by. */
export interface SessionInUse {
  sessionId: string
  /** A wall screen has none. */
  tokenHash: Buffer | null
  companionHash: Buffer | null
}

/** Which sessions are live this very moment, with the Token and the companion cookie they were let in by: asked for many in one question. */
export const stillLive = async (house: Sql, inUse: readonly SessionInUse[]): Promise<(session: SessionInUse) => boolean> => {
  const rows = await house<{ session_id: string; token_hash: Buffer | null; companion_hash: Buffer | null }[]>`
    select s.session_id, s.token_hash, s.companion_hash from session s left join session i on i.session_id = s.impersonator_session_id
    where s.session_id = any(${[...new Set(inUse.map(({ sessionId }) => sessionId))]}::text[]) and ${isLive(house)}`
  const live = new Map(rows.map((row) => [row.session_id, row]))
  return ({ sessionId, tokenHash, companionHash }) => {
    const row = live.get(sessionId)
    return row !== undefined && isSame(row.token_hash, tokenHash) && isSame(row.companion_hash, companionHash)
  }
}

const isSame = (a: Buffer | null, b: Buffer | null): boolean => (a === null || b === null ? a === b : a.equals(b))
