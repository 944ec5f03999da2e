import { MOST_LINES } from '#features/intake/sale.contract.ts'
import type { FileRow } from './file-table.rules.ts'
import { HashMap } from './hash-map.rules.ts'
import type { OrderOf } from './order-names.rules.ts'
import { textHash } from './row-name.rules.ts'

/** Rows of a file whose orders are put aside together, by the row an order begins with. */
const ROWS_TOGETHER = 10_000
/** Between two rows of an order that is waited for. */
const NEAR_ROWS = 5_000

/** A place for pairs of a hash and a number that memory has no room for. */
export interface PairsAside {
  put(hash: number, number: number): void
  /** Pairs one after the other, those of one hash in one part and as they were put. */
  parts(): Iterable<Float64Array>
}

/** Looks through a file before anything is made of it: for what cannot be imported whole, and for what must be remembered of its rows. */
export interface FileScan {
  take(rows: readonly FileRow[]): void
  /** To be gone through when the file has ended; others may be let in between. */
  end(): Iterable<void>
  /** Numbers that stand in several rows, each of which was to be a sale of its own. */
  readonly sharedNumbers: number
  /** Why no row of an order may be imported. */
  refusalOf(order: string): 'tooLong' | 'shared' | undefined
}

/**
 * The scan of a file in which rows with the same order number are one order. Most orders follow each other row by row: of them nothing is kept. Of each
 * other one 32 bits are kept: how many rows it has (13), so that it is whole as soon as they are there, whether it was put aside (1), and
 * beside which others (18). What is not known before the file has ended lies on disk.
 */
export class OrderScan implements FileScan {
  readonly sharedNumbers = 0
  readonly #orderOf: OrderOf
  readonly #withoutPlace: OrderOf
  readonly #runs: PairsAside
  readonly #near: number
  readonly #orders = new HashMap(Uint32Array)
  readonly #lines = new HashMap(Uint32Array)
  #rows = 0
  /** Rows of one order that follow each other. */
  #run = { name: '', begins: 0, rows: 0 }

  /**
   * @param withoutPlace tells the order number of a row that does not say where it belongs
   * @param near orders with rows further apart are put aside at once
   */
  constructor(orderOf: OrderOf, withoutPlace: OrderOf, runs: PairsAside, near = NEAR_ROWS) {
    this.#orderOf = orderOf
    this.#withoutPlace = withoutPlace
    this.#runs = runs
    this.#near = near
  }

  take(rows: readonly FileRow[]): void {
    for (const row of rows) {
      const name = this.#orderOf(row)
      const number = this.#withoutPlace(row)
      if (number !== '') this.#lines.set(textHash(number), row.line)
      if (name !== '') this.#takeOf(name)
      this.#rows += 1
    }
  }

  #takeOf(name: string): void {
    if (name === this.#run.name) {
      this.#run.rows += 1
      return
    }
    this.#endRun()
    this.#run = { name, begins: this.#rows, rows: 1 }
  }

  #endRun(): void {
    const { name, begins, rows } = this.#run
    if (name !== '') this.#runs.put(textHash(name), begins * ROWS + Math.min(rows, MOST_LINES + 1))
  }

  *end(): Generator<void> {
    this.#endRun()
    for (const runs of this.#runs.parts()) {
      this.#gather(runs)
      yield
    }
  }

  #gather(runs: Float64Array): void {
    const first = new HashMap()
    for (let at = 0; at < runs.length; at += 2) {
      const [order, run] = [runs[at] ?? 0, runs[at + 1] ?? 0]
      const before = first.get(order)
      if (before === undefined) first.set(order, run)
      if (before === undefined && run % ROWS <= MOST_LINES) continue
      const [begins, rows] = [Math.floor((before ?? run) / ROWS), run % ROWS]
      const known = this.#orders.get(order) ?? Math.floor(begins / ROWS_TOGETHER) * PART + ((before ?? 0) % ROWS)
      const isFar = Math.floor(run / ROWS) - begins > this.#near
      const aside = isMarked(known) || isFar ? ASIDE : 0
      this.#orders.set(order, known - (known % PART) + aside + Math.min((known % ASIDE) + rows, MOST_LINES + 1))
    }
  }

  /** How many rows an order has in all; undefined where they follow each other. */
  rowsOf(order: string): number | undefined {
    const known = this.#orders.get(textHash(order))
    return known === undefined ? undefined : known % ASIDE
  }

  /** The line of a row with this order number that does not say where it belongs: the number's other rows are a part of an order, wherever they are. */
  lineWithoutPlace(number: string): number | undefined {
    return this.#lines.get(textHash(number))
  }

  refusalOf(order: string): 'tooLong' | undefined {
    return (this.rowsOf(order) ?? 0) > MOST_LINES ? 'tooLong' : undefined
  }

  /** The orders it was put aside with: those that begin near it in the file, which are most often of the same days. */
  partOf(order: string): number {
    return Math.floor((this.#orders.get(textHash(order)) ?? 0) / PART)
  }

  isAside(order: string): boolean {
    return isMarked(this.#orders.get(textHash(order)) ?? 0)
  }

  markAside(order: string): void {
    const hash = textHash(order)
    const known = this.#orders.get(hash) ?? 0
    if (!isMarked(known)) this.#orders.set(hash, known + ASIDE)
  }
}

/** More rows than a sale may have lines, with one more to tell that. */
const ROWS = 2 ** 13
const ASIDE = 2 ** 13
const PART = 2 ** 14
const isMarked = (known: number): boolean => known % PART >= ASIDE
