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

const MINUTE_MS = 60_000
/** Networks that are told apart in a minute; whoever comes after them shares one count, so that many addresses do not fill the memory. */
const MOST_NETWORKS = 50_000
const OTHERS = 'others'

/** Counts public calls by network and minute, in this process alone: for calls that are answered from memory, where a shared count would cost more. */
export class CallsByNetwork {
  readonly #most: number
  readonly #mostNetworks: number
  #minute = 0
  #counts = new Map<string, number>()

  constructor(mostPerMinute: number, mostNetworks = MOST_NETWORKS) {
    this.#most = mostPerMinute
    this.#mostNetworks = mostNetworks
  }

  /** @throws TooManyRequests, with when the minute is over */
  count(network: string, now = performance.now()): void {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts = new Map()
    }
    const subject = this.#counts.has(network) || this.#counts.size < this.#mostNetworks ? network : OTHERS
    const count = (this.#counts.get(subject) ?? 0) + 1
    this.#counts.set(subject, count)
    if (count > this.#most) throw failure('TooManyRequests', {}, [], Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000))
  }
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
