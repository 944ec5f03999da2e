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

/** The numbers of each text, side by side in one piece of memory: a report reads two hundred texts, and each piece of its own would cost more than its numbers. */
export const unpackNumbers = (texts: readonly string[]): PackedNumbers[] => {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + roomFor(text), 0))
  let at = 0
  return texts.map((text) => {
    const end = at + bytes.write(text, at, 'base64')
    const [from, isWide] = [at + HEAD_BYTES, bytes[at] === WIDE_BYTES]
    at += roomFor(text)
    if (end <= from) return new Int32Array()
    return isWide ? new Float64Array(bytes.buffer, from, (end - from) / WIDE_BYTES) : new Int32Array(bytes.buffer, from, (end - from) / NARROW_BYTES)
  })
}

/** Four characters are three bytes, and doubles begin at every eighth. */
const roomFor = ({ length }: string): number => Math.ceil((length * 3) / 4 / WIDE_BYTES) * WIDE_BYTES
