/** An answer as the JSON it goes over the wire as, for answers so long that building them first and writing them then costs twice. */
export class JsonText<T> {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** The answer itself, for whoever makes something else of it than JSON. */
  read(): T {
    return JSON.parse(new TextDecoder().decode(this.bytes))
  }
}

const [CLOSE, OPEN_LIST, CLOSE_LIST, COMMA, MINUS, POINT, ZERO] = [125, 91, 93, 44, 45, 46, 48]
const encoder = new TextEncoder()

/** Text as the bytes it is written as; for what is written again and again. */
export const asBytes = (text: string): Uint8Array => encoder.encode(text)

const NULL = asBytes('null')
const POWERS = [1, 10, 100, 1000, 10_000] as const
const LONGEST_NAME = 40
/** A sign, sixteen digits and a point, and one to spare. */
const LONGEST_DECIMAL = 19
/** Below it a number is a machine word, and its digits cost next to nothing. */
const SMALL = 1_000_000_000

/** The name of a member that comes after others, `,"Amount":`, ready to be written many times. */
export class MemberName {
  readonly length: number
  readonly words: Int32Array

  constructor(name: string) {
    const bytes = asBytes(`,${JSON.stringify(name)}:`)
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4)
    padded.set(bytes)
    const view = new DataView(padded.buffer)
    this.length = bytes.length
    this.words = Int32Array.from({ length: padded.length / 4 }, (_, i) => view.getInt32(4 * i, true))
  }
}

/** Writes JSON piece by piece, as JSON.stringify would write the whole. */
export class JsonWriter {
  #bytes: Uint8Array
  #length = 0

  /** @param capacity about how many bytes it will be */
  constructor(capacity = 4096) {
    this.#bytes = new Uint8Array(capacity)
  }

  /** The members of an object of at least one, and then what `more` writes; each piece of that begins with its comma. */
  object(members: object, more: () => void): void {
    this.value(members)
    this.#length -= 1
    more()
    this.#byte(CLOSE)
  }

  /** A member that is a list: `,"name":[…]`, after others. */
  list<T>(name: string, items: readonly T[], write: (item: T, i: number) => void): void {
    this.name(name)
    this.#byte(OPEN_LIST)
    for (let i = 0; i < items.length; i += 1) {
      if (i > 0) this.#byte(COMMA)
      write(items[i] as T, i)
    }
    this.#byte(CLOSE_LIST)
  }

  /** A member's name after others: `,"name":`. */
  name(name: string): void {
    this.copy(asBytes(`,${JSON.stringify(name)}:`))
  }

  value(value: unknown): void {
    this.copy(asBytes(JSON.stringify(value)))
  }

  /** Bytes as they are. */
  copy(bytes: Uint8Array): void {
    this.#room(bytes.length)
    // A loop, since most pieces are a dozen bytes long.
    if (bytes.length > 64) this.#bytes.set(bytes, this.#length)
    else for (let i = 0; i < bytes.length; i += 1) this.#bytes[this.#length + i] = bytes[i] as number
    this.#length += bytes.length
  }

  /** Ends an object that was begun by bytes of its own. */
  end(): void {
    this.#byte(CLOSE)
  }

  /**
   * Members that are decimal numbers told in whole steps, as 1250 hundredths are 12.5; NaN is null.
   * @param names each with its comma and colon, as `,"Amount":`
   * @param steps whole numbers within ±2^53
   * @param decimals 0 to 4 for each
   */
  decimals(names: readonly MemberName[], steps: Float64Array, decimals: readonly number[]): void {
    // Made room for once and counted in a local, since this writes a million bytes to an answer.
    this.#room(names.length * (LONGEST_NAME + LONGEST_DECIMAL))
    const bytes = this.#bytes
    const view = new DataView(bytes.buffer)
    let at = this.#length
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as MemberName
      const { words } = name
      // Four bytes at a time; what is beyond the name is written over by what follows.
      for (let j = 0; j < words.length; j += 1) view.setInt32(at + 4 * j, words[j] as number, true)
      at = putDecimal(bytes, at + name.length, steps[i] as number, decimals[i] as number)
    }
    this.#length = at
  }

  /** What was written. */
  done<T>(): JsonText<T> {
    return new JsonText(this.#bytes.subarray(0, this.#length))
  }

  #byte(byte: number): void {
    this.#room(1)
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count))
    wider.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = wider
  }
}

/** Writes a decimal at a place and answers where it ends. */
const putDecimal = (bytes: Uint8Array, at: number, steps: number, decimals: number): number => {
  if (Number.isNaN(steps)) return putText(bytes, at, NULL)
  if (steps < 0) {
    bytes[at] = MINUS
    return putSize(bytes, at + 1, -steps, decimals)
  }
  return putSize(bytes, at, steps, decimals)
}

const putSize = (bytes: Uint8Array, at: number, size: number, decimals: number): number => {
  const power = POWERS[decimals] as number
  if (size >= SMALL) {
    const whole = Math.floor(size / power)
    return putRest(bytes, putText(bytes, at, asBytes(String(whole))), (size - whole * power) | 0, power)
  }
  const int = size | 0
  if (decimals === 2) return putHundredths(bytes, at, int)
  const whole = (int / power) | 0
  return putRest(bytes, putDigits(bytes, at, whole), int - whole * power, power)
}

/** Most figures: divided by a number the compiler knows, at a third of the cost. */
const putHundredths = (bytes: Uint8Array, at: number, int: number): number => {
  const whole = (int / 100) | 0
  const end = putDigits(bytes, at, whole)
  const rest = int - whole * 100
  if (rest === 0) return end
  const tenths = (rest / 10) | 0
  const hundredths = rest - tenths * 10
  bytes[end] = POINT
  bytes[end + 1] = ZERO + tenths
  if (hundredths === 0) return end + 2
  bytes[end + 2] = ZERO + hundredths
  return end + 3
}

const putRest = (bytes: Uint8Array, at: number, rest: number, power: number): number => {
  if (rest === 0) return at
  bytes[at] = POINT
  let end = at + 1
  let left = rest | 0
  for (let place = (power / 10) | 0; left > 0; place = (place / 10) | 0) {
    const digit = (left / place) | 0
    bytes[end] = ZERO + digit
    end += 1
    left -= digit * place
  }
  return end
}

const putDigits = (bytes: Uint8Array, at: number, whole: number): number => {
  let count = 1
  for (let limit = 10; whole >= limit; limit *= 10) count += 1
  let left = whole
  for (let place = at + count - 1; place >= at; place -= 1) {
    const shorter = (left / 10) | 0
    bytes[place] = ZERO + left - shorter * 10
    left = shorter
  }
  return at + count
}

const putText = (bytes: Uint8Array, at: number, text: Uint8Array): number => {
  for (let i = 0; i < text.length; i += 1) bytes[at + i] = text[i] as number
  return at + text.length
}
