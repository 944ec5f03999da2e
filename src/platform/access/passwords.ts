import { hash, verify } from '@node-rs/argon2'
import { failure } from '#shared/failure.ts'
import { newSecret } from './secrets.ts'

/** OWASP's least for argon2id: 19 MiB, two passes. 20 sign-ins at once must not take the machine's memory. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

const AT_ONCE = 2
const WAITING = 50

/** Who waits for a hash: somebody known by a session, a mailed link or their browser, or anybody who knocks. */
export type Lane = 'known' | 'stranger'

/**
 * Lets a few pieces of costly work run at once and a few more wait. Those known go first, and strangers never have the last place: their
 * work is followed by a pause as long as it took, so that however many knock, most of the machine is left to everybody else.
 * @throws Unavailable when too many of the same kind wait already
 */
export class Turnstile {
  #inside = 0
  /** Inside or in the pause after it. */
  #strangers = 0
  readonly #waiting: Record<Lane, (() => void)[]> = { known: [], stranger: [] }
  readonly #atOnce: number
  readonly #most: number

  constructor(atOnce: number, waiting: number) {
    this.#atOnce = atOnce
    this.#most = waiting
  }

  async pass<T>(work: () => Promise<T>, lane: Lane = 'known'): Promise<T> {
    if (this.#isFree(lane)) this.#enter(lane)
    else if (this.#waiting[lane].length < this.#most) await new Promise<void>((resolve) => this.#waiting[lane].push(resolve))
    else throw failure('Unavailable', {}, [], 2)
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.#leave(lane, performance.now() - began)
    }
  }

  #isFree(lane: Lane): boolean {
    return this.#inside < this.#atOnce && (lane === 'known' || this.#strangers < Math.max(1, this.#atOnce - 1))
  }

  #enter(lane: Lane) {
    this.#inside += 1
    if (lane === 'stranger') this.#strangers += 1
  }

  #leave(lane: Lane, tookMs: number) {
    this.#inside -= 1
    if (lane === 'stranger')
      setTimeout(() => {
        this.#strangers -= 1
        this.#letIn()
      }, tookMs)
    this.#letIn()
  }

  #letIn() {
    for (const lane of ['known', 'stranger'] as const) {
      while (this.#waiting[lane].length > 0 && this.#isFree(lane)) {
        this.#enter(lane)
        this.#waiting[lane].shift()?.()
      }
    }
  }
}

/** One for the process: memory and processors are the process's. */
const turnstile = new Turnstile(AT_ONCE, WAITING)

/** The password as it rests in the database: argon2id over its exact bytes. */
export const hashPassword = (password: string): Promise<string> => turnstile.pass(() => hash(Buffer.from(password), PARAMETERS))

let nobodys: Promise<string> | undefined

const hashOfNobody = (): Promise<string> => {
  nobodys ??= hash(newSecret(), PARAMETERS)
  return nobodys
}

/** Whether this is the password. Where there is none to compare with, a real hash of nobody's is compared, so that it takes as long. */
export const isPassword = async (stored: string | null | undefined, password: string, lane: Lane = 'known'): Promise<boolean> => {
  const dummy = await hashOfNobody()
  const matches = await turnstile.pass(() => verify(stored ?? dummy, Buffer.from(password)), lane)
  return matches && typeof stored === 'string'
}

/** Whether a hash was made with other parameters than today's; it is made anew at the next sign-in. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(CURRENT)
