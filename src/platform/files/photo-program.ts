import { setPriority } from 'node:os'
import sharp from 'sharp'
import { MOST_PIXELS, NOT_READABLE, TOO_MANY_PIXELS } from './photo-limits.ts'

// This program reads one photo and writes its picture as a new JPEG, without metadata.

const LEAST_URGENT = 10
const QUALITY = 82

const sent = async (): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

// Requests to the server go first.
setPriority(LEAST_URGENT)
// Only these decoders read what users upload. Files are never opened by name.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
sharp.concurrency(1)
try {
  const photo = sharp(await sent(), { failOn: 'error', limitInputPixels: false })
  const { width, height } = await photo.metadata()
  if (width * height > MOST_PIXELS) process.exitCode = TOO_MANY_PIXELS
  else process.stdout.write(await photo.autoOrient().flatten({ background: 'white' }).jpeg({ quality: QUALITY }).toBuffer())
} catch {
  process.exitCode = NOT_READABLE
}
