import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What came over the wire: how many bytes of answer, and how long the server says it took, in milliseconds, where it says so. */
export interface Heard {
  bytes: number
  insideMs: number | undefined
}

const HEAD_END = '\r\n\r\n'
const ROOM_BYTES = 512 * 1024

/**
 * One connection that is kept open and asked one question after the other, heard to the last byte and no further: the caller shares the machine with the
 * server, and a client that makes a text of three megabytes takes as long as they were on their way.
 */
export class Wire {
  readonly #url: URL
  #socket: Socket | undefined
  #hear: ((bytes: Buffer) => void) | undefined
  #fail: ((error: Error) => void) | undefined

  constructor(url: string) {
    this.#url = new URL(url)
  }

  /** @throws with the server's words for anything but 200 */
  async get(path: string, authorization: string): Promise<Heard> {
    const socket = await this.#connected()
    const answer = new Promise<Heard>((resolve, reject) => {
      const reading = new Reading()
      this.#fail = reject
      this.#hear = (bytes) => {
        try {
          if (!reading.take(bytes)) return
          if (reading.isLast) this.end()
          resolve(reading.heard())
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
      this.#hear?.(Buffer.from(room.buffer, room.byteOffset, length))
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

/** An answer as it comes: its head whole, of its body the length, and of a refusal the words. */
class Reading {
  #head = ''
  #words = ''
  #length = -1
  #bytes = 0

  /** Whether that was the last of it. */
  take(piece: Buffer): boolean {
    const body = this.#length < 0 ? this.#takeHead(piece) : piece
    if (this.#length < 0) return false
    this.#bytes += body.length
    if (!this.#isGood) this.#words += body.toString()
    return this.#bytes >= this.#length
  }

  heard(): Heard {
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
    if (length === undefined) throw new Error('An answer that does not say how long it is cannot be timed.')
    this.#length = Number(length)
    return piece.subarray(end + HEAD_END.length - before)
  }
}
