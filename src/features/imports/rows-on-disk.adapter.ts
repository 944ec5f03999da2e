import { closeSync, readSync } from 'node:fs'
import type { FileRow } from './file-table.rules.ts'
import { namelessFile, writeAll } from './nameless-file.adapter.ts'
import type { RowsAside } from './order-gatherer.rules.ts'

/** Of each part as much waits to be written, and all that is written is as long: chunk 7 lies at seven times that. */
const CHUNK_BYTES = 4096
const CHUNKS_AT_ONCE = 16
const NEW_LINE = 10

interface Part {
  waiting: Buffer
  filled: number
  characters: number
  /** Which chunks of the file are its own, in their order. */
  chunks: number[]
}

/** Rows in a file of the system's temporary folder that nobody else finds. */
export class RowsOnDisk implements RowsAside {
  readonly #parts = new Map<number, Part>()
  #file: number | undefined
  #chunks = 0

  put(part: number, order: string, { line, cells, broken }: FileRow): void {
    const kept = this.#parts.get(part) ?? { waiting: Buffer.allocUnsafeSlow(CHUNK_BYTES), filled: 0, characters: 0, chunks: [] }
    this.#parts.set(part, kept)
    const text = `${JSON.stringify([order, line, cells, broken])}\n`
    kept.characters += text.length
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(kept.waiting, kept.filled, at)
      kept.filled += copied
      at += copied
      if (kept.filled === CHUNK_BYTES) this.#write(kept)
    }
  }

  parts(): { part: number; characters: number }[] {
    return [...this.#parts].map(([part, { characters }]) => ({ part, characters })).sort((a, b) => a.part - b.part)
  }

  *rowsOf(part: number): Generator<{ order: string; row: FileRow }> {
    let rest = Buffer.alloc(0)
    for (const bytes of this.#bytesOf(part)) {
      const all = Buffer.concat([rest, bytes])
      const end = all.lastIndexOf(NEW_LINE) + 1
      for (const text of all.toString('utf8', 0, end).split('\n')) if (text !== '') yield rowIn(text)
      rest = all.subarray(end)
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#parts.clear()
  }

  #write(kept: Part): void {
    this.#file ??= namelessFile()
    writeAll(this.#file, kept.waiting, this.#chunks * CHUNK_BYTES)
    kept.chunks.push(this.#chunks)
    this.#chunks += 1
    kept.filled = 0
  }

  *#bytesOf(part: number): Generator<Buffer> {
    const kept = this.#parts.get(part)
    if (!kept) return
    for (let first = 0; first < kept.chunks.length; first += CHUNKS_AT_ONCE) {
      yield Buffer.concat(kept.chunks.slice(first, first + CHUNKS_AT_ONCE).map((chunk) => this.#chunkAt(chunk)))
    }
    yield kept.waiting.subarray(0, kept.filled)
  }

  #chunkAt(chunk: number): Buffer {
    const bytes = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let read = 0; read < CHUNK_BYTES; ) read += readSync(this.#file ?? -1, bytes, read, CHUNK_BYTES - read, chunk * CHUNK_BYTES + read)
    return bytes
  }
}

const rowIn = (text: string): { order: string; row: FileRow } => {
  const [order, line, cells, broken] = JSON.parse(text) as [string, number, string[], FileRow['broken'] | null]
  return { order, row: broken ? { line, cells, broken } : { line, cells } }
}
