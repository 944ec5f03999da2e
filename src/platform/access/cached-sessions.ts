import type { CachedAccess } from './cached-access.ts'
import type { Session } from './sessions.ts'

/** A session that was let into its venue before, and what its Token stands for as long as it lives. */
export interface CachedSession extends Pick<Session, 'sessionId' | 'userId' | 'userName'> {
  tokenHash: Buffer
  venueId: number
  employeeId: number
}

interface Counted {
  /** Requests of this minute that every process knows of. */
  told: number
  /** Requests that only this process knows of. */
  untold: number
  toldAt: number
}

interface Met extends CachedSession {
  byKind: Map<string, Counted>
}

const MOST_MET = 10_000
/** What people may do is kilobytes each. */
const MOST_EXPECTED = 500
const TELL_AFTER_MS = 2_000
/** How much of an allowance one process may let through beyond it. */
const STEPS = 30

/**
 * The sessions this process has met, so that a read by somebody who has just read costs a question and a write less. What a Token stands
 * for never changes; whether it still holds is asked in the transaction of every request (`readSession`). Requests are counted here and
 * told to all processes every two seconds, or whenever a thirtieth of the allowance is untold.
 */
export class CachedSessions {
  readonly #met = new Map<string, Met>()
  readonly #expected = new Map<string, CachedAccess>()

  /**
   * Counts a request here, if it may be.
   * @param most requests of this kind in a minute
   * @returns nothing where the house has to be asked: for a session not met yet, a count to be told, or an allowance used up
   */
  countHere(tokenHash: Buffer, kind: string, most: number): CachedSession | undefined {
    const met = this.#met.get(nameOf(tokenHash))
    const counted = met?.byKind.get(kind)
    if (!counted || performance.now() - counted.toldAt >= TELL_AFTER_MS) return undefined
    if (counted.untold + 1 >= Math.floor(most / STEPS) || counted.told + counted.untold >= most) return undefined
    counted.untold += 1
    return met
  }

  /** What a session may do as far as is known: to be found the same before anything leaves that was done by it. */
  expected(tokenHash: Buffer): CachedAccess | undefined {
    return this.#expected.get(nameOf(tokenHash))
  }

  /** @param access as it was read; undefined where nothing is to be expected any more */
  expect(tokenHash: Buffer, access: CachedAccess | undefined): void {
    const name = nameOf(tokenHash)
    if (!access) {
      this.#expected.delete(name)
      return
    }
    if (this.#expected.size >= MOST_EXPECTED) this.#expected.clear()
    this.#expected.set(name, access)
  }

  /** Takes what is untold, to be told together with the request at hand; what could not be told is given back. */
  takeUntold(tokenHash: Buffer, kind: string): number {
    const counted = this.#met.get(nameOf(tokenHash))?.byKind.get(kind)
    if (!counted) return 0
    const { untold } = counted
    counted.untold = 0
    return untold
  }

  giveBack(tokenHash: Buffer, kind: string, untold: number): void {
    const counted = this.#met.get(nameOf(tokenHash))?.byKind.get(kind)
    if (counted) counted.untold += untold
  }

  /** Remembers a session that was let in by its Token, with how many requests all processes know of. */
  meet(tokenHash: Buffer, kind: string, session: Session): void {
    const { sessionId, userId, userName, venueId, employeeId } = session
    // Admin, and whoever acts as somebody else, go the long way: they are few, and more is to be asked of them.
    if (venueId === null || employeeId === null || session.isAdmin || session.impersonator) return
    const name = nameOf(tokenHash)
    const byKind = this.#met.get(name)?.byKind ?? new Map<string, Counted>()
    const untold = byKind.get(kind)?.untold ?? 0
    byKind.set(kind, { told: session.requestsThisMinute, untold, toldAt: performance.now() })
    if (this.#met.size >= MOST_MET) this.#met.clear()
    this.#met.set(name, { tokenHash, sessionId, userId, userName, venueId, employeeId, byKind })
  }
}

const nameOf = (tokenHash: Buffer): string => tokenHash.toString('base64')
