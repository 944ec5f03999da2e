/**
 * Numbers as text that is read without looking at digits: base64 of little-endian words, as they lie in memory on every machine this runs on. First how wide a
 * number is, in bytes, and room up to the eighth; then the numbers, each 32 bits, or a double where one of them needs it.
 */

const HEAD_BYTES = 8
const NARROW_BYTES = 4
const WIDE_BYTES = 8

/** Numbers as they are read back: those of a double are told to the last one. */
export type PackedNumbers = Int32Array | Float64Array

/**
 * The text of whole numbers; empty without any.
 * @throws where one is beyond 2^53, since it could not be told to the cent
 */
export const packNumbers = (numbers: readonly number[]): string => {
  if (numbers.length === 0) return ''
  if (!numbers.every(Number.isSafeInteger)) throw new Error('A sum beyond 2^53 cannot be told to the cent.')
  const isWide = numbers.some((number) => (number | 0) !== number)
  const width = isWide ? WIDE_BYTES : NARROW_BYTES
  const bytes = new Uint8Array(HEAD_BYTES + numbers.length * width)
  bytes[0] = width
  const packed = isWide ? new Float64Array(bytes.buffer, HEAD_BYTES) : new Int32Array(bytes.buffer, HEAD_BYTES)
  packed.set(numbers)
  return Buffer.from(bytes.buffer).toString('base64')
}

/** The numbers of each text. */
export const unpackNumbers = (texts: readonly string[]): PackedNumbers[] =>
  decoded(texts, (bytes, from, end) => {
    const first = from + HEAD_BYTES
    if (end <= first) return new Int32Array()
    return bytes[from] === WIDE_BYTES
      ? new Float64Array(bytes.buffer, first, (end - first) / WIDE_BYTES)
      : new Int32Array(bytes.buffer, first, (end - first) / NARROW_BYTES)
  })

/** The bits of each text that is base64 of bytes, by the word; what is missing of the last one is zero. */
export const unpackBits = (texts: readonly string[]): Int32Array[] =>
  decoded(texts, (bytes, from, end) => {
    const words = Math.ceil((end - from) / NARROW_BYTES)
    bytes.fill(0, end, from + words * NARROW_BYTES)
    return new Int32Array(bytes.buffer, from, words)
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
