import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'

/** Longer than this nobody waits with an account in hand: the reading goes on later. */
const LONGEST_WAIT_SECONDS = 15

interface Told {
  requestedQueryCost: number
  throttleStatus: { currentlyAvailable: number; restoreRate: number }
}

/** How fast a shop may be asked: it gives points by the second, and each question costs what it cost the last time. */
export class Pace {
  readonly mostTries = 3
  readonly #costs = new Map<string, number>()
  #available = Number.POSITIVE_INFINITY
  #restoreRate = 100
  #at = 0

  /** What a shop told with an answer. */
  note(question: string, { requestedQueryCost, throttleStatus }: Told): void {
    this.#costs.set(question, requestedQueryCost)
    this.#available = throttleStatus.currentlyAvailable
    this.#restoreRate = Math.max(throttleStatus.restoreRate, 1)
    this.#at = performance.now()
  }

  /** In how many seconds there are points enough for a question. */
  secondsFor(question: string): number {
    const now = this.#available + ((performance.now() - this.#at) / 1000) * this.#restoreRate
    return Math.max(0, ((this.#costs.get(question) ?? 0) - now) / this.#restoreRate)
  }

  /** @throws ProviderTrouble where it would be too long */
  async wait(question: string): Promise<void> {
    const seconds = this.secondsFor(question)
    if (seconds > LONGEST_WAIT_SECONDS) throw new ProviderTrouble('busy', { retryAfterSeconds: Math.ceil(seconds) })
    if (seconds > 0) await sleep(seconds * 1000)
  }
}
