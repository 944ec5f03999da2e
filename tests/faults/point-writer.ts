import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Something asked about points, and by how much it changes each card where it is done. */
export interface Move {
  path: string
  body: object
  changes: readonly (readonly [card: string, by: number])[]
}

const PATIENCE_MS = 120_000
const ANSWER_MS = 10_000

/**
 * Somebody who moves points on whatever happens to the server: what is cut off or refused for now is asked again under its key until it is
 * answered. What they were told is the judge of what cards must hold.
 */
export class PointWriter {
  /** By which each card was changed, as far as it was told. */
  readonly changed = new Map<string, number>()
  readonly answers = new Map<string, number>()
  /** What nobody should ever be told. */
  readonly wrong: string[] = []
  moved = 0
  inFlight = 0
  readonly #url: () => string
  readonly #credential: string
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(url: () => string, credential: string) {
    this.#url = url
    this.#credential = credential
  }

  /** @param next what to ask next @param told whether it was done */
  start(next: () => Move, told: (move: Move, isDone: boolean) => void = () => undefined): void {
    this.#running = this.#write(next, told)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  /** @returns whether it was done; a move that would take more than a card has is not */
  async move(move: Move): Promise<boolean> {
    const key = randomUUID()
    this.inFlight += 1
    try {
      for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(20 + Math.random() * 60)) {
        const answer = await this.#send(move, key)
        this.#count(answer)
        if (answer === '200') {
          for (const [card, by] of move.changes) this.changed.set(card, (this.changed.get(card) ?? 0) + by)
          this.moved += 1
          return true
        }
        if (answer === '400 TotalBelowZero') return false
        if (!/^(cut|429|503|409 InProgress)/.test(answer)) {
          this.wrong.push(`${move.path}: ${answer}`)
          return false
        }
      }
      this.wrong.push(`${move.path}: not answered within ${PATIENCE_MS / 1000} s`)
      return false
    } finally {
      this.inFlight -= 1
    }
  }

  async #write(next: () => Move, told: (move: Move, isDone: boolean) => void): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const move = next()
      told(move, await this.move(move))
    }
  }

  async #send({ path, body }: Move, key: string): Promise<string> {
    try {
      const answer = await fetch(`${this.#url()}/api${path}`, {
        method: 'POST',
        headers: { authorization: this.#credential, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      const told = (await answer.json()) as { ResponseStatus?: { ErrorCode?: string } }
      return answer.ok ? String(answer.status) : `${answer.status} ${told.ResponseStatus?.ErrorCode ?? ''}`
    } catch {
      return 'cut'
    }
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }
}
