import { Transform } from 'node:stream'
import type { Opens } from './text-file.adapter.ts'

/** A file to be imported, and how long it is, so that one can tell how far one is. */
export interface WatchedFile {
  opens: Opens
  size: number
  /** The most it may be once unpacked. */
  most?: number
}

/** The file, counting the bytes that are read of it. */
export const watched = ({ opens, size }: WatchedFile): { opens: Opens; read: { bytes: number; size: number } } => {
  const read = { bytes: 0, size }
  return {
    read,
    opens: () => {
      const source = opens()
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          read.bytes += chunk.length
          done(null, chunk)
        },
      })
      source.on('error', (error) => counted.destroy(error))
      counted.on('close', () => source.destroy())
      return source.pipe(counted)
    },
  }
}
