const FIRST_SLOTS = 1024
const FULLEST = 0.7

type Values = Float64ArrayConstructor | Uint32ArrayConstructor

/**
 * Numbers under hashes of texts. A file has millions of orders: a Map of their names would take 150 bytes for each and hold 16 million
 * at most, this takes up to 45 (34 where the numbers are below 2^32) and has no end.
 */
export class HashMap {
  readonly #kind: Values
  #keys = new Float64Array(FIRST_SLOTS)
  #values: Float64Array | Uint32Array
  #size = 0

  constructor(kind: Values = Float64Array) {
    this.#kind = kind
    this.#values = new kind(FIRST_SLOTS)
  }

  get size(): number {
    return this.#size
  }

  get(hash: number): number | undefined {
    const slot = this.#slotOf(hash)
    return this.#keys[slot] === 0 ? undefined : this.#values[slot]
  }

  has(hash: number): boolean {
    return this.#keys[this.#slotOf(hash)] !== 0
  }

  set(hash: number, value: number): void {
    const slot = this.#slotOf(hash)
    this.#values[slot] = value
    if (this.#keys[slot] !== 0) return
    this.#keys[slot] = hash + 1
    this.#size += 1
    if (this.#size > this.#keys.length * FULLEST) this.#grow()
  }

  /** Where a hash stands, or would: the next empty slot. Empty is 0, so each is kept one higher. */
  #slotOf(hash: number): number {
    const last = this.#keys.length - 1
    let slot = hash % this.#keys.length
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== hash + 1) slot = slot === last ? 0 : slot + 1
    return slot
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new this.#kind(keys.length * 2)
    keys.forEach((key, at) => {
      if (key === 0) return
      const slot = this.#slotOf(key - 1)
      this.#keys[slot] = key
      this.#values[slot] = values[at] ?? 0
    })
  }
}
