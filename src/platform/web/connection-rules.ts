import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '#platform/settings.ts'

/** Plain http is for this very machine: from anywhere else, and through a proxy that took it, whatever was sent could be read on the way. */
export const isPlainFromAfar = ({ trustProxy }: Settings, request: FastifyRequest): boolean => {
  if (request.protocol === 'https') return false
  const nearest = request.socket.remoteAddress
  const cameThroughProxy = trustProxy?.(nearest, 0) === true && request.headers['x-forwarded-proto'] !== undefined
  return cameThroughProxy || !LOOPBACK.test(nearest ?? '')
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** Whether a request names one host at most: with two, a proxy in between may have taken the other one for the host that is meant. */
export const hasOneHost = ({ rawHeaders, headers }: IncomingMessage): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts <= 1 && !/[\s,/\\@?#]/.test(headers.host ?? '')
}

/** Whether a caller has announced a body and has not sent all of it. */
export const isStillSending = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
