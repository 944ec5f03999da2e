import { closeSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import type { FileRow } from './file-table.rules.ts'
import { namelessFile, writeAll } from './nameless-file.adapter.ts'
import type { RowsAside } from './order-gatherer.rules.ts'

/** Of each part as much waits to be written, and all that is written is as long: chunk 7 lies at seven times that. */
const CHUNK_BYTES = 2048
const CHUNKS_AT_ONCE = 16

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
    // A character may lie in two pieces, and so may a row.
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for (const bytes of this.#bytesOf(part)) {
      const texts = (rest + decoder.write(bytes)).split('\n')
      rest = texts.pop() ?? ''
      for (const text of texts) yield rowIn(text)
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

  /** Each piece is gone once the next is asked for: memory of its own for each would pile up until the runtime tidies. */
  *#bytesOf(part: number): Generator<Buffer> {
    const kept = this.#parts.get(part)
    if (!kept) return
    const piece = Buffer.allocUnsafeSlow(CHUNKS_AT_ONCE * CHUNK_BYTES)
    for (let first = 0; first < kept.chunks.length; first += CHUNKS_AT_ONCE) {
      const chunks = kept.chunks.slice(first, first + CHUNKS_AT_ONCE)
      for (const [i, chunk] of chunks.entries()) this.#read(chunk, piece.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES))
      yield piece.subarray(0, chunks.length * CHUNK_BYTES)
    }
    yield kept.waiting.subarray(0, kept.filled)
  }

  #read(chunk: number, into: Buffer): void {
    for (let read = 0; read < CHUNK_BYTES; ) read += readSync(this.#file ?? -1, into, read, CHUNK_BYTES - read, chunk * CHUNK_BYTES + read)
  }
}

const rowIn = (text: string): { order: string; row: FileRow } => {
  const [order, line, cells, broken] = JSON.parse(text) as [string, number, string[], FileRow['broken'] | null]
  return { order, row: broken ? { line, cells, broken } : { line, cells } }
}
