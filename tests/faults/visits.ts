import { setTimeout as sleep } from 'node:timers/promises'
import { signedIn } from '../visitor.ts'

const EVERY_MS = 2000

/** Somebody who signs in, opens the venue and sometimes signs out, over and over, and begins anew where they were cut off. */
export class Visits {
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()

  start(url: () => string): void {
    this.#running = this.#visit(url)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #visit(url: () => string): Promise<void> {
    for (let time = 0; !this.#stop.signal.aborted; time += 1) {
      // Not the readers' user: a person keeps five sessions, and the oldest ends.
      const visitor = await signedIn(url(), 'staff', 'harbour-and-vine').catch(() => undefined)
      if (visitor && time % 2 === 0) await visitor.call('POST', '/auth/logout').catch(() => undefined)
      await sleep(EVERY_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined)
    }
  }
}
