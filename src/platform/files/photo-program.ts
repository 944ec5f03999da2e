import { setPriority } from 'node:os'
import jpeg from 'jpeg-js'
import { MOST_MEGAPIXELS, NOT_READABLE, TOO_MANY_PIXELS } from './photo-limits.ts'

// A program of its own: it reads one photo and writes its picture anew, without anything else that was in the file.

const LEAST_URGENT = 10
const QUALITY = 82
const DECODER_MB = 200

const sent = async (): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

// Whoever waits for an answer of the server goes first.
setPriority(LEAST_URGENT)
try {
  const { width, height, data } = jpeg.decode(await sent(), {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: MOST_MEGAPIXELS,
    maxMemoryUsageInMB: DECODER_MB,
  })
  process.stdout.write(jpeg.encode({ width, height, data }, QUALITY).data)
} catch (error) {
  process.exitCode = /maxResolutionInMP/.test(String(error)) ? TOO_MANY_PIXELS : NOT_READABLE
}
