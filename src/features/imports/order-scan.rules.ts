import { MOST_LINES } from '#features/intake/sale.contract.ts'
import type { FileRow } from './file-table.rules.ts'
import { HashMap } from './hash-map.rules.ts'
import type { OrderOf } from './order-names.rules.ts'
import { type NoteReader, OrderNotes } from './order-notes.rules.ts'
import type { PairsAside } from './pairs-aside.rules.ts'
import { textHash } from './row-name.rules.ts'

/** Rows of a file whose orders are put aside together, by the row an order begins with. */
const ROWS_TOGETHER = 2_500
/** Between two rows of an order that is waited for. */
const NEAR_ROWS = 5_000

/** Looks through a file before anything is made of it: for what cannot be imported whole, and for what must be remembered of its rows. */
export interface FileScan {
  take(rows: readonly FileRow[]): void
  /** To be gone through when the file has ended; others may be let in between. */
  end(): Iterable<void>
  /** Numbers that stand in several rows, each of which was to be a sale of its own. */
  readonly sharedNumbers: number
}

/** Where a scan keeps the runs of orders it met, and then what must be known of them. */
export interface OrderDisk {
  runs: PairsAside
  notes: PairsAside
}

/**
 * The scan of a file in which rows with the same order number are one order. Most orders follow each other row by row: of them nothing is kept. What must be
 * known of each other row lies on disk, in the order of the file.
 */
export class OrderScan implements FileScan {
  readonly sharedNumbers = 0
  readonly #orderOf: OrderOf
  readonly #withoutPlace: OrderOf
  readonly #disk: OrderDisk
  readonly #near: number
  readonly #lines = new HashMap(Uint32Array)
  #notes: OrderNotes | undefined
  #rows = 0
  /** Rows of one order that follow each other. */
  #run = { name: '', begins: 0, rows: 0 }

  /**
   * @param withoutPlace tells the order number of a row that does not say where it belongs
   * @param near orders with rows further apart are put aside at once
   */
  constructor(orderOf: OrderOf, withoutPlace: OrderOf, disk: OrderDisk, near = NEAR_ROWS) {
    this.#orderOf = orderOf
    this.#withoutPlace = withoutPlace
    this.#disk = disk
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
    if (name !== '') this.#disk.runs.put(textHash(name), begins * ROWS + Math.min(rows, MOST_LINES + 1))
  }

  *end(): Generator<void> {
    this.#endRun()
    const notes = new OrderNotes(this.#disk.notes, this.#rows)
    for (const runs of this.#disk.runs.parts()) {
      this.#note(runs, this.#ordersOf(runs), notes)
      yield
    }
    this.#notes = notes
  }

  /** Of each order where it begins, whether it is far apart, and how many rows it has. */
  #ordersOf(runs: Float64Array): HashMap {
    const orders = new HashMap()
    for (let at = 0; at < runs.length; at += 2) {
      const [order, run] = [runs[at] ?? 0, runs[at + 1] ?? 0]
      const [begins, rows] = [Math.floor(run / ROWS), run % ROWS]
      const known = orders.get(order) ?? begins * ORDER
      // The last run lies furthest from where the order begins.
      const isFar = begins - Math.floor(known / ORDER) > this.#near
      orders.set(order, known - (known % ORDER) + (isFar ? FAR : 0) + Math.min((known % FAR) + rows, MOST_LINES + 1))
    }
    return orders
  }

  #note(runs: Float64Array, orders: HashMap, notes: OrderNotes): void {
    for (let at = 0; at < runs.length; at += 2) {
      const [order, run] = [runs[at] ?? 0, runs[at + 1] ?? 0]
      const known = orders.get(order) ?? 0
      const rows = known % FAR
      if (rows === run % ROWS && rows <= MOST_LINES) continue
      const [begins, first] = [Math.floor(run / ROWS), Math.floor(known / ORDER)]
      notes.put({ begins, rows, isFirst: begins === first, isFar: known % ORDER >= FAR, part: Math.floor(first / ROWS_TOGETHER) })
    }
  }

  /** What is known of each row, once the file has ended; from its first row on each time. */
  notes(): NoteReader {
    if (!this.#notes) throw new Error('The file has not ended.')
    return this.#notes.reader()
  }

  /** The line of a row with this order number that does not say where it belongs: the number's other rows are a part of an order, wherever they are. */
  lineWithoutPlace(number: string): number | undefined {
    return this.#lines.get(textHash(number))
  }
}

/** More rows than a sale may have lines, with one more to tell that. */
const ROWS = 2 ** 13
const FAR = 2 ** 13
const ORDER = 2 ** 14
