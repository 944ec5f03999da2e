import { closeSync, readSync } from 'node:fs'
import type { FileRow } from './file-table.rules.ts'
import { namelessFile, writeAll } from './nameless-file.adapter.ts'
import type { RowsAside } from './order-gatherer.rules.ts'

const CHUNK_CHARACTERS = 65_536

interface Part {
  waiting: string[]
  waitingCharacters: number
  characters: number
  chunks: { at: number; length: number }[]
}

/** Rows in a file of the system's temporary folder that nobody else finds. */
export class RowsOnDisk implements RowsAside {
  readonly #parts = new Map<number, Part>()
  #file: number | undefined
  #end = 0

  put(part: number, order: string, { line, cells, broken }: FileRow): void {
    const kept = this.#parts.get(part) ?? { waiting: [], waitingCharacters: 0, characters: 0, chunks: [] }
    this.#parts.set(part, kept)
    const text = `${JSON.stringify([order, line, cells, broken])}\n`
    kept.waiting.push(text)
    kept.waitingCharacters += text.length
    kept.characters += text.length
    if (kept.waitingCharacters >= CHUNK_CHARACTERS) this.#write(kept)
  }

  parts(): { part: number; characters: number }[] {
    return [...this.#parts].map(([part, { characters }]) => ({ part, characters })).sort((a, b) => a.part - b.part)
  }

  *rowsOf(part: number): Generator<{ order: string; row: FileRow }> {
    const kept = this.#parts.get(part)
    if (!kept) return
    this.#write(kept)
    for (const { at, length } of kept.chunks) {
      const bytes = Buffer.allocUnsafe(length)
      for (let read = 0; read < length; ) read += readSync(this.#opened(), bytes, read, length - read, at + read)
      for (const text of bytes.toString().split('\n')) if (text !== '') yield rowIn(text)
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#parts.clear()
  }

  #write(kept: Part): void {
    if (kept.waiting.length === 0) return
    const bytes = Buffer.from(kept.waiting.join(''))
    kept.chunks.push({ at: this.#end, length: bytes.length })
    this.#end = writeAll(this.#opened(), bytes, this.#end)
    kept.waiting = []
    kept.waitingCharacters = 0
  }

  #opened(): number {
    this.#file ??= namelessFile()
    return this.#file
  }
}

const rowIn = (text: string): { order: string; row: FileRow } => {
  const [order, line, cells, broken] = JSON.parse(text) as [string, number, string[], FileRow['broken'] | null]
  return { order, row: broken ? { line, cells, broken } : { line, cells } }
}
