import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { failure } from '#shared/failure.ts'
import { placeOf } from './large-bodies.ts'

/**
 * Reads a body into memory, up to the limit of its route. Of one that is compressed counts what it is unpacked.
 * @param payload the body, unpacked
 * @throws TooLarge, BadRequest where it breaks off, Unavailable where there is no room for it
 */
export const readBody = async (request: FastifyRequest, payload: Readable): Promise<Buffer> => {
  const { bodyLimit, config } = request.routeOptions
  const tooLarge = () => failure('TooLarge', { limit: (config as { largestBody?: string }).largestBody ?? '100 KB' })
  const place = placeOf(request)
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > bodyLimit) throw tooLarge()
  if (request.headers['content-encoding'] === undefined) place?.grow(announced)
  return collected(payload, (bytes) => {
    if (bytes > bodyLimit) throw tooLarge()
    place?.grow(bytes)
  })
}

/** @param judge told after each piece how many bytes have come; what it throws ends the reading */
const collected = (payload: Readable, judge: (bytes: number) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const take = (piece: Buffer) => {
      bytes += piece.length
      try {
        judge(bytes)
        pieces.push(piece)
      } catch (error) {
        giveUp(error as Error)
      }
    }
    const giveUp = (error: Error) => {
      payload.off('data', take).pause()
      pieces.length = 0
      reject(error)
    }
    const breakOff = () => giveUp(failure('BadRequest'))
    // Its caller has gone while it was asked who they are.
    if (payload.destroyed) return breakOff()
    payload.on('data', take)
    payload.once('end', () => {
      payload.off('close', breakOff)
      resolve(Buffer.concat(pieces, bytes))
    })
    payload.once('error', breakOff)
    payload.once('close', breakOff)
    // What unpacks a body waits to be told.
    payload.resume()
  })
