/**
 * Decimal numbers as the JSON they are, for answers of a hundred thousand of them. Digits come four at a time out of tables, and names eight
 * bytes at a time: one by one they cost more than making the figures did.
 */

const FOUR_DIGITS = 10_000
/** A number below it is a machine word, and its digits cost next to nothing. */
const SMALL = 1_000_000_000
const [MINUS, POINT] = [45, 46]
const POWERS = [1, 10, 100, 1000, 10_000] as const
/** A sign, sixteen digits, a point, and a word that the last one is written in whole. */
const LONGEST_DECIMAL = 22

/** Up to four characters as the word they are in memory. */
const wordOf = (text: string): number => [...text].reduce((word, char, i) => word | (char.charCodeAt(0) << (8 * i)), 0)

const NULL = wordOf('null')
/** Each number below ten thousand without zeros before it, and how long it is. */
const SHORT = new Int32Array(FOUR_DIGITS)
const SHORT_LENGTH = new Uint8Array(FOUR_DIGITS)
/** The same as four digits, and how many of them stand before the zeros at its end. */
const FULL = new Int32Array(FOUR_DIGITS)
const FULL_LENGTH = new Uint8Array(FOUR_DIGITS)
for (let n = 0; n < FOUR_DIGITS; n += 1) {
  const short = String(n)
  const full = short.padStart(4, '0')
  SHORT[n] = wordOf(short)
  SHORT_LENGTH[n] = short.length
  FULL[n] = wordOf(full)
  FULL_LENGTH[n] = full.replace(/0+$/, '').length
}

/** What stands after a whole number of so many hundredths: a point and one digit or two, or nothing; and how long it is. */
const HUNDREDTHS = Int32Array.from({ length: 100 }, (_, n) => wordOf(`.${String(n).padStart(2, '0')}`.replace(/0$/, '')))
const HUNDREDTHS_LENGTH = Uint8Array.from({ length: 100 }, (_, n) => (n === 0 ? 0 : n % 10 === 0 ? 2 : 3))

/** Texts as words of eight bytes, one after the other: no text is what a double takes for no number. */
const wordsOf = (texts: readonly string[]): { words: Float64Array; lengths: Int32Array; starts: Int32Array } => {
  const encoder = new TextEncoder()
  const bytes = new Uint8Array(texts.reduce((sum, { length }) => sum + 3 * length + 8, 0) & -8)
  const [lengths, starts] = [new Int32Array(texts.length), new Int32Array(texts.length + 1)]
  for (const [i, text] of texts.entries()) {
    const start = starts[i] as number
    lengths[i] = encoder.encodeInto(text, bytes.subarray(8 * start)).written
    starts[i + 1] = start + Math.ceil((lengths[i] as number) / 8)
  }
  return { words: new Float64Array(bytes.buffer), lengths, starts }
}

/** Texts that stand in an answer thousands of times, ready to be written. */
export class KeptTexts {
  /** Never more bytes than these are one of them, with what is written beyond it. */
  readonly longest: number
  readonly #words: Float64Array
  readonly #lengths: Int32Array
  readonly #starts: Int32Array

  constructor(texts: readonly string[]) {
    const { words, lengths, starts } = wordsOf(texts)
    this.#words = words
    this.#lengths = lengths
    this.#starts = starts
    this.longest = lengths.reduce((most, length) => Math.max(most, length), 0) + 8
  }

  get count(): number {
    return this.#lengths.length
  }

  /** Writes one of them, by its place, and answers where it ends. What is beyond it is written over by what follows. */
  put(view: DataView, from: number, i: number): number {
    const end = this.#starts[i + 1] as number
    let to = from
    for (let j = this.#starts[i] as number; j < end; j += 1, to += 8) view.setFloat64(to, this.#words[j] as number, true)
    return from + (this.#lengths[i] as number)
  }
}

/** Members of an object that are decimal numbers, always the same ones, ready to be written many times. */
export class DecimalMembers {
  /** Never more bytes than these. */
  readonly longest: number
  readonly #words: Float64Array
  readonly #lengths: Int32Array
  /** Where the words of each name begin, and of the last one end. */
  readonly #starts: Int32Array
  readonly #decimals: Int32Array

  /**
   * @param names empty for what stands in a list and has none
   * @param decimals 0 to 4 for each name
   */
  constructor(names: readonly string[], decimals: readonly number[]) {
    const { words, lengths, starts } = wordsOf(names.map((name) => (name === '' ? ',' : `,${JSON.stringify(name)}:`)))
    this.#words = words
    this.#lengths = lengths
    this.#starts = starts
    this.#decimals = Int32Array.from(decimals)
    this.longest = lengths.reduce((sum, length) => sum + length + LONGEST_DECIMAL, 8)
  }

  /**
   * Writes the members, each after a comma, and answers where they end.
   * @param steps whole numbers within ±2^53, told in steps of their decimals, as 1250 hundredths are 12.5; NaN is null
   */
  put(view: DataView, from: number, steps: Float64Array): number {
    const [words, lengths, starts, decimals] = [this.#words, this.#lengths, this.#starts, this.#decimals]
    let at = from
    for (let i = 0; i < lengths.length; i += 1) {
      const end = starts[i + 1] as number
      let to = at
      // What is beyond the name is written over by what follows.
      for (let j = starts[i] as number; j < end; j += 1, to += 8) view.setFloat64(to, words[j] as number, true)
      at += lengths[i] as number
      const value = steps[i] as number
      at = decimals[i] === 2 && value >= 0 && value < SMALL ? putHundredths(view, at, value | 0) : putDecimal(view, at, value, decimals[i] as number)
    }
    return at
  }
}

const putDecimal = (view: DataView, at: number, steps: number, decimals: number): number => {
  if (Number.isNaN(steps)) {
    view.setInt32(at, NULL, true)
    return at + 4
  }
  if (steps >= 0) return putSize(view, at, steps, decimals)
  view.setUint8(at, MINUS)
  return putSize(view, at + 1, -steps, decimals)
}

const putSize = (view: DataView, at: number, size: number, decimals: number): number => {
  if (size >= SMALL) return putLarge(view, at, size, decimals)
  const int = size | 0
  const power = POWERS[decimals] as number
  const whole = (int / power) | 0
  return putRest(view, putWhole(view, at, whole), (int - whole * power) * (POWERS[4 - decimals] as number))
}

/** Most figures: divided by a number the compiler knows, at a third of the cost. */
const putHundredths = (view: DataView, at: number, int: number): number => {
  const whole = (int / 100) | 0
  const rest = int - whole * 100
  const end = putWhole(view, at, whole)
  view.setInt32(end, HUNDREDTHS[rest] as number, true)
  return end + (HUNDREDTHS_LENGTH[rest] as number)
}

const putShort = (view: DataView, at: number, whole: number): number => {
  view.setInt32(at, SHORT[whole] as number, true)
  return at + (SHORT_LENGTH[whole] as number)
}

/** The digits before the point. */
const putWhole = (view: DataView, at: number, whole: number): number => {
  if (whole < FOUR_DIGITS) return putShort(view, at, whole)
  const thousands = (whole / FOUR_DIGITS) | 0
  const end = thousands < FOUR_DIGITS ? putShort(view, at, thousands) : putWhole(view, at, thousands)
  view.setInt32(end, FULL[whole - thousands * FOUR_DIGITS] as number, true)
  return end + 4
}

/** The point and what comes after it, in ten-thousandths; nothing where there is none. */
const putRest = (view: DataView, at: number, rest: number): number => {
  if (rest === 0) return at
  view.setUint8(at, POINT)
  view.setInt32(at + 1, FULL[rest] as number, true)
  return at + 1 + (FULL_LENGTH[rest] as number)
}

const putLarge = (view: DataView, from: number, size: number, decimals: number): number => {
  const power = POWERS[decimals] as number
  const whole = Math.floor(size / power)
  let at = from
  for (const digit of String(whole)) {
    view.setUint8(at, digit.charCodeAt(0))
    at += 1
  }
  return putRest(view, at, (size - whole * power) * (POWERS[4 - decimals] as number))
}
