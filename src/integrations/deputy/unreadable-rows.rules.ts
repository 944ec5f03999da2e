/** A page of a list as it was answered: the rows that could be read, and the ids of those that could not; null where not even that could be. */
export interface Page<T> {
  rows: T[]
  unreadable: (number | null)[]
  /** Rows in all; the page is the last one where there are fewer than a page has. */
  count: number
  /** The highest id. */
  last: number
}

const MOST_NOTED = 500

/** Rows of a customer's server that could not be read, as "Roster/17": each counts until it is read, or gone there. */
export class UnreadableRows {
  readonly #noted: Set<string>
  readonly #met = new Set<string>()

  /** @param noted what an earlier reading noted, separated by commas */
  constructor(noted: unknown) {
    this.#noted = new Set(typeof noted === 'string' && noted !== '' ? noted.split(',') : [])
  }

  /** What a page had: its rows are read by now, and what could not be read is noted. */
  meet(kind: string, { rows, unreadable }: Pick<Page<{ Id: number }>, 'rows' | 'unreadable'>): void {
    for (const { Id } of rows) this.#noted.delete(`${kind}/${Id}`)
    for (const id of unreadable) {
      this.#met.add(`${kind}/${id ?? '?'}`)
      if (this.#noted.size < MOST_NOTED) this.#noted.add(`${kind}/${id ?? '?'}`)
    }
  }

  /** It was deleted there. */
  forget(kind: string, id: number): void {
    this.#noted.delete(`${kind}/${id}`)
  }

  /** A kind was read whole: what was not met is not there any more. */
  readWhole(kind: string): void {
    for (const one of this.#noted) if (one.startsWith(`${kind}/`) && !this.#met.has(one)) this.#noted.delete(one)
  }

  /** Those of a kind that were noted before and not met in this reading: they may be mended or gone. */
  notMet(kind: string): number[] {
    return [...this.#noted].flatMap((one) => (one.startsWith(`${kind}/`) && !this.#met.has(one) ? [Number(one.slice(kind.length + 1))] : [])).filter(Boolean)
  }

  /** As it is kept, in one order. */
  get written(): string {
    return [...this.#noted].sort().join(',')
  }
}
