import type { FileRow } from './file-table.rules.ts'
import type { RowNote } from './order-notes.rules.ts'
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

/** An order that waits for more of its rows. */
interface OpenOrder {
  rows: FileRow[]
  part: number
}

/**
 * Gathers the rows of each order, wherever they lie in the file. An order is handed on as soon as its last row has come, or the next order begins. Where more rows wait for
 * others than may be held, those that have waited longest are put aside, and handed on when the file has ended.
 */
export class OrderGatherer {
  readonly #aside: RowsAside
  readonly #most: number
  readonly #open = new Map<string, OpenOrder>()
  #following: { order: string; rows: FileRow[] } = { order: '', rows: [] }
  #held = 0

  constructor(aside: RowsAside, most = MOST_HELD) {
    this.#aside = aside
    this.#most = most
  }

  /**
   * The orders that are whole with this row, or were whole before it, each with all its rows.
   * @param note what the whole file told of the row; undefined where the rows of its order follow each other
   */
  take(order: string, row: FileRow, note: RowNote | undefined): (readonly FileRow[])[] {
    const whole = order === this.#following.order ? [] : this.#endFollowing()
    if (note === undefined) {
      this.#following.order = order
      this.#following.rows.push(row)
      return whole
    }
    const open = this.#open.get(order) ?? { rows: [], part: note.part }
    // An order that had begun and is not open any more was put aside to make room.
    if (note.isFar || !(open.rows.length > 0 || note.isFirst)) {
      this.#aside.put(note.part, order, row)
      return whole
    }
    open.rows.push(row)
    this.#held += weightOf(row)
    this.#open.set(order, open)
    if (open.rows.length === note.rows) whole.push(this.#close(order, open))
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
    for (const [order, open] of this.#open) yield this.#close(order, open)
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

  #close(order: string, { rows }: OpenOrder): readonly FileRow[] {
    this.#open.delete(order)
    this.#held -= rows.reduce((sum, row) => sum + weightOf(row), 0)
    return rows
  }

  #makeRoom(): void {
    for (const [order, open] of this.#open) {
      if (this.#held <= this.#most / 2) return
      for (const row of this.#close(order, open)) this.#aside.put(open.part, order, row)
    }
  }
}
