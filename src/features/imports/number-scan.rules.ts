import type { FileRow } from './file-table.rules.ts'
import { HashMap } from './hash-map.rules.ts'
import type { OrderOf } from './order-names.rules.ts'
import type { FileScan } from './order-scan.rules.ts'
import type { PairsAside } from './pairs-aside.rules.ts'
import { contentOf, textHash } from './row-name.rules.ts'

/**
 * The scan of a file in which every row is a sale of its own. A number that stands in several different rows is an order of several rows:
 * storing one of them would store a part of it. A row that is there twice, word for word, is the same sale twice where it has a number, and another
 * one where it has none. Only such numbers and rows are kept.
 */
export class NumberScan implements FileScan {
  readonly #orderOf: OrderOf
  readonly #rows: PairsAside
  readonly #shared = new HashMap(Uint8Array)
  readonly #repeated = new HashMap(Uint8Array)

  constructor(orderOf: OrderOf, rows: PairsAside) {
    this.#orderOf = orderOf
    this.#rows = rows
  }

  get sharedNumbers(): number {
    return this.#shared.size
  }

  take(rows: readonly FileRow[]): void {
    for (const row of rows) {
      const name = this.#orderOf(row)
      if (name === '') this.#rows.put(textHash(contentOf([row])), 0)
      else this.#rows.put(textHash(name), textHash(row.cells.join('\u0001')))
    }
  }

  *end(): Generator<void> {
    for (const rows of this.#rows.parts()) {
      this.#gather(rows)
      yield
    }
  }

  #gather(rows: Float64Array): void {
    const contents = new HashMap()
    for (let at = 0; at < rows.length; at += 2) {
      const [name, content] = [rows[at] ?? 0, rows[at + 1] ?? 0]
      const before = contents.get(name)
      if (before === undefined) contents.set(name, content)
      else (before === content ? this.#repeated : this.#shared).set(name, 1)
    }
  }

  /** Whether no row of an order may be imported: its number stands in several different rows. */
  isShared(order: string): boolean {
    return this.#shared.has(textHash(order))
  }

  /** Whether a number, or the content of a row without one, is there more than once. */
  isRepeated(name: string): boolean {
    return this.#repeated.has(textHash(name))
  }
}
