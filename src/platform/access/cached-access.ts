import type { Session } from './sessions.ts'
import type { PersonAccess } from './venue-scope.ts'

/** What a session was and what its employee could do and see, as read in the transaction of a read of theirs. */
export interface CachedAccess {
  session: Session
  access: PersonAccess
  /** All of it that an answer may depend on, to be compared. */
  text: string
  /** When it was read, in milliseconds on a clock that nobody sets. */
  readAt: number
}

/** @param session read in the same transaction as the access */
export const cacheAccess = (session: Session, access: PersonAccess): CachedAccess => {
  const { sessionId, userId, userName, displayName, isAdmin, venueId, employeeId, impersonator } = session
  const { at, ...rest } = access
  const text = JSON.stringify([sessionId, userId, userName, displayName, isAdmin, venueId, employeeId, impersonator, rest])
  return { session, access, text, readAt: performance.now() }
}

/** What the database's clock says by now. */
export const nowBy = ({ access, readAt }: CachedAccess): Date => new Date(access.at.getTime() + performance.now() - readAt)

/** How far from the database's clock a report may have taken its time to be. */
const APART_MS = 1_000

/** Whether a time is what the database's clock said as the access was read. */
export const isNear = (time: Date, { access }: CachedAccess): boolean => Math.abs(time.getTime() - access.at.getTime()) <= APART_MS
