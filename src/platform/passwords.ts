import { hash, verify } from '@node-rs/argon2'
import { failure } from '#shared/failure.ts'
import { newSecret } from './secrets.ts'

/** OWASP's least for argon2id: 19 MiB, two passes. 20 sign-ins at once must not take the machine's memory. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`

const AT_ONCE = 2
const WAITING = 50

/**
 * Lets a few pieces of costly work run at once and a few more wait.
 * @throws Unavailable when too many wait already
 */
export class Turnstile {
  #inside = 0
  readonly #waiting: (() => void)[] = []
  readonly #atOnce: number
  readonly #most: number

  constructor(atOnce: number, waiting: number) {
    this.#atOnce = atOnce
    this.#most = waiting
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#atOnce) this.#inside += 1
    else if (this.#waiting.length < this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else throw failure('Unavailable', {}, [], 2)
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inside -= 1
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
export const isPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const dummy = await hashOfNobody()
  const matches = await turnstile.pass(() => verify(stored ?? dummy, Buffer.from(password)))
  return matches && typeof stored === 'string'
}

/** Whether a hash was made with other parameters than today's; it is made anew at the next sign-in. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(CURRENT)
