import type { DecimalLists, DecimalMembers, KeptTexts } from './json-decimals.ts'
import { giveRoom, takeRoom } from './json-rooms.ts'

/** An answer as the JSON it goes over the wire as, for answers so long that building them first and writing them then costs twice. */
export abstract class WrittenJson<T> {
  /** The answer itself, for whoever makes something else of it than JSON. */
  abstract read(): T
}

/** The whole of it. */
export class JsonText<T> extends WrittenJson<T> {
  #bytes: Uint8Array | undefined

  constructor(bytes: Uint8Array) {
    super()
    this.#bytes = bytes
  }

  /** @throws after its room was given back, where others write by now */
  get bytes(): Uint8Array {
    if (!this.#bytes) throw new Error('This answer was sent, and its room is in use again.')
    return this.#bytes
  }

  read(): T {
    return JSON.parse(new TextDecoder().decode(this.bytes))
  }

  /** Gives its room back, to be written in by the next: for whoever has sent it to the last byte, or knows that nobody reads it any more. */
  giveBack(): void {
    if (this.#bytes) giveRoom(this.#bytes)
    this.#bytes = undefined
  }
}

/** What has been written goes on its way once it is so long; whoever asked reads it while the rest is written. */
const PIECE_BYTES = 256 * 1024

/**
 * An answer of megabytes, written piece by piece while those before it are on their way: its reader has read most of it when the last is written.
 */
export class JsonPieces<T> extends WrittenJson<T> {
  readonly #write: (json: JsonWriter) => Generator<undefined, void>
  readonly #longest: number

  /**
   * @param longest about how many bytes are written before `isLong` is asked again
   * @param write writes the answer, and yields where it is long for what is written to go; called again for each who reads it
   */
  constructor(longest: number, write: (json: JsonWriter) => Generator<undefined, void>) {
    super()
    this.#longest = longest
    this.#write = write
  }

  /** Writes it: all pieces but the last are yielded, the last is what it comes to. Of an answer that is not long there is one. */
  *pieces(): Generator<JsonText<T>, JsonText<T>> {
    const json = new JsonWriter(PIECE_BYTES + this.#longest)
    for (const _ of this.#write(json)) yield json.cut()
    return json.done()
  }

  read(): T {
    const pieces = [...this.#all()]
    const decoder = new TextDecoder()
    const text = pieces.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join('')
    for (const piece of pieces) piece.giveBack()
    return JSON.parse(text)
  }

  *#all(): Generator<JsonText<T>, void> {
    yield yield* this.pieces()
  }
}

const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA] = [123, 125, 91, 93, 44]
const [SPACE, QUOTE, BACKSLASH, TILDE] = [32, 34, 92, 126]
const encoder = new TextEncoder()

/** Writes JSON piece by piece, as JSON.stringify would write the whole. */
export class JsonWriter {
  #bytes: Uint8Array
  #view: DataView
  #length = 0

  /** @param capacity about how many bytes it will be */
  constructor(capacity = 4096) {
    this.#bytes = takeRoom(capacity)
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** Whether so much is written that it should go on its way. */
  get isLong(): boolean {
    return this.#length >= PIECE_BYTES
  }

  /** Begins an object with members, at least one; each further piece begins with its comma, and `end` ends it. */
  begin(members: object): void {
    this.value(members)
    this.#length -= 1
  }

  /** The members of an object of at least one, and then what `more` writes; each piece of that begins with its comma. */
  object(members: object, more: () => void): void {
    this.begin(members)
    more()
    this.#byte(CLOSE)
  }

  /** A list of at least one text, and then what `more` writes; each piece of that begins with its comma. */
  row(texts: readonly string[], more: () => void): void {
    let before = OPEN_LIST
    for (const text of texts) {
      this.#byte(before)
      this.text(text)
      before = COMMA
    }
    more()
    this.#byte(CLOSE_LIST)
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

  /** The same of items that are many or long: it yields wherever what is written should go. */
  *longList<T>(name: string, items: readonly T[], write: (item: T, i: number) => void): Generator<undefined, void> {
    this.name(name)
    this.#byte(OPEN_LIST)
    for (let i = 0; i < items.length; i += 1) {
      if (i > 0) this.#byte(COMMA)
      write(items[i] as T, i)
      if (this.isLong) yield
    }
    this.#byte(CLOSE_LIST)
  }

  /** A member that is a list of objects: `,"name":[…]`. Each begins as its text says, and then comes what `write` writes. */
  objects(name: string, beginnings: KeptTexts, write: (i: number) => void): void {
    this.name(name)
    this.#byte(OPEN_LIST)
    for (let i = 0; i < beginnings.count; i += 1) {
      if (i > 0) this.#byte(COMMA)
      this.kept(beginnings, i)
      write(i)
      this.#byte(CLOSE)
    }
    this.#byte(CLOSE_LIST)
  }

  /** A member's name after others: `,"name":`. */
  name(name: string): void {
    this.#text(`,${JSON.stringify(name)}:`)
  }

  value(value: unknown): void {
    this.#text(JSON.stringify(value))
  }

  /** JSON as it is, written before: the beginning of an object that stands in an answer many times. */
  raw(text: string): void {
    this.#text(text)
  }

  /** A text as JSON: letter by letter where it is plain ASCII, as codes and most names are. */
  text(text: string): void {
    this.#room(text.length + 2)
    const bytes = this.#bytes
    let at = this.#length
    bytes[at++] = QUOTE
    for (let i = 0; i < text.length; i += 1) {
      const char = text.charCodeAt(i)
      if (char < SPACE || char > TILDE || char === QUOTE || char === BACKSLASH) {
        this.#text(JSON.stringify(text))
        return
      }
      bytes[at++] = char
    }
    bytes[at++] = QUOTE
    this.#length = at
  }

  /** Text as it is, of ASCII characters. */
  ascii(text: string): void {
    this.#room(text.length)
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  /** Begins an object with members that are decimal numbers, at least one. */
  beginDecimals(members: DecimalMembers, steps: Float64Array): void {
    const from = this.#length
    this.decimals(members, steps)
    // It begins where the comma before the first of them was written.
    this.#bytes[from] = OPEN
  }

  /** Ends an object that was begun by bytes of its own. */
  end(): void {
    this.#byte(CLOSE)
  }

  /** JSON as it is, by its place among kept texts. */
  kept(texts: KeptTexts, i: number): void {
    this.#room(texts.longest)
    this.#length = texts.put(this.#view, this.#length, i)
  }

  /** Members that are decimal numbers, after others. */
  decimals(members: DecimalMembers, steps: Float64Array): void {
    this.#room(members.longest)
    this.#length = members.put(this.#view, this.#length, steps)
  }

  /** The same as an object of their own, at least one: `{…}` after a member's name. */
  decimalObject(members: DecimalMembers, steps: Float64Array): void {
    this.beginDecimals(members, steps)
    this.#byte(CLOSE)
  }

  /**
   * An object of lists of decimal numbers, `{"…":[…],…}` after a member's name.
   * @param steps rows of as many numbers as there are lists
   */
  decimalLists(lists: DecimalLists, steps: Float64Array, rows: number): void {
    const longest = lists.longest(rows)
    for (let i = 0; i < lists.count; i += 1) {
      this.#room(longest)
      this.#length = lists.put(this.#view, this.#length, i, steps, { first: i, stride: lists.count, count: rows })
    }
    this.#byte(CLOSE)
  }

  /** What was written so far; it goes on in a room of its own. */
  cut<T>(): JsonText<T> {
    const piece = this.done<T>()
    this.#bytes = takeRoom(this.#bytes.length)
    this.#view = new DataView(this.#bytes.buffer)
    this.#length = 0
    return piece
  }

  /** What was written. */
  done<T>(): JsonText<T> {
    return new JsonText(this.#bytes.subarray(0, this.#length))
  }

  #text(text: string): void {
    // A character is at most three bytes; written where they are to stand, nothing is copied.
    this.#room(3 * text.length)
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written
  }

  #byte(byte: number): void {
    this.#room(1)
    this.#bytes[this.#length] = byte
    this.#length += 1
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return
    const wider = takeRoom(Math.max(this.#bytes.length * 2, this.#length + count))
    wider.set(this.#bytes.subarray(0, this.#length))
    giveRoom(this.#bytes)
    this.#bytes = wider
    this.#view = new DataView(wider.buffer)
  }
}
