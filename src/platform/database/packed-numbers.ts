import { UnsoundSums } from '#shared/stored-sums.ts'

/**
 * Numbers as text that is read without looking at digits: base64 of little-endian words, as they lie in memory on every machine this runs on. First how wide a
 * number is, in bytes, and from the fourth byte on how many there are; from the eighth on the numbers, each 32 bits, or a double where one of them needs it.
 * WORDS_FORM names this form.
 */

const HEAD_BYTES = 8
const COUNT_AT = 4
const NARROW_BYTES = 4
const WIDE_BYTES = 8

/** Numbers as they are read back: those of a double are told to the last one. */
export type PackedNumbers = Int32Array | Float64Array

/**
 * The text of whole numbers.
 * @throws UnsoundSums where one is beyond 2^53, since it could not be told to the cent
 */
export const packNumbers = (numbers: readonly number[]): string => {
  if (!numbers.every(Number.isSafeInteger)) throw new UnsoundSums('A sum beyond 2^53 cannot be told to the cent.')
  const isWide = numbers.some((number) => (number | 0) !== number)
  const width = isWide ? WIDE_BYTES : NARROW_BYTES
  const bytes = new Uint8Array(HEAD_BYTES + numbers.length * width)
  bytes[0] = width
  new DataView(bytes.buffer).setUint32(COUNT_AT, numbers.length, true)
  const packed = isWide ? new Float64Array(bytes.buffer, HEAD_BYTES) : new Int32Array(bytes.buffer, HEAD_BYTES)
  packed.set(numbers)
  return Buffer.from(bytes.buffer).toString('base64')
}

/**
 * The numbers of each text.
 * @throws UnsoundSums where one is cut short
 */
export const unpackNumbers = (texts: readonly string[]): PackedNumbers[] =>
  decoded(texts, (bytes, from, end) => {
    const first = from + HEAD_BYTES
    const width = bytes[from]
    const count = end < first ? 0 : bytes.readUInt32LE(from + COUNT_AT)
    if (end < first || (width !== NARROW_BYTES && width !== WIDE_BYTES) || end - first !== count * width) throw new UnsoundSums('Stored sums are cut short.')
    return width === WIDE_BYTES ? new Float64Array(bytes.buffer, first, count) : new Int32Array(bytes.buffer, first, count)
  })

/** The text of bits: how many bytes they take, then those. */
export const packBits = (bytes: Uint8Array): string => {
  const packed = Buffer.alloc(NARROW_BYTES + bytes.length)
  packed.writeUInt32LE(bytes.length)
  packed.set(bytes, NARROW_BYTES)
  return packed.toString('base64')
}

/**
 * The bits of each text of `packBits`, by the word; what is missing of the last one is zero.
 * @throws UnsoundSums where one is cut short
 */
export const unpackBits = (texts: readonly string[]): Int32Array[] =>
  decoded(texts, (bytes, from, end) => {
    const first = from + NARROW_BYTES
    if (end < first || bytes.readUInt32LE(from) !== end - first) throw new UnsoundSums('Stored bits are cut short.')
    const words = Math.ceil((end - first) / NARROW_BYTES)
    bytes.fill(0, end, first + words * NARROW_BYTES)
    return new Int32Array(bytes.buffer, first, words)
  })

/** What each text is in bytes, side by side in one piece of memory: a report reads two hundred texts, and each piece of its own would cost more than its numbers. */
const decoded = <T>(texts: readonly string[], read: (bytes: Buffer, from: number, end: number) => T): T[] => {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + roomFor(text), 0))
  let from = 0
  return texts.map((text) => {
    const end = from + bytes.write(text, from, 'base64')
    const one = read(bytes, from, end)
    from += roomFor(text)
    return one
  })
}

/** Four characters are three bytes, and doubles begin at every eighth. */
const roomFor = ({ length }: string): number => Math.ceil((length * 3) / 4 / WIDE_BYTES) * WIDE_BYTES
