import type { FileRow } from './file-table.rules.ts'
import { HashMap } from './hash-map.rules.ts'
import { type CellReader, cellReader } from './import-lines.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace, PlaceFinder } from './import-places.rules.ts'
import { textHash } from './row-name.rules.ts'

/** How much of a file is held while an order's rows are gathered. */
export interface OrderReach {
  /** Rows of one order may lie apart by as many other orders as this. */
  orders: number
  /** Characters of all rows that are held, each counted with what a row takes beside them. */
  characters: number
}

export const USUAL_REACH: OrderReach = { orders: 2000, characters: 16_000_000 }
export const MOST_LINES = 500
const ROW_CHARACTERS = 100

/** How much room a row takes. */
export const weightOf = ({ cells }: FileRow): number => cells.reduce((sum, cell) => sum + cell.length, ROW_CHARACTERS)

/** The name of the order a row belongs to: equal names, one order. '' where the row has no order number. */
export type OrderOf = (row: FileRow) => string

/** Tells orders apart as they are told apart once stored: by location, till and order number. */
export const orderFinder = (mapping: ImportMapping, headings: readonly string[], places: PlaceFinder): OrderOf => {
  const read: CellReader = cellReader(mapping, headings)
  // Not by their ids: a location that is made has another one after that.
  const numbers = new Map<ImportPlace, number>()
  const numberOf = (place: ImportPlace) => {
    const number = numbers.get(place) ?? numbers.size
    numbers.set(place, number)
    return number
  }
  return (row) => {
    const id = read(row, 'SaleId')
    if (id === '') return ''
    const [code, name] = [read(row, 'LocationCode'), read(row, 'Location')]
    const place = places.placeOf(code, name)
    return [place ? numberOf(place) : `${code}\u0001${name}`, read(row, 'TerminalId') || 'Import', id].join('\u0002')
  }
}

/** Looks through a file for orders that cannot be imported whole, before anything is made of it. */
export interface FileScan {
  take(rows: readonly FileRow[]): void
  /** How many orders are refused for where their rows stand. */
  readonly refusedOrders: number
  /** Why no row of an order may be imported. */
  refusalOf(order: string): 'scattered' | 'tooLong' | 'shared' | undefined
}

/** The scan of a file in which rows with the same order number are one order. */
export class OrderScan implements FileScan {
  readonly #orderOf: OrderOf
  readonly #reach: OrderReach
  readonly #open = new Map<number, { rows: number; weight: number }>()
  readonly #closed = new HashMap()
  readonly #refused = new HashMap()
  #held = 0
  #scattered = 0

  constructor(orderOf: OrderOf, reach: OrderReach = USUAL_REACH) {
    this.#orderOf = orderOf
    this.#reach = reach
  }

  /** How many orders have rows that lie too far apart. */
  get refusedOrders(): number {
    return this.#scattered
  }

  take(rows: readonly FileRow[]): void {
    for (const row of rows) {
      const name = this.#orderOf(row)
      const order = textHash(name)
      if (name === '' || this.#refused.has(order)) continue
      if (this.#closed.has(order)) {
        this.#refused.set(order, SCATTERED)
        this.#scattered += 1
      } else this.#hold(order, weightOf(row))
    }
  }

  refusalOf(order: string): 'scattered' | 'tooLong' | undefined {
    const why = this.#refused.get(textHash(order))
    return why === undefined ? undefined : why === SCATTERED ? 'scattered' : 'tooLong'
  }

  #hold(order: number, weight: number): void {
    const held = this.#open.get(order) ?? { rows: 0, weight: 0 }
    this.#open.set(order, held)
    held.rows += 1
    held.weight += weight
    this.#held += weight
    if (held.rows > MOST_LINES) {
      this.#refused.set(order, TOO_LONG)
      this.#leave(order)
    }
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= this.#reach.orders && this.#held <= this.#reach.characters) return
      this.#leave(oldest)
      this.#closed.set(oldest, 1)
    }
  }

  #leave(order: number): void {
    this.#held -= this.#open.get(order)?.weight ?? 0
    this.#open.delete(order)
  }
}

const SCATTERED = 1
const TOO_LONG = 2

/**
 * The scan of a file in which every row is a sale of its own. A number that stands in several different rows is an order of several rows:
 * storing one of them would store a part of it. A row that is there twice, word for word, is the same sale twice.
 */
export class NumberScan implements FileScan {
  readonly #orderOf: OrderOf
  readonly #rows = new HashMap()
  readonly #shared = new HashMap()

  constructor(orderOf: OrderOf) {
    this.#orderOf = orderOf
  }

  /** How many numbers stand in several different rows. */
  get refusedOrders(): number {
    return this.#shared.size
  }

  take(rows: readonly FileRow[]): void {
    for (const row of rows) {
      const name = this.#orderOf(row)
      if (name === '') continue
      const [order, content] = [textHash(name), textHash(row.cells.join('\u0001'))]
      const known = this.#rows.get(order)
      if (known === undefined) this.#rows.set(order, content)
      else if (known !== content) this.#shared.set(order, 1)
    }
  }

  refusalOf(order: string): 'shared' | undefined {
    return this.#shared.has(textHash(order)) ? 'shared' : undefined
  }
}
