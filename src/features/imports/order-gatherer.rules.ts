import type { FileRow } from './file-table.rules.ts'
import type { OrderScan } from './order-scan.rules.ts'
import { textHash } from './row-name.rules.ts'

/** A place for rows that memory has no room for, put in and read back in the same order. */
export interface RowsAside {
  put(part: number, order: string, row: FileRow): void
  /** The parts that have rows, ascending, with the characters of their rows. */
  parts(): readonly { part: number; characters: number }[]
  rowsOf(part: number): Iterable<{ order: string; row: FileRow }>
}

/** Characters of rows that are held at once, each row counted with what it takes beside them. */
const MOST_HELD = 4_000_000
const ROW_CHARACTERS = 100

const weightOf = ({ cells }: FileRow): number => cells.reduce((sum, cell) => sum + cell.length, ROW_CHARACTERS)

/**
 * Gathers the rows of each order, wherever they lie in the file. An order is handed on as soon as its last row has come, or the next order begins. Where more rows wait for
 * others than may be held, those that have waited longest are put aside, and handed on when the file has ended.
 */
export class OrderGatherer {
  readonly #scan: OrderScan
  readonly #aside: RowsAside
  readonly #most: number
  readonly #open = new Map<string, FileRow[]>()
  #following: { order: string; rows: FileRow[] } = { order: '', rows: [] }
  #held = 0

  /** @param scan has seen the whole file before */
  constructor(scan: OrderScan, aside: RowsAside, most = MOST_HELD) {
    this.#scan = scan
    this.#aside = aside
    this.#most = most
  }

  /** The orders that are whole with this row, or were whole before it, each with all its rows. */
  take(order: string, row: FileRow): (readonly FileRow[])[] {
    const whole = order === this.#following.order ? [] : this.#endFollowing()
    const all = this.#scan.rowsOf(order)
    if (all === undefined) {
      this.#following.order = order
      this.#following.rows.push(row)
      return whole
    }
    if (this.#scan.isAside(order)) {
      this.#aside.put(this.#scan.partOf(order), order, row)
      return whole
    }
    const rows = this.#open.get(order) ?? []
    rows.push(row)
    this.#held += weightOf(row)
    this.#open.set(order, rows)
    if (rows.length === all) whole.push(this.#close(order, rows))
    else if (this.#held > this.#most) this.#makeRoom()
    return whole
  }

  /** The order whose rows followed each other up to now. */
  #endFollowing(): (readonly FileRow[])[] {
    const { rows } = this.#following
    this.#following = { order: '', rows: [] }
    return rows.length === 0 ? [] : [rows]
  }

  /** The orders that are left when the file has ended, each with all its rows. */
  *rest(): Generator<readonly FileRow[]> {
    yield* this.#endFollowing()
    for (const [order, rows] of this.#open) yield this.#close(order, rows)
    for (const { part, characters } of this.#aside.parts()) {
      // Orders that begin near each other may have more rows than may be held: then they are gone through several times.
      const times = Math.ceil(characters / this.#most)
      for (let time = 0; time < times; time += 1) yield* this.#ordersOf(part, time, times)
    }
  }

  *#ordersOf(part: number, time: number, times: number): Generator<readonly FileRow[]> {
    const orders = new Map<string, FileRow[]>()
    for (const { order, row } of this.#aside.rowsOf(part)) {
      if (textHash(order) % times !== time) continue
      const rows = orders.get(order)
      if (rows) rows.push(row)
      else orders.set(order, [row])
    }
    yield* orders.values()
  }

  #close(order: string, rows: readonly FileRow[]): readonly FileRow[] {
    this.#open.delete(order)
    this.#held -= rows.reduce((sum, row) => sum + weightOf(row), 0)
    return rows
  }

  #makeRoom(): void {
    for (const [order, rows] of this.#open) {
      if (this.#held <= this.#most / 2) return
      this.#scan.markAside(order)
      for (const row of this.#close(order, rows)) this.#aside.put(this.#scan.partOf(order), order, row)
    }
  }
}
