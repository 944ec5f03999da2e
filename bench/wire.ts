import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What came over the wire: how many bytes of answer, and how long the server says it took, in milliseconds, where it says so. */
export interface WireAnswer {
  bytes: number
  insideMs: number | undefined
}

const HEAD_END = '\r\n\r\n'
const ROOM_BYTES = 512 * 1024

/**
 * One connection that is kept open and asked one question after the other, read to the last byte and no further: the caller shares the machine with the
 * server, and a client that makes a text of three megabytes takes as long as they were on their way.
 */
export class Wire {
  readonly #url: URL
  #socket: Socket | undefined
  #onBytes: ((bytes: Buffer) => void) | undefined
  #fail: ((error: Error) => void) | undefined

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** @throws with the server's words for anything but 200 */
  async get(path: string, authorization: string): Promise<WireAnswer> {
    const socket = await this.#connected()
    const answer = new Promise<WireAnswer>((resolve, reject) => {
      const reading = new Reading()
      this.#fail = reject
      this.#onBytes = (bytes) => {
        try {
          if (!reading.take(bytes)) return
          if (reading.isLast) this.end()
          resolve(reading.answer())
        } catch (error) {
          reject(error)
        }
      }
    })
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${this.#url.host}\r\nauthorization: ${authorization}\r\n\r\n`)
    return answer
  }

  end(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #connected(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed) return this.#socket
    const callback = (length: number, room: Uint8Array) => {
      this.#onBytes?.(Buffer.from(room.buffer, room.byteOffset, length))
      return true
    }
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), noDelay: true, onread: { buffer: Buffer.alloc(ROOM_BYTES), callback } })
    socket.on('close', () => this.#fail?.(new Error('The server closed the connection.')))
    await once(socket, 'connect')
    socket.on('error', (error) => this.#fail?.(error))
    this.#socket = socket
    return socket
  }
}

/** An answer as it comes: its head whole, of its body the length, of a refusal the words. */
class Reading {
  #head = ''
  #words = ''
  #bytes = 0
  #body: Body | undefined

  /** Whether that was the last of it. */
  take(piece: Buffer): boolean {
    const rest = this.#body ? piece : this.#takeHead(piece)
    if (!this.#body) return false
    return this.#body.take(rest, (bytes) => {
      this.#bytes += bytes.length
      if (!this.#isGood) this.#words += bytes.toString()
    })
  }

  answer(): WireAnswer {
    if (!this.#isGood) throw new Error(`${this.#head.slice(9, 12)} ${this.#words.slice(0, 300)}`)
    const told = /^server-timing:.*dur=([\d.]+)/im.exec(this.#head)?.[1]
    return { bytes: this.#bytes, insideMs: told === undefined ? undefined : Number(told) }
  }

  /** Whether the server takes no further question on the connection. */
  get isLast(): boolean {
    return /^connection: close/im.test(this.#head)
  }

  get #isGood(): boolean {
    return this.#head.startsWith('HTTP/1.1 200')
  }

  #takeHead(piece: Buffer): Buffer {
    const before = Buffer.byteLength(this.#head, 'latin1')
    this.#head += piece.toString('latin1')
    const end = this.#head.indexOf(HEAD_END)
    if (end < 0) return piece
    this.#head = this.#head.slice(0, end)
    const length = /^content-length: (\d+)/im.exec(this.#head)?.[1]
    this.#body = length === undefined ? new Chunked() : new Measured(Number(length))
    return piece.subarray(end + HEAD_END.length - before)
  }
}

interface Body {
  /** Takes what came, hands on what is of the body, and answers whether that was the last of it. */
  take(piece: Buffer, hand: (bytes: Buffer) => void): boolean
}

/** A body whose length was told. */
class Measured implements Body {
  #left: number

  constructor(length: number) {
    this.#left = length
  }

  take(piece: Buffer, hand: (bytes: Buffer) => void): boolean {
    this.#left -= piece.length
    hand(piece)
    return this.#left <= 0
  }
}

/** A body in chunks, each with its length before it; the last has none. */
class Chunked implements Body {
  /** What is left of a chunk, its line end included. */
  #left = 0
  #line = ''
  #ending: string | undefined

  take(piece: Buffer, hand: (bytes: Buffer) => void): boolean {
    for (let at = 0; at < piece.length; ) {
      if (this.#ending !== undefined) {
        this.#ending += piece.toString('latin1', at)
        return `\r\n${this.#ending}`.endsWith(HEAD_END)
      }
      if (this.#left > 0) {
        const part = piece.subarray(at, at + this.#left)
        hand(this.#left > 2 ? part.subarray(0, this.#left - 2) : part.subarray(0, 0))
        this.#left -= part.length
        at += part.length
        continue
      }
      const end = piece.indexOf(10, at)
      this.#line += piece.toString('latin1', at, end < 0 ? piece.length : end + 1)
      if (end < 0) return false
      at = end + 1
      const length = Number.parseInt(this.#line, 16)
      this.#line = ''
      if (length === 0) this.#ending = ''
      else this.#left = length + 2
    }
    return false
  }
}
