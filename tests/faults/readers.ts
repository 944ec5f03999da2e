import { setTimeout as sleep } from 'node:timers/promises'
import { randomFor } from '#db/demo/random.ts'
import { addDays } from '#shared/day.ts'

/** People who read reports whatever happens, and what they were told. */
export class Readers {
  readonly answers = new Map<string, number>()
  readonly wrong: string[] = []
  readonly latencies: number[] = []
  readonly #stop = new AbortController()
  #running: Promise<void>[] = []
  slowest = 0
  readonly #isCut: (status: number) => boolean

  constructor(isCut: (status: number) => boolean = () => false) {
    this.#isCut = isCut
  }

  start(url: () => string, credential: string, count: number, perSecond: number, seed: number): void {
    this.#running = Array.from({ length: count }, (_, reader) => this.#read(url, credential, `reader ${reader}`, (1000 * count) / perSecond, seed))
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running)
  }

  async #read(url: () => string, credential: string, name: string, everyMs: number, seed: number): Promise<void> {
    const random = randomFor(seed, name)
    while (!this.#stop.signal.aborted) {
      const startedAt = performance.now()
      const to = addDays(new Date().toISOString().slice(0, 10), -Math.floor(random.next() * 200))
      const from = addDays(to, -Math.floor(random.next() * 30))
      try {
        const answer = await fetch(`${url()}/api/sales/day?FromDate=${from}&ToDate=${to}`, { headers: { authorization: credential } })
        const text = await answer.text()
        this.#count(String(answer.status))
        if (answer.status === 503 || answer.status === 429) {
          if (!answer.headers.get('retry-after')) this.wrong.push(`${answer.status} without Retry-After`)
        } else if (answer.status !== 200 && !this.#isCut(answer.status)) this.wrong.push(`${answer.status} ${text.slice(0, 200)}`)
        else if (answer.status === 200) this.latencies.push(performance.now() - startedAt)
      } catch {
        this.#count('cut')
      }
      const took = performance.now() - startedAt
      this.slowest = Math.max(this.slowest, took)
      await sleep(Math.max(1, everyMs - took))
    }
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}
