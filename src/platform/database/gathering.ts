interface Waiting<W> {
  work: W
  done(result: unknown): void
  failed(error: unknown): void
}

/**
 * Does together what arrives for one subject while other work of it is under way, as a database commits together what waits for
 * its disk. The first to arrive waits for nobody. Where the work of a group fails, each of them is done again by itself, so that
 * nobody pays for another's failure.
 */
export class Gathering<W> {
  /** What waits, by subject; there as long as something of the subject is under way. */
  readonly #waiting = new Map<string, Waiting<W>[]>()

  /** @param together does all of it or nothing, and answers in the same order */
  run<R>(subject: string, work: W, together: (works: readonly W[]) => Promise<readonly R[]>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const mine: Waiting<W> = { work, done: (result) => resolve(result as R), failed: reject }
      const waiting = this.#waiting.get(subject)
      if (waiting) waiting.push(mine)
      else void this.#serve(subject, mine, together)
    })
  }

  async #serve(subject: string, first: Waiting<W>, together: (works: readonly W[]) => Promise<readonly unknown[]>): Promise<void> {
    const waiting: Waiting<W>[] = []
    this.#waiting.set(subject, waiting)
    for (let group = [first]; group.length > 0; group = waiting.splice(0)) await finish(group, together)
    this.#waiting.delete(subject)
  }
}

const finish = async <W>(group: readonly Waiting<W>[], together: (works: readonly W[]) => Promise<readonly unknown[]>): Promise<void> => {
  try {
    const results = await together(group.map(({ work }) => work))
    for (const [index, { done }] of group.entries()) done(results[index])
  } catch (error) {
    if (group.length === 1) group[0]?.failed(error)
    else for (const one of group) await finish([one], together)
  }
}
