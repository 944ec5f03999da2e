import type { Session } from './sessions.ts'

/** A session that was let into its venue before, and what its Token stands for as long as it lives. */
export interface CachedSession extends Pick<Session, 'sessionId' | 'userId' | 'userName'> {
  tokenHash: Buffer
  venueId: number
  employeeId: number
}

interface Counted {
  /** Requests of this minute that every process knows of. */
  reported: number
  /** Requests that only this process knows of. */
  unreported: number
  reportedAt: number
}

interface CountedSession extends CachedSession {
  byKind: Map<string, Counted>
}

const MOST_CACHED = 10_000
const REPORT_AFTER_MS = 2_000
/** How much of an allowance one process may let through beyond it. */
const STEPS = 30

/**
 * The sessions this process has cached, so that a read by somebody who has just read costs a question and a write less. What a Token stands
 * for never changes; whether it still holds is asked in the transaction of every request (`readSession`). Requests are counted here and
 * reported to all processes every two seconds, or whenever a thirtieth of the allowance is unreported.
 */
export class CachedSessions {
  readonly #cached = new Map<string, CountedSession>()

  /**
   * Counts a request here, if it may be.
   * @param most requests of this kind in a minute
   * @returns nothing where the house has to be asked: for a session not cached yet, a count to be reported, or an allowance used up
   */
  countHere(tokenHash: Buffer, kind: string, most: number): CachedSession | undefined {
    const cached = this.#cached.get(nameOf(tokenHash))
    const counted = cached?.byKind.get(kind)
    if (!counted || performance.now() - counted.reportedAt >= REPORT_AFTER_MS) return undefined
    if (counted.unreported + 1 >= Math.floor(most / STEPS) || counted.reported + counted.unreported >= most) return undefined
    counted.unreported += 1
    return cached
  }

  /** Takes what is unreported, to be reported together with the request at hand; what could not be reported is given back. */
  takeUnreported(tokenHash: Buffer, kind: string): number {
    const counted = this.#cached.get(nameOf(tokenHash))?.byKind.get(kind)
    if (!counted) return 0
    const { unreported } = counted
    counted.unreported = 0
    return unreported
  }

  giveBack(tokenHash: Buffer, kind: string, unreported: number): void {
    const counted = this.#cached.get(nameOf(tokenHash))?.byKind.get(kind)
    if (counted) counted.unreported += unreported
  }

  /** Remembers a session that was let in by its Token, with how many requests all processes know of. */
  remember(tokenHash: Buffer, kind: string, session: Session): void {
    const { sessionId, userId, userName, venueId, employeeId } = session
    // Admin, and whoever acts as somebody else, go the long way: they are few, and more is to be asked of them.
    if (venueId === null || employeeId === null || session.isAdmin || session.impersonator) return
    const name = nameOf(tokenHash)
    const byKind = this.#cached.get(name)?.byKind ?? new Map<string, Counted>()
    const unreported = byKind.get(kind)?.unreported ?? 0
    byKind.set(kind, { reported: session.requestsThisMinute, unreported, reportedAt: performance.now() })
    if (this.#cached.size >= MOST_CACHED) this.#cached.clear()
    this.#cached.set(name, { tokenHash, sessionId, userId, userName, venueId, employeeId, byKind })
  }
}

const nameOf = (tokenHash: Buffer): string => tokenHash.toString('base64')
