/**
 * Decimal numbers as the JSON they are, for answers of a hundred thousand of them. Digits come three at a time out of tables small enough to stay
 * beside the processor, and names eight bytes at a time: one by one they cost more than making the figures did.
 */

const THOUSAND = 1000
/** A number below it is a machine word, and its digits cost next to nothing. */
const SMALL = 1_000_000_000
const [MINUS, COMMA, POINT, OPEN_LIST, CLOSE_LIST] = [45, 44, 46, 91, 93]
const POWERS = [1, 10, 100, 1000, 10_000] as const
/** A sign, sixteen digits, a point, and a word that the last one is written in whole. */
const LONGEST_DECIMAL = 22

/** Up to four characters as the word they are in memory. */
const wordOf = (text: string): number => [...text].reduce((word, char, i) => word | (char.charCodeAt(0) << (8 * i)), 0)

/** Up to three characters, and how many they are in the last byte, which is written too and then written over. */
const measured = (text: string): number => wordOf(text) | (text.length << 24)
const lengthOf = (word: number): number => word >>> 24

const NULL = wordOf('null')
/** Each number below a thousand without zeros before it, and as three digits. */
const SHORT = Int32Array.from({ length: THOUSAND }, (_, n) => measured(String(n)))
const FULL = Int32Array.from({ length: THOUSAND }, (_, n) => measured(String(n).padStart(3, '0')))
/** What stands after a whole number of so many hundredths: a point and one digit or two, or nothing. */
const HUNDREDTHS = Int32Array.from({ length: 100 }, (_, n) => measured(n === 0 ? '' : `.${String(n).padStart(2, '0')}`.replace(/0$/, '')))

const encoder = new TextEncoder()

/** Texts as words of eight bytes, one after the other: no text is what a double takes for no number. */
const wordsOf = (texts: readonly string[]): { words: Float64Array; lengths: Int32Array; starts: Int32Array } => {
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

/** As much of a name as is written without asking how long it is: a loop over its words would cost more than all of its number. */
const NAME_BYTES = 24
const NAME_WORDS = NAME_BYTES / 8
/** Most names are no longer. */
const SHORT_NAME = 16

/** Members of an object that are decimal numbers, always the same ones, ready to be written many times. */
export class DecimalMembers {
  /** Never more bytes than these. */
  readonly longest: number
  readonly #names: readonly Uint8Array[]
  /** What each name begins with, in NAME_WORDS. */
  readonly #words: Float64Array
  readonly #lengths: Int32Array
  readonly #decimals: Int32Array
  /** Hundredths in a step. */
  readonly #hundredths: Float64Array

  /**
   * @param names empty for what stands in a list and has none
   * @param decimals 0 to 4 for each name
   */
  constructor(names: readonly string[], decimals: readonly number[]) {
    this.#names = names.map((name) => encoder.encode(name === '' ? ',' : `,${JSON.stringify(name)}:`))
    this.#lengths = Int32Array.from(this.#names, ({ length }) => length)
    const beginnings = new Uint8Array(names.length * NAME_BYTES)
    for (const [i, name] of this.#names.entries()) beginnings.set(name.subarray(0, NAME_BYTES), i * NAME_BYTES)
    this.#words = new Float64Array(beginnings.buffer)
    this.#decimals = Int32Array.from(decimals)
    this.#hundredths = Float64Array.from(decimals, (count) => 10 ** (2 - count))
    this.longest = this.#lengths.reduce((sum, length) => sum + length + LONGEST_DECIMAL, NAME_BYTES)
  }

  /**
   * Writes the members, each after a comma, and answers where they end.
   * @param steps whole numbers within ±2^53, told in steps of their decimals, as 1250 hundredths are 12.5; NaN is null
   */
  put(view: DataView, from: number, steps: Float64Array): number {
    const words = this.#words
    const lengths = this.#lengths
    const scales = this.#hundredths
    let at = from
    for (let i = 0, j = 0; i < lengths.length; i += 1, j += NAME_WORDS) {
      // What is beyond the name is written over by what follows.
      view.setFloat64(at, words[j] as number, true)
      view.setFloat64(at + 8, words[j + 1] as number, true)
      const length = lengths[i] as number
      if (length > SHORT_NAME) {
        view.setFloat64(at + 16, words[j + 2] as number, true)
        if (length > NAME_BYTES) putBytes(view, at, this.#names[i] as Uint8Array)
      }
      at = putSteps(view, at + length, steps[i] as number, scales[i] as number, this.#decimals[i] as number)
    }
    return at
  }
}

/** Where the numbers of a list stand among others: every `stride`-th from `first` on. */
export interface Column {
  first: number
  stride: number
  count: number
}

/** Members of an object that are lists of decimal numbers, always the same ones: what stands in a table is so written in its columns. */
export class DecimalLists {
  readonly #names: readonly Uint8Array[]
  readonly #decimals: readonly number[]
  readonly #longestName: number

  /** @param decimals 0 to 4 for each name */
  constructor(names: readonly string[], decimals: readonly number[]) {
    this.#names = names.map((name, i) => encoder.encode(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
    this.#decimals = decimals
    this.#longestName = Math.max(0, ...this.#names.map(({ length }) => length))
  }

  get count(): number {
    return this.#names.length
  }

  /** Never more bytes than these are one of the lists. */
  longest(numbers: number): number {
    return this.#longestName + 2 + (numbers + 1) * LONGEST_DECIMAL
  }

  /**
   * Writes one of the lists with its name, after a comma or what begins the object, and answers where it ends.
   * @param steps whole numbers as `DecimalMembers` has them
   */
  put(view: DataView, from: number, i: number, steps: Float64Array, { first, stride, count }: Column): number {
    const name = this.#names[i] as Uint8Array
    putBytes(view, from, name)
    const decimals = this.#decimals[i] as number
    const scale = 10 ** (2 - decimals)
    const begin = from + name.length
    let at = begin
    for (let j = 0, place = first; j < count; j += 1, place += stride) {
      view.setUint8(at, COMMA)
      at = putSteps(view, at + 1, steps[place] as number, scale, decimals)
    }
    // It begins where the comma before the first number was written.
    view.setUint8(begin, OPEN_LIST)
    const end = Math.max(at, begin + 1)
    view.setUint8(end, CLOSE_LIST)
    return end + 1
  }
}

/** @param scale hundredths in a step */
const putSteps = (view: DataView, from: number, steps: number, scale: number, decimals: number): number => {
  const hundredths = steps * scale
  const size = hundredths < 0 ? -hundredths : hundredths
  if (size >= SMALL || (size | 0) !== size) return putDecimal(view, from, steps, decimals)
  if (hundredths >= 0) return putHundredths(view, from, size)
  view.setUint8(from, MINUS)
  return putHundredths(view, from + 1, size)
}

const putBytes = (view: DataView, at: number, bytes: Uint8Array): void => {
  for (let i = 0; i < bytes.length; i += 1) view.setUint8(at + i, bytes[i] as number)
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

/** Most figures: divided by numbers the compiler knows, at a third of the cost, and in one piece, which it then puts where it is called. */
const putHundredths = (view: DataView, from: number, size: number): number => {
  const int = size | 0
  const whole = (int / 100) | 0
  let at = from
  if (whole < THOUSAND) at = put(view, at, SHORT[whole] as number)
  else {
    const thousands = (whole / THOUSAND) | 0
    at = thousands < THOUSAND ? put(view, at, SHORT[thousands] as number) : putWhole(view, at, thousands)
    view.setInt32(at, FULL[whole - thousands * THOUSAND] as number, true)
    at += 3
  }
  return put(view, at, HUNDREDTHS[int - whole * 100] as number)
}

const put = (view: DataView, at: number, word: number): number => {
  view.setInt32(at, word, true)
  return at + lengthOf(word)
}

/** The digits before the point. */
const putWhole = (view: DataView, at: number, whole: number): number => {
  if (whole < THOUSAND) return put(view, at, SHORT[whole] as number)
  const thousands = (whole / THOUSAND) | 0
  return put(view, putWhole(view, at, thousands), FULL[whole - thousands * THOUSAND] as number)
}

/** The point and what comes after it, in ten-thousandths; nothing where there is none. */
const putRest = (view: DataView, at: number, rest: number): number => {
  const hundredths = (rest / 100) | 0
  const more = rest - hundredths * 100
  if (more === 0) return put(view, at, HUNDREDTHS[hundredths] as number)
  view.setUint8(at, POINT)
  const end = putPair(view, putPair(view, at + 1, hundredths), more)
  return more % 10 === 0 ? end - 1 : end
}

/** Two digits: the last of three. */
const putPair = (view: DataView, at: number, pair: number): number => {
  view.setInt32(at, (FULL[pair] as number) >>> 8, true)
  return at + 2
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
