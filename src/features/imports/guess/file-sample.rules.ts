import type { FileRow } from '#features/imports/file-table.rules.ts'
import { textHash } from '#features/imports/row-name.rules.ts'

/** What a column holds over all rows that were looked at. */
export interface ColumnValues {
  filled: number
  /** About how many different values; exact up to a few hundred. */
  distinct: number
  /** How many rows a value has on average. */
  rowsPerValue: number
  /** The most frequent values with their rows, where there are few; else none. */
  values: (readonly [value: string, rows: number])[]
}

/** Rows from all over a file, and what its columns hold. */
export interface Sampled {
  /** In the order of the file, the first ones among them. */
  rows: FileRow[]
  columns: ColumnValues[]
  rowsRead: number
  /** Whether the whole file was looked at. */
  isWhole: boolean
}

/** Rows that follow each other stay together, since rows of one order mostly do. */
const BLOCK_ROWS = 20
const MOST_BLOCKS = 40
/** Of all rows that are kept. */
const MOST_CHARACTERS = 4_000_000
/** Enough to see what a cell is. */
const LONGEST_CELL = 500
const MOST_COLUMNS = 150
const MOST_VALUES = 50

/** Keeps blocks of rows spread evenly over a file of any length, with a bounded number of them. */
export class FileSample {
  #blocks: FileRow[][] = []
  #block: FileRow[] = []
  /** The last block that is full, kept or not. */
  #last: FileRow[] = []
  #begun = 0
  #every = 1
  #characters = 0
  #rows = 0
  readonly #columns: ValueCount[]

  constructor(columns: number) {
    this.#columns = Array.from({ length: Math.min(columns, MOST_COLUMNS) }, () => new ValueCount())
  }

  take(rows: readonly FileRow[]): void {
    for (const { line, cells, broken } of rows) {
      this.#rows += 1
      if (broken) continue
      for (const [i, column] of this.#columns.entries()) column.add(cells[i] ?? '')
      this.#block.push({ line, cells: cells.map((cell) => cell.slice(0, LONGEST_CELL)) })
      if (this.#block.length === BLOCK_ROWS) this.#endBlock()
    }
  }

  taken(isWhole: boolean): Sampled {
    // The last rows tell where the file ends, whichever blocks were kept.
    const last = this.#block.length > 0 || this.#blocks.at(-1) === this.#last ? this.#block : this.#last
    const rows = [...this.#blocks.flat(), ...last]
    return { rows, columns: this.#columns.map((column) => column.told()), rowsRead: this.#rows, isWhole }
  }

  #endBlock(): void {
    const isKept = this.#begun % this.#every === 0
    this.#begun += 1
    if (isKept) {
      this.#blocks.push(this.#block)
      this.#characters += charactersOf(this.#block)
      while (this.#blocks.length > 1 && (this.#blocks.length > MOST_BLOCKS || this.#characters > MOST_CHARACTERS)) this.#thin()
    }
    this.#last = this.#block
    this.#block = []
  }

  #thin(): void {
    this.#every *= 2
    this.#blocks = this.#blocks.filter((_, i) => i % 2 === 0)
    this.#characters = this.#blocks.reduce((sum, block) => sum + charactersOf(block), 0)
  }
}

const charactersOf = (block: readonly FileRow[]): number => block.reduce((sum, { cells }) => sum + cells.reduce((all, cell) => all + cell.length, 0), 0)

const MOST_KEPT = 500
const LONGEST_VALUE = 200

/** Counts the values of a column: all of them while there are few, then those of a share of all values, told by their hash. */
class ValueCount {
  #filled = 0
  #share = 1
  #counts = new Map<string, number>()

  add(cell: string): void {
    const value = cell.trim().slice(0, LONGEST_VALUE)
    if (value !== '') this.#filled += 1
    if (this.#share > 1 && textHash(value) % this.#share !== 0) return
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
    while (this.#counts.size > MOST_KEPT) {
      this.#share *= 2
      this.#counts = new Map([...this.#counts].filter(([known]) => textHash(known) % this.#share === 0))
    }
  }

  told(): ColumnValues {
    const told = [...this.#counts].filter(([value]) => value !== '')
    const rows = told.reduce((sum, [, n]) => sum + n, 0)
    const isFew = this.#share === 1 && told.length <= MOST_VALUES
    return {
      filled: this.#filled,
      distinct: told.length * this.#share,
      rowsPerValue: told.length === 0 ? 0 : rows / told.length,
      values: isFew ? [...this.#counts].sort(([, a], [, b]) => b - a) : [],
    }
  }
}
