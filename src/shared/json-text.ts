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
/** Below it a number is a machine word, and its digits cost next to nothing. */
const SMALL = 1_000_000_000

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
   * A decimal number told in whole steps, as 1250 hundredths are 12.5; NaN is null.
   * @param steps a whole number within ±2^53
   * @param decimals 0 to 4
   */
  decimal(steps: number, decimals: number): void {
    if (Number.isNaN(steps)) {
      this.copy(NULL)
      return
    }
    if (steps < 0) this.#byte(MINUS)
    const power = POWERS[decimals] as number
    const size = Math.abs(steps)
    const whole = size < SMALL ? (size / power) | 0 : Math.floor(size / power)
    this.#digits(whole)
    let rest = size - whole * power
    if (rest === 0) return
    this.#byte(POINT)
    for (let place = power / 10; rest > 0; place /= 10) {
      const digit = (rest / place) | 0
      this.#byte(ZERO + digit)
      rest -= digit * place
    }
  }

  /** What was written. */
  done<T>(): JsonText<T> {
    return new JsonText(this.#bytes.subarray(0, this.#length))
  }

  #digits(whole: number): void {
    if (whole >= SMALL) {
      this.copy(asBytes(String(whole)))
      return
    }
    let count = 1
    for (let limit = 10; whole >= limit; limit *= 10) count += 1
    this.#room(count)
    let left = whole
    for (let at = this.#length + count - 1; at >= this.#length; at -= 1) {
      const shorter = (left / 10) | 0
      this.#bytes[at] = ZERO + left - shorter * 10
      left = shorter
    }
    this.#length += count
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
