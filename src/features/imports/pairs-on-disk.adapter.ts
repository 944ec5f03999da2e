import { closeSync, readSync } from 'node:fs'
import { namelessFile, writeAll } from './nameless-file.adapter.ts'
import { PAIR_PARTS, type PairsAside } from './pairs-aside.rules.ts'

/** Numbers of a part that wait to be written. */
const WAITING = 4096

interface Part {
  waiting: Float64Array
  count: number
  chunks: number[]
}

/** Pairs in a file of the system's temporary folder that nobody else finds: a file of any length takes the same memory. */
export class PairsOnDisk implements PairsAside {
  readonly #parts: (Part | undefined)[] = Array.from({ length: PAIR_PARTS })
  #file: number | undefined
  #end = 0

  put(first: number, second: number): void {
    const at = first % PAIR_PARTS
    const part = this.#parts[at] ?? { waiting: new Float64Array(WAITING), count: 0, chunks: [] }
    this.#parts[at] = part
    part.waiting[part.count] = first
    part.waiting[part.count + 1] = second
    part.count += 2
    if (part.count === WAITING) this.#write(part)
  }

  *parts(): Generator<Float64Array> {
    for (const part of this.#parts) {
      if (!part) continue
      const { waiting, count, chunks } = part
      const all = new Float64Array(chunks.length * WAITING + count)
      for (const [no, at] of chunks.entries()) this.#read(all.subarray(no * WAITING, (no + 1) * WAITING), at)
      all.set(waiting.subarray(0, count), chunks.length * WAITING)
      yield all
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#parts.fill(undefined)
  }

  #write(part: Part): void {
    this.#file ??= namelessFile()
    part.chunks.push(this.#end)
    this.#end = writeAll(this.#file, Buffer.from(part.waiting.buffer), this.#end)
    part.count = 0
  }

  #read(into: Float64Array, at: number): void {
    const bytes = Buffer.from(into.buffer, into.byteOffset, into.byteLength)
    for (let read = 0; read < bytes.length; ) read += readSync(this.#file ?? -1, bytes, read, bytes.length - read, at + read)
  }
}
