import type { Session } from '#platform/access/sessions.ts'

/** The way to somebody who listens. */
export interface Wire {
  /** The last event they had, where they listened before. */
  lastEventId: string | undefined
  send(event: Buffer): void
  end(): void
}

/** What a call may answer instead of JSON: events, for as long as the caller listens and their session lives. */
export class EventStream<T> {
  /** What each event holds; nothing is ever there. */
  declare readonly holds: T
  readonly session: Session
  /** Begins to send; what it answers ends that. */
  readonly join: (wire: Wire) => () => void

  constructor(session: Session, join: (wire: Wire) => () => void) {
    this.session = session
    this.join = join
  }
}

/** An event as it goes over the wire; the same bytes for all who are told the same. @param json without a line break, as JSON.stringify writes it */
export const eventBytes = (id: string, json: string): Buffer => Buffer.from(`id: ${id}\ndata: ${json}\n\n`)
