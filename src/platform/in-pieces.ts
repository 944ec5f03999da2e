import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const PIECE_BYTES = 32 * 1024
/** How many pieces are handed over before everybody else has a turn: about half a millisecond of work. */
const PIECES_A_TURN = 8

/**
 * Sends a megabyte to anybody who asks, some of whom do not read: handed to the system whole it is copied there and then, and a thousand such callers kept
 * everybody else waiting for five seconds. Pieces wait in one line for all callers, and other work comes in between.
 */
export const sendInPieces = (reply: FastifyReply, bytes: Buffer): FastifyReply => {
  const pieces = async function* () {
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      await turn()
      yield bytes.subarray(from, from + PIECE_BYTES)
    }
  }
  return reply.header('content-length', bytes.length).send(Readable.from(pieces(), { objectMode: false }))
}

const line: (() => void)[] = []

/** Waits until it is one's turn. */
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    if (line.push(resolve) === 1) setImmediate(nextTurns)
  })

const nextTurns = (): void => {
  for (const next of line.splice(0, PIECES_A_TURN)) next()
  if (line.length > 0) setImmediate(nextTurns)
}
