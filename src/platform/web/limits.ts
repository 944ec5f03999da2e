import type { Statements } from '#platform/database/sql.ts'
import { failure } from '#shared/failure.ts'

/**
 * Counts one more of something in a shared window and answers how many there were, this one included. In a transaction that is taken back,
 * it was not counted.
 */
export const countIn = async (sql: Statements, name: string, subject: string, windowSeconds: number): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    insert into limit_counter (name, subject, window_start, n)
    values (${name}, ${subject}, to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}) * ${windowSeconds}), 1)
    on conflict (name, subject, window_start) do update set n = limit_counter.n + 1
    returning n`
  return row?.n ?? 0
}

const PER_SESSION = 16
const PER_PROCESS = 200
/** Reports are shed before writes: a fifth of the places is kept for them. */
const PLACES_FOR_READS = PER_PROCESS * 0.8

/** How much is in flight in this process; nothing but load, so each process has its own. */
export class InFlight {
  #all = 0
  readonly #bySession = new Map<string, number>()

  /** Takes a place, or refuses with 503 and when to try again. The answer gives the place back. */
  enter(subject: string, isWrite: boolean): () => void {
    const mine = this.#bySession.get(subject) ?? 0
    if (mine >= PER_SESSION || this.#all >= (isWrite ? PER_PROCESS : PLACES_FOR_READS)) throw failure('Unavailable', {}, [], 1)
    this.#all += 1
    this.#bySession.set(subject, mine + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      this.#all -= 1
      const now = (this.#bySession.get(subject) ?? 1) - 1
      if (now > 0) this.#bySession.set(subject, now)
      else this.#bySession.delete(subject)
    }
  }
}
