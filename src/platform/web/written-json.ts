import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { JsonPieces, JsonText, type WrittenJson } from '#shared/json-text.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Sends an answer as it was written, or as it is being written.
 * @param timing what the answer cost so far, told with it where it is given: in its head, or after the last of its pieces
 */
export const sendWritten = (request: FastifyRequest, reply: FastifyReply, answer: WrittenJson<unknown>, timing: (() => string) | undefined) => {
  reply.type(JSON_TYPE)
  if (answer instanceof JsonText) return sendWhole(reply, answer, timing)
  if (!(answer instanceof JsonPieces)) throw new Error('There are texts and pieces of JSON.')
  const pieces = answer.pieces()
  const first = pieces.next()
  if (first.done) return sendWhole(reply, first.value, timing)
  // Older callers do not know pieces, as some proxies are towards what is behind them.
  if (request.raw.httpVersion === '1.0') return reply.send(JSON.stringify(answer.read()))
  let header = ''
  if (timing) reply.trailer('server-timing', async () => header)
  const sent: JsonText<unknown>[] = []
  giveBackAtEnd(reply, sent)
  let next: IteratorResult<JsonText<unknown>, JsonText<unknown>> | undefined = first
  const writing = new Readable({
    read() {
      const { value, done } = next ?? pieces.next()
      next = undefined
      sent.push(value)
      this.push(bufferOf(value))
      if (!done) return
      header = timing?.() ?? ''
      this.push(null)
    },
  })
  return reply.send(writing)
}

const sendWhole = (reply: FastifyReply, text: JsonText<unknown>, timing: (() => string) | undefined) => {
  if (timing) reply.header('server-timing', timing())
  giveBackAtEnd(reply, [text])
  return reply.send(bufferOf(text))
}

/** Once all of it is with the system, or the connection is gone, nobody reads it any more. */
const giveBackAtEnd = (reply: FastifyReply, texts: readonly JsonText<unknown>[]): void => {
  reply.raw.once('close', () => {
    for (const text of texts) text.giveBack()
  })
}

const bufferOf = ({ bytes: { buffer, byteOffset, length } }: JsonText<unknown>): Buffer => Buffer.from(buffer, byteOffset, length)
