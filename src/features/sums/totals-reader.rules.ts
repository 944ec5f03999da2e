import { UnsoundSums } from '#shared/stored-sums.ts'

/** Quantities are whole nearly always, and then their four decimals are left out. */
export const WHOLE = 10_000

/** A word, and the bit in each of its four characters that ends a number. */
const [WORD, LASTS] = [4, 0x40404040]
/** What a number of nothing is written as, and the least that ends one. */
const NOTHING = 64

/** What a text ends with, so that one that is cut short is known by it: no character of a number. */
export const RUN_END = '\n'
const END = RUN_END.charCodeAt(0)
/** Bytes behind a text that a key which is cut short may be looked for in, before that is noticed. */
const SLACK = 256

const encoder = new TextEncoder()

/** Reads a text key by key: after each its sums are to be added somewhere. */
export class TotalsReader {
  readonly #isQuantity: readonly boolean[]
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #end: number
  readonly #sign: 1 | -1
  #at = 0
  /** The key it is at; beyond the last it is infinite. */
  key = 0

  /**
   * @param isQuantity of each sum of a key @param sign by which its sums count
   * @throws UnsoundSums where the text has no end
   */
  constructor(isQuantity: readonly boolean[], text: string, sign: 1 | -1) {
    // Behind the text every character is a number of nothing.
    this.#bytes = new Uint8Array(text.length + SLACK).fill(NOTHING)
    this.#sign = sign
    this.#isQuantity = isQuantity
    this.#view = new DataView(this.#bytes.buffer)
    this.#end = encoder.encodeInto(text, this.#bytes).written - 1
    if (this.#bytes[this.#end] !== END) throw cutShort()
  }

  /** Whether there is a key more. */
  next(): boolean {
    const isMore = this.#at < this.#end
    this.key = isMore ? this.key + this.#long() : Number.POSITIVE_INFINITY
    return isMore
  }

  /**
   * Adds the key's sums to those at a place, by its sign. All in one loop and next to nothing called in it: a report reads a quarter of a million
   * numbers. Four characters are looked at together, so that it does not depend on how many a number has: a processor that guesses that
   * wrong loses more than reading it takes.
   * @throws UnsoundSums where the key ends behind the text
   */
  add(sums: Float64Array, place: number): void {
    const [bytes, view, isQuantity, sign] = [this.#bytes, this.#view, this.#isQuantity, this.#sign]
    let at = this.#at
    for (let i = 0; i < isQuantity.length; i += 1) {
      const four = view.getInt32(at)
      const last = Math.clz32(four & LASTS) >> 3
      let sum = 0
      if (last < WORD) {
        at += last + 1
        const digits = four >>> (24 - 8 * last)
        if (digits === NOTHING) continue
        const word = (digits & 63) | ((digits >>> 2) & 0x7c0) | ((digits >>> 5) & 0xf800) | ((digits >>> 8) & 0x1f0000)
        const quantity = isQuantity[i] as boolean
        const rest = quantity ? word >> 1 : word
        sum = (rest >> 1) ^ -(rest & 1)
        if (quantity && (word & 1) === 0) sum *= WHOLE
      } else {
        let value = (four & 31) | ((four >>> 3) & 0x3e0) | ((four >>> 6) & 0x7c00) | ((four >>> 9) & 0xf8000)
        let code = bytes[at + WORD] as number
        for (at += WORD + 1; code < NOTHING; code = bytes[at++] as number) value = value * 32 + (code - 32)
        value = value * 64 + (code - NOTHING)
        sum = isQuantity[i] ? quantityOf(value) : unfolded(value)
      }
      sums[place + i] = (sums[place + i] as number) + sign * sum
    }
    if (at > this.#end) throw cutShort()
    this.#at = at
  }

  /** A number of any length. */
  #long(): number {
    let value = 0
    let code = this.#bytes[this.#at++] as number
    for (; code < NOTHING; code = this.#bytes[this.#at++] as number) value = value * 32 + (code - 32)
    return value * 64 + (code - NOTHING)
  }
}

const cutShort = () => new UnsoundSums('A stored running total is cut short.')

/** A remainder of numbers beyond a machine word is slow. */
const unfolded = (value: number): number => {
  const half = Math.floor(value / 2)
  return value === 2 * half ? half : -half - 1
}

const quantityOf = (value: number): number => {
  const half = Math.floor(value / 2)
  return value === 2 * half ? unfolded(half) * WHOLE : unfolded(half)
}
