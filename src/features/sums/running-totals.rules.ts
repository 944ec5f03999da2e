import { formatOf, UnsoundSums } from '#shared/stored-sums.ts'
import { DIM, type Dim, MEASURES } from './rollup.rules.ts'
import { RUN_END as TOTALS_END, TotalsReader, WHOLE } from './totals-reader.rules.ts'

/**
 * Running totals of a location as text: for each key that has any, in the order of the keys, how far it is from the one before, and its sums.
 * A number is one to eleven characters: 64 to 127 ends it with six bits, 32 to 63 stands before with five; RUN_END ends the text. A tenth of the rows they replace,
 * and read at some five nanoseconds a number.
 */

/** Names how `writeRun` writes. Part of every subject's format: whoever changes how it writes changes it. */
const RUN_FORM = 'runs 2'

/** What a row's totals are of: each has its own keys and sums. */
export interface Subject {
  /** As it stands in the table. */
  id: number
  /** How many sums a key has. */
  length: number
  /** Which of them are quantities, in ten-thousandths; the others are amounts and counts. */
  isQuantity: readonly boolean[]
  /** What is kept at the end of a month: sums of all days, of those of each weekday, or both. Where those of all days are not kept, the seven make them. */
  kinds: readonly number[]
  /** Whether the sums of each day alone are kept too, so that what a range lacks at either end is read from texts as well. */
  hasDays: boolean
  /** Of its sums and keys; rows with another one count as not there. */
  format: string
}

/** @param keys what its keys are */
const subjectOf = (id: number, sums: readonly string[], keys: readonly unknown[], ends: Pick<Subject, 'kinds' | 'hasDays'>): Subject => ({
  id,
  ...ends,
  length: sums.length,
  isQuantity: sums.map((name) => name === 'qty' || name === 'refunded'),
  format: formatOf([RUN_FORM, sums, keys]),
})

/** The kind of a row of all days since the location's first trade. Kinds 1 to 7 are of the days of that ISO weekday. */
export const EVER = 0
/** The kinds of rows of single weekdays. */
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** The kind of a row of its own day alone. It stays right whatever is sold on another day. */
export const DAY = 8

/** What is kept of a product, in minor units and ten-thousandths; the amount is made of the others. */
export const RUN = { n: 0, qty: 1, refunded: 2, gross: 3, promotion: 4, discount: 5, refund: 6, surcharge: 7, cost: 8, tax: 9, surcharge_tax: 10 } as const
/** The same in its order. */
export const RUN_SUMS = (Object.keys(RUN) as (keyof typeof RUN)[]).sort((a, b) => RUN[a] - RUN[b])
export const RUN_COUNT = RUN_SUMS.length

/** A venue has thousands of products: a day of them takes a tenth of the time from a text that it takes from its rows. */
export const PRODUCTS: Subject = subjectOf(1, RUN_SUMS, ['products'], { kinds: [EVER, ...WEEKDAYS], hasDays: true })

/**
 * The dimensions with many keys in a day, in one text: its keys are those of `dimensionKey`, its sums MEASURES. A venue has a hundred classes and employees: the days
 * between two ends of months are soon read, and so are seven texts where one would do.
 */
export const SUMMED_DIMS: readonly Dim[] = [DIM.clerk, DIM.class, DIM.classWithoutCost]
export const DIMENSIONS: Subject = subjectOf(2, MEASURES, SUMMED_DIMS, { kinds: WEEKDAYS, hasDays: false })

const DIM_STEP = 2 ** 31

/** A key of a dimension among those of all. */
export const dimensionKey = (dim: number, key: number): number => dim * DIM_STEP + key
export const dimOf = (dimensionKey: number): number => Math.floor(dimensionKey / DIM_STEP)
export const keyIn = (dimensionKey: number): number => dimensionKey % DIM_STEP

/** Sums by key: a row of the subject's length for each, keys ascending. */
export interface KeyedSums {
  keys: Float64Array
  sums: Float64Array
}

/** Sums of nothing for these keys. */
export const noSumsFor = ({ length }: Subject, keys: ArrayLike<number>): KeyedSums => {
  const sorted = new Float64Array(keys).sort()
  let count = 0
  for (const key of sorted) if (count === 0 || key !== sorted[count - 1]) sorted[count++] = key
  return { keys: sorted.subarray(0, count), sums: new Float64Array(count * length) }
}

/** The text of sums; keys of nothing are left out. */
export const writeTotals = ({ length, isQuantity }: Subject, { keys, sums }: KeyedSums): string => {
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

class RunWriter {
  #bytes = new Uint8Array(65_536)
  #length = 0

  /** @throws UnsoundSums where the number is beyond 2^53, since it could not be told to the cent */
  put(value: number): void {
    if (!Number.isSafeInteger(value)) throw new UnsoundSums('A sum beyond 2^53 cannot be told to the cent.')
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
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length)) + TOTALS_END
  }
}

/** The text of no sums. */
export const NO_TOTALS = TOTALS_END

/** A text of sums, and the sign it counts by. */
export interface SignedTotals {
  sums: string
  sign: 1 | -1
}

/** The keys in a text, ascending. */
export const keysIn = (subject: Subject, text: string): number[] => {
  const keys: number[] = []
  eachTotal(subject, [{ sums: text, sign: 1 }], (key) => keys.push(key))
  return keys
}

/**
 * Visits each key of several texts with what its sums come to, which lie in the same row every time. The texts are read side by side, since their keys
 * ascend: nothing is made but the row.
 */
export const eachTotal = ({ length, isQuantity }: Subject, runs: readonly SignedTotals[], visit: (key: number, row: Float64Array) => void): void => {
  const row = new Float64Array(length)
  const readers = runs.map(({ sums, sign }) => new TotalsReader(isQuantity, sums, sign))
  for (const reader of readers) reader.next()
  for (let key = firstKey(readers); key < Number.POSITIVE_INFINITY; key = firstKey(readers)) {
    row.fill(0)
    for (const reader of readers) {
      if (reader.key !== key) continue
      reader.add(row, 0)
      reader.next()
    }
    visit(key, row)
  }
}

const firstKey = (readers: readonly TotalsReader[]): number => {
  let first = Number.POSITIVE_INFINITY
  for (const { key } of readers) if (key < first) first = key
  return first
}

/**
 * Adds the sums of a text to those of the keys asked for, or takes them off. Answers those of other keys, in a piece: a row of its own for each would take
 * longer to make and to clear away than to read.
 * @param sign 1 or −1
 */
export const addTotals = (subject: Subject, { keys, sums }: KeyedSums, text: string, sign: 1 | -1): KeyedSums => {
  const reader = new TotalsReader(subject.isQuantity, text, sign)
  let [place, count, others] = [0, 0, NO_SUMS]
  while (reader.next()) {
    while (place < keys.length && (keys[place] as number) < reader.key) place += 1
    if (keys[place] === reader.key) reader.add(sums, place * subject.length)
    else {
      if (count === 0) others = roomFor(subject, text)
      others.keys[count] = reader.key
      reader.add(others.sums, count * subject.length)
      count += 1
    }
  }
  return firstOf(subject, others, count)
}

const NO_SUMS: KeyedSums = { keys: new Float64Array(), sums: new Float64Array() }

/** Room for as many keys as a text may have: a number is at least one character. */
const roomFor = ({ length }: Subject, text: string): KeyedSums => {
  const most = Math.floor(text.length / (1 + length))
  return { keys: new Float64Array(most), sums: new Float64Array(most * length) }
}

const firstOf = ({ length }: Subject, { keys, sums }: KeyedSums, count: number): KeyedSums => ({
  keys: keys.subarray(0, count),
  sums: sums.subarray(0, count * length),
})

/** Several texts in one: each added or taken off. */
export const sumRuns = (subject: Subject, runs: readonly SignedTotals[]): KeyedSums => {
  const [longest, ...rest] = [...runs].sort((a, b) => b.sums.length - a.sums.length)
  // Whatever was ever sold is in the longest, but for little.
  const all = longest ? addTotals(subject, NO_SUMS, longest.sums, longest.sign) : NO_SUMS
  const others = rest.map(({ sums, sign }) => addTotals(subject, all, sums, sign)).filter(({ keys }) => keys.length > 0)
  return others.length === 0 ? all : united(subject, [all, ...others])
}

const united = (subject: Subject, parts: readonly KeyedSums[]): KeyedSums => {
  const keys = new Float64Array(parts.reduce((count, part) => count + part.keys.length, 0))
  let at = 0
  for (const part of parts) {
    keys.set(part.keys, at)
    at += part.keys.length
  }
  const whole = noSumsFor(subject, keys)
  for (const part of parts) addKeyed(subject, whole, part)
  return whole
}

/** Adds sums to those of the same keys; keys that are not asked for are passed over. */
export const addKeyed = ({ length }: Subject, into: KeyedSums, from: KeyedSums): void => {
  let place = 0
  for (let i = 0; i < into.keys.length; i += 1) {
    const key = into.keys[i] as number
    while (place < from.keys.length && (from.keys[place] as number) < key) place += 1
    if (from.keys[place] === key) addRow(into.sums, i * length, from.sums, place * length, length, 1)
  }
}

const addRow = (sums: Float64Array, at: number, row: Float64Array, from: number, length: number, sign: 1 | -1): void => {
  for (let i = 0; i < length; i += 1) sums[at + i] = (sums[at + i] as number) + sign * (row[from + i] as number)
}
