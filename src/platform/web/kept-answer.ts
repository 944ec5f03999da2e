import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A public answer that is given many times: written once, and known by its hash to whoever has it already. It is good in any browser and any cache
 * for a few seconds, so nothing of one caller may be in it.
 */
export class KeptAnswer<T> {
  readonly text: string
  readonly etag: string
  readonly seconds: number

  /**
   * @param value as its contract has it: it is not looked through again for each who reads it
   * @param seconds how long whoever reads it may keep it
   */
  constructor(value: T, seconds: number) {
    this.text = JSON.stringify(value)
    // Weak: the bytes differ by how they are squeezed on the way.
    this.etag = `W/"${createHash('sha256').update(this.text).digest('base64url').slice(0, 22)}"`
    this.seconds = seconds
  }

  read(): T {
    return JSON.parse(this.text)
  }
}

/** Sends it, or says that nothing changed; pages of other sites may read it. */
export const sendKept = (request: FastifyRequest, reply: FastifyReply, { text, etag, seconds }: KeptAnswer<unknown>) => {
  reply.header('etag', etag).header('cache-control', `public, max-age=${seconds}`)
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

const isKnown = (sent: string | undefined, etag: string): boolean => sent?.split(',').some((one) => ['*', etag, etag.slice(2)].includes(one.trim())) ?? false
