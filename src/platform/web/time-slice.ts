import { setImmediate } from 'node:timers/promises'

/** Work that nobody else waits for longer than this at a time; a report answers in a few of them. */
const SLICE_MS = 1

/**
 * A time slice of work that takes long in one go, as of a batch of many sales: asked between its parts, it lets everybody else go first now and then.
 *
 * @example for (const sale of sales) { if (slice.isOver) await slice.pass(); … }
 */
export class TimeSlice {
  #until = performance.now() + SLICE_MS

  get isOver(): boolean {
    return performance.now() > this.#until
  }

  /** Answers when all who are waiting have had theirs. */
  async pass(): Promise<void> {
    await setImmediate()
    this.#until = performance.now() + SLICE_MS
  }

  /** Does work that yields between its parts, to its end. */
  async through<Result>(work: Generator<undefined, Result>): Promise<Result> {
    for (let part = work.next(); ; part = work.next()) {
      if (part.done) return part.value
      if (this.isOver) await this.pass()
    }
  }
}
