import { MOST_LINES } from '#features/intake/sale.contract.ts'
import type { FileRow } from './file-table.rules.ts'
import { isMark } from './guess/cell-marks.rules.ts'
import { HashMap } from './hash-map.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace, PlaceFinder } from './import-places.rules.ts'
import { textHash } from './row-name.rules.ts'
import { type CellReader, cellReader } from './row-reader.rules.ts'

/** Rows of a file whose orders are put aside together, by the row an order begins with. */
const ROWS_TOGETHER = 40_000

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

/** The order number of a row that does not say where it belongs (a blank, N/A, UNKNOWN); '' of all others. */
export const numberWithoutPlace = (mapping: ImportMapping, headings: readonly string[], places: PlaceFinder): OrderOf => {
  const read: CellReader = cellReader(mapping, headings)
  return (row) => {
    const [code, name] = [read(row, 'LocationCode'), read(row, 'Location')]
    return isMark(name || code) && !places.placeOf(code, name) ? read(row, 'SaleId') : ''
  }
}

/** Looks through a file for orders that cannot be imported whole, before anything is made of it. */
export interface FileScan {
  take(rows: readonly FileRow[]): void
  /** Numbers that stand in several rows, each of which was to be a sale of its own. */
  readonly sharedNumbers: number
  /** Why no row of an order may be imported. */
  refusalOf(order: string): 'tooLong' | 'shared' | undefined
  lineWithoutPlace?(number: string): number | undefined
}

/**
 * The scan of a file in which rows with the same order number are one order: how many rows each has, so that one is whole as soon as they are
 * there. Of each order 32 bits are kept: how many rows (13), whether it was put aside (1), and beside which others (18).
 */
export class OrderScan implements FileScan {
  readonly sharedNumbers = 0
  readonly #orderOf: OrderOf
  readonly #withoutPlace: OrderOf
  readonly #orders = new HashMap(Uint32Array)
  readonly #lines = new HashMap(Uint32Array)
  #rows = 0

  /** @param withoutPlace tells the order number of a row that does not say where it belongs */
  constructor(orderOf: OrderOf, withoutPlace: OrderOf) {
    this.#orderOf = orderOf
    this.#withoutPlace = withoutPlace
  }

  take(rows: readonly FileRow[]): void {
    for (const row of rows) {
      const name = this.#orderOf(row)
      const part = Math.floor(this.#rows / ROWS_TOGETHER)
      this.#rows += 1
      const number = this.#withoutPlace(row)
      if (number !== '') this.#lines.set(textHash(number), row.line)
      if (name === '') continue
      const order = textHash(name)
      const known = this.#orders.get(order) ?? part * PART
      if (known % ASIDE <= MOST_LINES) this.#orders.set(order, known + 1)
    }
  }

  /** How many rows an order has in all. */
  rowsOf(order: string): number {
    return (this.#orders.get(textHash(order)) ?? 0) % ASIDE
  }

  /** The line of a row with this order number that does not say where it belongs: the number's other rows are a part of an order, wherever they are. */
  lineWithoutPlace(number: string): number | undefined {
    return this.#lines.get(textHash(number))
  }

  refusalOf(order: string): 'tooLong' | undefined {
    return this.rowsOf(order) > MOST_LINES ? 'tooLong' : undefined
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

const ASIDE = 2 ** 13
const PART = 2 ** 14
const isMarked = (known: number): boolean => known % PART >= ASIDE

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

  get sharedNumbers(): number {
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
