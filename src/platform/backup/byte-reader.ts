const NEWLINE = 10

/** Reads a stream of bytes by lines and by counted pieces, holding no more than what is asked for. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next line without its line feed; undefined where the stream ends, or where no line ends within so many bytes. */
  async line(mostBytes: number): Promise<Buffer | undefined> {
    for (;;) {
      const end = this.#held.indexOf(NEWLINE)
      if (end >= 0) return this.#take(end + 1).subarray(0, end)
      if (this.#held.length > mostBytes) return undefined
      const more = await this.#chunks.next()
      if (more.done) return undefined
      this.#held = Buffer.concat([this.#held, more.value])
    }
  }

  /** The next so many bytes; undefined where the stream ends before. */
  async bytes(count: number): Promise<Buffer | undefined> {
    if (this.#held.length >= count) return this.#take(count)
    const pieces = [this.#held]
    for (let missing = count - this.#held.length; missing > 0; ) {
      const more = await this.#chunks.next()
      if (more.done) return undefined
      pieces.push(more.value)
      missing -= more.value.length
    }
    this.#held = Buffer.concat(pieces)
    return this.#take(count)
  }

  /** Whether nothing comes any more. */
  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const more = await this.#chunks.next()
      if (more.done) return true
      this.#held = more.value
    }
    return false
  }

  #take(count: number): Buffer {
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }
}
