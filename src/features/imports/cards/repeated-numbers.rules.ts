import type { FileRow } from '#features/imports/file-table.rules.ts'
import { HashMap } from '#features/imports/hash-map.rules.ts'
import { textHash } from '#features/imports/row-name.rules.ts'
import { cardKey } from '#shared/card-number.ts'
import type { CardMapping } from './card-mapping.rules.ts'
import type { RepeatedNumbers } from './card-rows.rules.ts'

/** Looks through a file for card numbers that stand in several rows, before anything is made of it: nobody knows which of them is right. */
export class NumberRepeats implements RepeatedNumbers {
  readonly #at: number
  readonly #first = new HashMap()
  readonly #second = new HashMap()

  constructor({ Columns }: CardMapping, headings: readonly string[]) {
    this.#at = headings.indexOf(Columns.CardNumber ?? '')
  }

  take(rows: readonly FileRow[]): void {
    for (const { cells, line, broken } of rows) {
      const key = broken ? '' : cardKey(cells[this.#at] ?? '')
      if (key === '') continue
      const hash = textHash(key)
      if (!this.#first.has(hash)) this.#first.set(hash, line)
      else if (!this.#second.has(hash)) this.#second.set(hash, line)
    }
  }

  otherLine(key: string, line: number): number | undefined {
    const hash = textHash(key)
    const [first, second] = [this.#first.get(hash), this.#second.get(hash)]
    return second === undefined ? undefined : first === line ? second : first
  }
}
