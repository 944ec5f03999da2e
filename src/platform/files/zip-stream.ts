import { crc32, createDeflateRaw } from 'node:zlib'

/** A file inside an archive: its name and its contents, which are asked for when its turn comes. */
export interface ZipEntry {
  name: string
  chunks: AsyncIterable<Buffer>
}

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
/** Sizes follow the contents, names are UTF-8. */
const FLAGS = 0x0808
const [VERSION, DEFLATED] = [20, 8]
/** 1 January 1980: the oldest day the format knows, so that equal contents make equal files. */
const DATE = 0x21
/** Beyond it the format needs another one. */
const MOST_BYTES = 0xffffffff

interface Written {
  name: Buffer
  crc: number
  size: number
  packed: number
  at: number
}

/**
 * A ZIP archive, piece by piece as its contents come: nothing of it is kept but how large each file was.
 * @throws where a file or the archive is beyond 4 GB
 */
export async function* zipped(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const all: Written[] = []
  let at = 0
  for (const { name, chunks } of entries) {
    const written: Written = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, at }
    const head = localHead(written.name)
    yield head
    for await (const chunk of deflated(chunks, written)) {
      written.packed += chunk.length
      yield chunk
    }
    if (written.size > MOST_BYTES || at > MOST_BYTES) throw new Error('An archive is at most 4 GB.')
    yield descriptor(written)
    at += head.length + written.packed + 16
    all.push(written)
  }
  const directory = Buffer.concat(all.map(central))
  yield directory
  yield end(all.length, directory.length, at)
}

async function* deflated(chunks: AsyncIterable<Buffer>, written: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 4 })
  const feeding = feed(chunks, deflate, written)
  feeding.catch((error: Error) => deflate.destroy(error))
  try {
    for await (const chunk of deflate) yield chunk as Buffer
    await feeding
  } finally {
    deflate.destroy()
  }
}

const feed = async (chunks: AsyncIterable<Buffer>, deflate: ReturnType<typeof createDeflateRaw>, written: Written): Promise<void> => {
  for await (const chunk of chunks) {
    if (deflate.destroyed) return
    written.crc = crc32(chunk, written.crc)
    written.size += chunk.length
    if (!deflate.write(chunk)) await drained(deflate)
  }
  deflate.end()
}

/** Room again, or nobody who reads any more. */
const drained = (deflate: ReturnType<typeof createDeflateRaw>): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      deflate.off('drain', done)
      deflate.off('close', done)
      resolve()
    }
    deflate.once('drain', done)
    deflate.once('close', done)
  })

const numbersIn = (widths: readonly (readonly [2 | 4, number])[]): Buffer => {
  const bytes = Buffer.alloc(widths.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of widths) at = width === 2 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value, at)
  return bytes
}

const localHead = (name: Buffer): Buffer => {
  const head = [
    [4, LOCAL],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, DATE],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  ] as const
  return Buffer.concat([numbersIn(head), name])
}

const descriptor = ({ crc, packed, size }: Written): Buffer =>
  numbersIn([
    [4, DESCRIPTOR],
    [4, crc],
    [4, packed],
    [4, size],
  ])

const central = ({ name, crc, packed, size, at }: Written): Buffer => {
  const sizes = [
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
  ] as const
  const rest = [
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, at],
  ] as const
  return Buffer.concat([numbersIn([[4, CENTRAL], [2, VERSION], [2, VERSION], [2, FLAGS], [2, DEFLATED], [2, 0], [2, DATE], ...sizes, ...rest]), name])
}

const end = (count: number, size: number, at: number): Buffer =>
  numbersIn([
    [4, END],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, at],
    [2, 0],
  ])
