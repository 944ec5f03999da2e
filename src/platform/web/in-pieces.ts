import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const PIECE_BYTES = 32 * 1024
/** How many pieces are handed over before everybody else has a turn: about half a millisecond of work. */
const PIECES_A_TURN = 8

/**
 * Sends a megabyte to anybody who asks, some of whom do not read: handed to the system whole it is copied there and then, and a thousand such callers kept
 * everybody else waiting for five seconds. Pieces wait in one line for all callers, and other work comes in between.
 */
export const sendInPieces = (reply: FastifyReply, bytes: Buffer): FastifyReply => reply.header('content-length', bytes.length).send(new Pieces(bytes))

class Pieces extends Readable {
  readonly #bytes: Buffer
  #from = 0

  constructor(bytes: Buffer) {
    super()
    this.#bytes = bytes
  }

  override _read(): void {
    if (line.push(this) === 1) setImmediate(nextTurns)
  }

  /** Its turn has come. */
  next(): void {
    if (this.destroyed) return
    const from = this.#from
    this.#from += PIECE_BYTES
    this.push(from < this.#bytes.length ? this.#bytes.subarray(from, this.#from) : null)
  }
}

const line: Pieces[] = []

const nextTurns = (): void => {
  for (const pieces of line.splice(0, PIECES_A_TURN)) pieces.next()
  if (line.length > 0) setImmediate(nextTurns)
}
