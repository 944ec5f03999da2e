import { createHash } from 'node:crypto'

/** An audit row as it is hashed: every column, as text that the database writes the same way whenever it is asked. */
export interface SealedEvent {
  event_id: string
  /** UTC, to the microsecond. */
  at: string
  actor_user_id: number | null
  on_behalf_of_user_id: number | null
  session_id: string | null
  action: string
  subject: string
  /** jsonb as text: keys in the database's own order. */
  detail: string
  ip: string | null
}

/** A link of the chain. */
interface Seal {
  seq: number
  eventId: string
  hash: Buffer
}

/** What comes before the first seal of a venue. */
export const BEGINNING = Buffer.alloc(32)

/** SHA-256 over the hash before it and the row; a venue's number is in it, so that no row can stand for one of another venue. */
export const sealOf = (before: Buffer, venueId: number, event: SealedEvent): Buffer =>
  createHash('sha256').update(before).update(canonical(venueId, event)).digest()

/** JSON of a list, which parts its members beyond doubt. */
const canonical = (venueId: number, event: SealedEvent): string =>
  JSON.stringify([
    venueId,
    event.event_id,
    event.at,
    event.actor_user_id,
    event.on_behalf_of_user_id,
    event.session_id,
    event.action,
    event.subject,
    event.detail,
    event.ip,
  ])

/** What is wrong with a trail. `seq` counts the venue's seals from 1. */
export type AuditFault =
  | { kind: 'changed'; seq: number; eventId: string }
  | { kind: 'removed'; seq: number; eventId: string }
  | { kind: 'swapped'; seq: number; eventId: string; otherSeq: number; otherEventId: string }
  /** A row that came later than the time it bears: rows more than an hour younger were sealed before it. */
  | { kind: 'added'; eventId: string; seq?: number }
  /** Seals are missing, with their rows or without. */
  | { kind: 'unsealed'; seq: number; toSeq: number }
  /** A copy of the head knows more, or something else, than the chain holds. */
  | { kind: 'cut'; seq: number; copiedSeq: number; copiedAt: string }

/** How far a chain goes. */
export interface Head {
  seq: number
  hash: Buffer
}

interface Mismatch {
  seal: Seal
  before: Buffer
  event: SealedEvent
}

/** Rows sealed later than others may be this much older than them: transactions end in another order than they began. */
const LATE_MS = 3_600_000
const MOST_PAIRED = 200

/** Walks the chain of a venue, seal by seal, and notes what does not fit. */
export class ChainWalk {
  readonly #venueId: number
  readonly #mismatches: Mismatch[] = []
  readonly #faults: AuditFault[] = []
  #newestMs = 0
  /** Whether the hash before the next seal is known. */
  #isBroken = false
  head: Head

  /** @param from a head that is known to be right; the beginning by default */
  constructor(venueId: number, from: Head = { seq: 0, hash: BEGINNING }) {
    this.#venueId = venueId
    this.head = from
  }

  /** The next seal, in order, with its row if it is there. */
  take(seal: Seal, event: SealedEvent | undefined): void {
    if (seal.seq !== this.head.seq + 1) {
      this.#faults.push({ kind: 'unsealed', seq: this.head.seq + 1, toSeq: seal.seq - 1 })
      this.#isBroken = true
    }
    if (!event) this.#faults.push({ kind: 'removed', seq: seal.seq, eventId: seal.eventId })
    else if (!this.#isBroken && !sealOf(this.head.hash, this.#venueId, event).equals(seal.hash)) this.#mismatches.push({ seal, before: this.head.hash, event })
    else if (this.isLate(event.at)) this.#faults.push({ kind: 'added', eventId: seal.eventId, seq: seal.seq })
    if (event && !this.isLate(event.at)) this.#newestMs = Math.max(this.#newestMs, Date.parse(event.at))
    this.#isBroken = false
    this.head = { seq: seal.seq, hash: seal.hash }
  }

  /** A row without a seal: sealed within seconds, unless it is one that somebody put between the others. */
  takeUnsealed(event: Pick<SealedEvent, 'event_id' | 'at'>): void {
    if (this.isLate(event.at)) this.#faults.push({ kind: 'added', eventId: event.event_id })
  }

  private isLate(at: string): boolean {
    return Date.parse(at) < this.#newestMs - LATE_MS
  }

  /** Everything that was found, in the order of the chain. */
  faults(): AuditFault[] {
    return [...this.#faults, ...this.#changes()].sort((a, b) => (a.seq ?? Number.MAX_SAFE_INTEGER) - (b.seq ?? Number.MAX_SAFE_INTEGER))
  }

  /** Two rows that would fit in each other's place were swapped; any other that does not fit was changed. */
  #changes(): AuditFault[] {
    const left = [...this.#mismatches]
    const faults: AuditFault[] = []
    for (let one = left.shift(); one; one = left.shift()) {
      const { seal } = one
      const at = left.slice(0, MOST_PAIRED).findIndex((other) => this.#fits(one as Mismatch, other) || this.#fits(other, one as Mismatch))
      const [other] = at < 0 ? [] : left.splice(at, 1)
      if (other) faults.push({ kind: 'swapped', seq: seal.seq, eventId: seal.eventId, otherSeq: other.seal.seq, otherEventId: other.seal.eventId })
      else faults.push({ kind: 'changed', seq: seal.seq, eventId: seal.eventId })
    }
    return faults
  }

  /** Whether the content of the other row is what was sealed here, under its own id or under this one's. */
  #fits({ seal, before, event }: Mismatch, other: Mismatch): boolean {
    const asItIs = sealOf(before, this.#venueId, other.event)
    const asThisOne = sealOf(before, this.#venueId, { ...other.event, event_id: event.event_id })
    return asItIs.equals(seal.hash) || asThisOne.equals(seal.hash)
  }
}

/** A fault in a sentence. */
export const faultInWords = (fault: AuditFault): string => {
  if (fault.kind === 'changed') return `Row ${fault.eventId} was changed after it was sealed as number ${fault.seq}.`
  if (fault.kind === 'removed') return `Row ${fault.eventId}, sealed as number ${fault.seq}, was removed.`
  if (fault.kind === 'swapped') return `Rows ${fault.eventId} (number ${fault.seq}) and ${fault.otherEventId} (number ${fault.otherSeq}) were swapped.`
  if (fault.kind === 'added') return `Row ${fault.eventId} was added later, long after its own time${fault.seq ? ` (number ${fault.seq})` : ''}.`
  if (fault.kind === 'unsealed')
    return fault.seq === fault.toSeq ? `Seal number ${fault.seq} is missing.` : `Seals number ${fault.seq} to ${fault.toSeq} are missing.`
  return fault.seq < fault.copiedSeq
    ? `Rows at the end are missing: the trail ends at number ${fault.seq}, but the head copied on ${fault.copiedAt} was number ${fault.copiedSeq}.`
    : `Number ${fault.copiedSeq} differs from the copy of ${fault.copiedAt}: the trail was rewritten.`
}
