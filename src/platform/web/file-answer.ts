import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** What a call may answer instead of JSON: a file to be saved. */
export class FileAnswer {
  readonly name: string
  readonly type: string
  /** What is not all there yet is sent as it comes. */
  readonly content: string | Buffer | AsyncIterable<Buffer>

  constructor(name: string, type: string, content: FileAnswer['content']) {
    this.name = name
    this.type = type
    this.content = content
  }
}

/** Sends a file under its name; the plain spelling is for programs that know no other. */
export const sendFile = (reply: FastifyReply, { name, type, content }: FileAnswer) =>
  reply
    .header('content-disposition', `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`)
    .type(type)
    .send(typeof content === 'string' || Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false }))
