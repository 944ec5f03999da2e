import type { Transaction } from '#platform/database/pool.ts'
import type { HouseScope } from '#platform/web/implement.ts'
import type { Failure } from '#shared/failure.ts'
import type { Session } from './sessions.ts'
import type { SupplierCaller } from './supplier-keys.ts'
import type { VenueScope } from './venue-scope.ts'

/** What the transaction hands to the handler. */
export interface Opened {
  /** Absent for public calls, which open their own transactions after the slow work of hashing. */
  sql: Transaction | undefined
  venue: VenueScope | undefined
  house: HouseScope | undefined
  session: Session | undefined
  /** Who calls by a supplier's key. */
  supplier?: SupplierCaller
  /** For public calls: who is signed in, checked as elsewhere. */
  signedIn?: () => Promise<Session>
  /** For public calls: who acts as somebody else, also when the time for it is over. */
  acting?: () => Promise<Session>
}

/** Someone let in: what their work counts against, and the one transaction it runs in. */
export interface Admitted {
  /** Whose requests in flight are counted together. */
  subject: string
  /** Under whose name idempotency keys are kept. */
  principal: string
  venueId: number
  /** Whether answers are kept under an Idempotency-Key. Never where the answer is a credential. */
  keepsAnswers: boolean
  /** What of an answer this caller is given; all of it where it is not said. */
  shown?: ((answer: never) => unknown) | undefined
  /** How many rows an answer of this caller's may have; as many as the operation gives where it is not said. */
  mostRows?: number | undefined
  inTransaction<T>(work: (opened: Opened) => Promise<T>): Promise<T>
  /** Leaves an audit row where someone known was refused; after their transaction, which took everything back. */
  noteRefusal(refused: Failure): Promise<void>
}
