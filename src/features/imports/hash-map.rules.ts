const SEGMENTS = 64
const REST = 2 ** 47
const FIRST_SLOTS = 16
const FULLEST = 0.8
const GROWTH = 1.5

type Values = Float64ArrayConstructor | Uint32ArrayConstructor | Uint8ArrayConstructor

/**
 * Numbers under hashes of texts (53 bits, as `textHash` makes them). A file has millions of orders: a Map of their names would take 150 bytes for each
 * and hold 16 million at most. This takes 6 bytes and those of the value, by 1.25 to 1.9, and has no end. It grows a sixty-fourth at a time, so that
 * nothing is ever there twice.
 */
export class HashMap {
  readonly #segments: Segment[]

  constructor(kind: Values = Float64Array) {
    this.#segments = Array.from({ length: SEGMENTS }, () => new Segment(kind))
  }

  get size(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0)
  }

  get(hash: number): number | undefined {
    return this.#segmentOf(hash)?.get((hash % REST) + 1)
  }

  has(hash: number): boolean {
    return this.get(hash) !== undefined
  }

  set(hash: number, value: number): void {
    this.#segmentOf(hash)?.set((hash % REST) + 1, value)
  }

  #segmentOf(hash: number): Segment | undefined {
    return this.#segments[Math.floor(hash / REST)]
  }
}

/** Numbers under numbers of 48 bits above zero; zero is an empty slot. */
class Segment {
  size = 0
  readonly #kind: Values
  #low = new Uint32Array(0)
  #high = new Uint16Array(0)
  #values: Float64Array | Uint32Array | Uint8Array

  constructor(kind: Values) {
    this.#kind = kind
    this.#values = new kind(0)
  }

  get(key: number): number | undefined {
    if (this.size === 0) return undefined
    const slot = this.#slotOf(key)
    return this.#isEmpty(slot) ? undefined : this.#values[slot]
  }

  set(key: number, value: number): void {
    if (this.size >= this.#low.length * FULLEST) this.#grow()
    const slot = this.#slotOf(key)
    if (this.#isEmpty(slot)) {
      this.#low[slot] = key % 2 ** 32
      this.#high[slot] = key / 2 ** 32
      this.size += 1
    }
    this.#values[slot] = value
  }

  #isEmpty(slot: number): boolean {
    return this.#low[slot] === 0 && this.#high[slot] === 0
  }

  /** Where a key stands, or would: the next empty slot. */
  #slotOf(key: number): number {
    const [low, high, last] = [key % 2 ** 32, Math.floor(key / 2 ** 32), this.#low.length - 1]
    let slot = key % this.#low.length
    while (!this.#isEmpty(slot) && !(this.#low[slot] === low && this.#high[slot] === high)) slot = slot === last ? 0 : slot + 1
    return slot
  }

  #grow(): void {
    const [low, high, values] = [this.#low, this.#high, this.#values]
    const slots = Math.max(FIRST_SLOTS, Math.ceil(low.length * GROWTH))
    this.#low = new Uint32Array(slots)
    this.#high = new Uint16Array(slots)
    this.#values = new this.#kind(slots)
    this.size = 0
    for (let at = 0; at < low.length; at += 1) {
      const key = (high[at] ?? 0) * 2 ** 32 + (low[at] ?? 0)
      if (key !== 0) this.set(key, values[at] ?? 0)
    }
  }
}
