import { DIM, type Dim, MEASURES } from './rollup.rules.ts'

/**
 * Running totals of a location as text: for each key that has any, in the order of the keys, how far it is from the one before, and its sums.
 * A number is one to eleven characters: 64 to 127 ends it with six bits, 32 to 63 stands before with five. A tenth of the rows they replace,
 * and read at some five nanoseconds a number.
 */

/** What a row's totals are of: each has its own keys and sums. */
export interface Subject {
  /** As it stands in the table. */
  id: number
  /** How many sums a key has. */
  length: number
  /** Which of them are quantities, in ten-thousandths; the others are amounts and counts. */
  isQuantity: readonly boolean[]
}

/** What is kept of a product, in minor units and ten-thousandths; the amount is made of the others. */
export const RUN = { n: 0, qty: 1, refunded: 2, gross: 3, promotion: 4, discount: 5, refund: 6, surcharge: 7, cost: 8, tax: 9 } as const
export const RUN_COUNT = 10

export const PRODUCTS: Subject = {
  id: 1,
  length: RUN_COUNT,
  isQuantity: Array.from({ length: RUN_COUNT }, (_, measure) => measure === RUN.qty || measure === RUN.refunded),
}

/** The dimensions a breakdown is made of, all in one text: its keys are those of `dimensionKey`, its sums MEASURES. */
export const DIMENSIONS: Subject = { id: 2, length: MEASURES.length, isQuantity: MEASURES.map((name) => name === 'qty') }
export const SUMMED_DIMS: readonly Dim[] = [DIM.clerk, DIM.class, DIM.promotion, DIM.discount, DIM.surcharge, DIM.wastage, DIM.classWithoutCost]

const DIM_STEP = 2 ** 31

/** A key of a dimension among those of all. */
export const dimensionKey = (dim: number, key: number): number => dim * DIM_STEP + key
export const dimOf = (dimensionKey: number): number => Math.floor(dimensionKey / DIM_STEP)
export const keyIn = (dimensionKey: number): number => dimensionKey % DIM_STEP

/** Which days a row's totals are of. */
export const RUN_KIND = {
  /** All since the location's first trade, at the end of a month. 1 to 7: those of that ISO weekday. */
  ever: 0,
  /** Since the first of the month. */
  month: 8,
} as const

/** Sums by key: a row of the subject's length for each, keys ascending. */
export interface KeyedSums {
  keys: Float64Array
  sums: Float64Array
}

/** Sums of nothing for these keys. */
export const noSumsFor = ({ length }: Subject, keys: Iterable<number>): KeyedSums => {
  const sorted = Float64Array.from(new Set(keys)).sort()
  return { keys: sorted, sums: new Float64Array(sorted.length * length) }
}

/** Quantities are whole nearly always, and then their four decimals are left out. */
const WHOLE = 10_000

/** The text of sums; keys of nothing are left out. */
export const writeRun = ({ length, isQuantity }: Subject, { keys, sums }: KeyedSums): string => {
  const writer = new RunWriter()
  let before = 0
  for (let i = 0; i < keys.length; i += 1) {
    const row = sums.subarray(i * length, (i + 1) * length)
    if (row.every((value) => value === 0)) continue
    writer.put((keys[i] as number) - before)
    before = keys[i] as number
    for (let measure = 0; measure < length; measure += 1) {
      const value = row[measure] as number
      if (!isQuantity[measure]) writer.put(folded(value))
      else if (value % WHOLE === 0) writer.put(folded(value / WHOLE) * 2)
      else writer.put(folded(value) * 2 + 1)
    }
  }
  return writer.text()
}

/** Signed numbers as unsigned ones, small ones staying small: 0, −1, 1, −2, 2 … */
const folded = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const unfolded = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

/** Nearly all are small enough for a machine word, and arithmetic beyond it costs ten times as much. */
const WORD = 0x7fffffff

class RunWriter {
  #bytes = new Uint8Array(65_536)
  #length = 0

  /** @throws where the number is beyond 2^53, since it could not be told to the cent */
  put(value: number): void {
    if (!Number.isSafeInteger(value)) throw new Error('A sum beyond 2^53 cannot be told to the cent.')
    if (this.#length + 16 > this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2)
      wider.set(this.#bytes)
      this.#bytes = wider
    }
    const digits: number[] = []
    for (let rest = Math.floor(value / 64); rest > 0; rest = Math.floor(rest / 32)) digits.push(rest % 32)
    for (let i = digits.length - 1; i >= 0; i -= 1) this.#bytes[this.#length++] = 32 + (digits[i] as number)
    this.#bytes[this.#length++] = 64 + (value % 64)
  }

  text(): string {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length))
  }
}

/** The keys in a text, ascending. */
export const keysIn = (subject: Subject, text: string): number[] => {
  const keys: number[] = []
  eachRun(subject, text, (key) => keys.push(key))
  return keys
}

/** Visits each key of a text with its sums, which lie in the same row every time. */
export const eachRun = ({ length, isQuantity }: Subject, text: string, visit: (key: number, row: Float64Array) => void): void => {
  const row = new Float64Array(length)
  const reader = new RunReader(text)
  let key = 0
  while (reader.more()) {
    key += reader.next()
    for (let measure = 0; measure < length; measure += 1) row[measure] = isQuantity[measure] ? quantityOf(reader.next()) : unfolded(reader.next())
    visit(key, row)
  }
}

/**
 * Adds the sums of a text to those of the keys asked for, or takes them off; others are passed over.
 * @param sign 1 or −1
 */
export const addRun = ({ length, isQuantity }: Subject, { keys, sums }: KeyedSums, text: string, sign: 1 | -1): void => {
  if (scratch.length < text.length) scratch = new Uint8Array(2 * text.length)
  const bytes = scratch
  const { written } = encoder.encodeInto(text, bytes)
  let key = 0
  let place = 0
  let at = 0
  // All in one loop and next to nothing called in it: a report reads a quarter of a million numbers.
  while (at < written) {
    let to = -1
    for (let measure = -1; measure < length; measure += 1) {
      let code = bytes[at++] as number
      let value = 0
      while (code < 64) {
        value = value * 32 + (code - 32)
        code = bytes[at++] as number
      }
      value = value * 64 + (code - 64)
      if (measure < 0) {
        key += value
        while (place < keys.length && (keys[place] as number) < key) place += 1
        if (keys[place] === key) to = place * length
      } else if (to >= 0) {
        const quantity = isQuantity[measure] as boolean
        if (value > WORD) sums[to + measure] = (sums[to + measure] as number) + sign * (quantity ? quantityOf(value) : unfolded(value))
        else {
          const word = value | 0
          const rest = quantity ? word >> 1 : word
          const sum = (rest >> 1) ^ -(rest & 1)
          sums[to + measure] = (sums[to + measure] as number) + sign * (quantity && (word & 1) === 0 ? sum * WHOLE : sum)
        }
      }
    }
  }
}

/** Bytes are looked at twice as fast as characters. */
let scratch = new Uint8Array(65_536)
const encoder = new TextEncoder()

const quantityOf = (value: number): number => (value % 2 === 0 ? unfolded(value / 2) * WHOLE : unfolded((value - 1) / 2))

class RunReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  more(): boolean {
    return this.#at < this.#text.length
  }

  next(): number {
    let value = 0
    let code = this.#text.charCodeAt(this.#at++)
    while (code < 64) {
      value = value * 32 + (code - 32)
      code = this.#text.charCodeAt(this.#at++)
    }
    return value * 64 + (code - 64)
  }
}
