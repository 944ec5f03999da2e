interface Kept<V> {
  /** When it was asked for. */
  at: number
  value: Promise<V>
  /** The next one, while it is on its way. */
  next?: Promise<V>
}

/**
 * Keeps what was read for a moment, in this process alone: nothing tells it what others changed, so it asks anew soon. Many who ask at once cause
 * one question; while that is on its way, they are given the last answer if it is only just too old.
 */
export class ShortCache<V> {
  readonly #kept = new Map<number, Kept<V>>()
  readonly #freshMs: number
  readonly #most: number
  readonly #now: () => number

  /**
   * @param freshMs how long an answer is good; for as long again it is given while the next is on its way
   * @param most how many answers are kept
   */
  constructor(freshMs: number, most: number, now = () => performance.now()) {
    this.#freshMs = freshMs
    this.#most = most
    this.#now = now
  }

  /** The answer of a key, as it was asked for at most twice `freshMs` ago. What fails is not kept. */
  read(key: number, ask: () => Promise<V>): Promise<V> {
    const known = this.#kept.get(key)
    const age = known ? this.#now() - known.at : Number.POSITIVE_INFINITY
    if (known && age < this.#freshMs) return known.value
    const next = known?.next ?? this.#ask(key, ask, known)
    return known && age < 2 * this.#freshMs ? known.value : next
  }

  #ask(key: number, ask: () => Promise<V>, known: Kept<V> | undefined): Promise<V> {
    const asked = { at: this.#now(), value: ask() }
    if (known) known.next = asked.value
    else this.#keep(key, asked)
    asked.value.then(
      () => this.#keep(key, asked),
      () => this.#kept.delete(key),
    )
    return asked.value
  }

  /** The newest last, so that the first is the one to go. */
  #keep(key: number, kept: Kept<V>): void {
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    const [oldest] = this.#kept.size > this.#most ? this.#kept.keys() : []
    if (oldest !== undefined) this.#kept.delete(oldest)
  }
}
