import { MOST_LINES, type WireSale } from '#features/intake/sale.contract.ts'
import type { FileRow, RowError } from './file-table.rules.ts'
import { HashMap } from './hash-map.rules.ts'
import { lineOf } from './import-lines.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace, PlaceFinder } from './import-places.rules.ts'
import { saleOf, type WrongLines } from './import-rows.rules.ts'
import { NumberScan } from './number-scan.rules.ts'
import type { OrderGatherer, RowsAside } from './order-gatherer.rules.ts'
import { orderFinder, voidedFinder } from './order-names.rules.ts'
import { OrderScan } from './order-scan.rules.ts'
import { textHash } from './row-name.rules.ts'
import { type CellReader, cellReader, shown } from './row-reader.rules.ts'
import type { VoidedOrders } from './voided-orders.rules.ts'

/** What is known of the orders of a file that was read to its end. */
export interface KnownOrders {
  scan: OrderScan | NumberScan
  voided: VoidedOrders
}

/** A sale and the rows it was made of. */
export interface RightSale {
  rows: readonly FileRow[]
  place: ImportPlace
  sale: WireSale
  /** The same row was there before, word for word. */
  again?: true
  /** The void of a sale of the file itself. */
  ofTheFile?: true
}

/** Rows that are no sale, and what is wrong with them. */
export interface WrongSale {
  rows: readonly FileRow[]
  wrong: WrongLines
}

export type MadeSale = RightSale | WrongSale

export const isRight = (made: MadeSale): made is RightSale => 'sale' in made
/** The void of a sale; in a file it is made after all sales. */
export const isVoid = (made: MadeSale): boolean => isRight(made) && made.sale.Type === 'Void'
export const isWrong = (made: MadeSale): made is WrongSale => 'wrong' in made

/** Makes sales of rows as they come. */
export interface SaleMaker {
  /** Sales that are complete with these rows. */
  take(rows: readonly FileRow[]): MadeSale[]
  /** What is left when the file has ended, one after the other. */
  rest(): Iterable<MadeSale>
  /** The voids of the file, to be stored after all its sales, wherever they stand. */
  voids(): Iterable<MadeSale>
  /** What the rows taken so far whose order number stands in other rows too come to, in minor units by currency. */
  sharedTotals: Readonly<Record<string, number>>
}

/**
 * @param known what the whole file told before: orders its scan refuses are refused row by row, all others are made of all their rows
 * @param gatherer where rows with the same order number are one order
 * @param later where the rows of voids lie until all sales are made
 */
export const saleMaker = (
  mapping: ImportMapping,
  headings: readonly string[],
  places: PlaceFinder,
  { scan, voided }: KnownOrders,
  gatherer: OrderGatherer | undefined,
  later: RowsAside,
): SaleMaker => {
  const read = cellReader(mapping, headings)
  const [orderOf, voidedBy] = [orderFinder(mapping, headings, places), voidedFinder(mapping, headings, places)]
  /** How often what the file has more than once came up to now. */
  const seen = new HashMap(Uint32Array)
  const timesOf = (name: string): number => {
    if (!(scan instanceof NumberScan && scan.isRepeated(name))) return 1
    const times = (seen.get(textHash(name)) ?? 0) + 1
    seen.set(textHash(name), times)
    return times
  }
  const voidable = new HashMap(Uint8Array)
  const sharedTotals: Record<string, number> = {}
  const make = (rows: readonly FileRow[]): MadeSale => madeOf(rows, mapping, read, places, timesOf)
  const notes = scan instanceof OrderScan ? scan.notes() : undefined
  const gather = (row: FileRow, by: OrderGatherer): MadeSale[] => {
    const order = orderOf(row)
    const note = notes?.noteOf(order)
    if (order === '') return [alone(row, mapping, 'NoSaleId', 'There is no order number.')]
    const line = scan instanceof OrderScan ? scan.lineWithoutPlace(read(row, 'SaleId')) : undefined
    if (line !== undefined && places.placeOf(read(row, 'LocationCode'), read(row, 'Location')))
      return [alone(row, mapping, 'SaleWrong', `Another row of the same sale has no location: line ${line}.`)]
    if (note && note.rows > MOST_LINES) return [alone(row, mapping, 'TooManyLines', `A sale can have at most ${MOST_LINES} lines.`)]
    return by.take(order, row, note).map(make)
  }
  const single = (row: FileRow): MadeSale => {
    const order = orderOf(row)
    if (scan instanceof NumberScan && scan.isShared(order)) {
      addAmount(sharedTotals, row, mapping, read, places)
      return alone(
        row,
        mapping,
        'NumberShared',
        'Other rows have this order number too. Choose that rows with the same order number are one sale, and check again.',
      )
    }
    const made = make([row])
    return isRight(made) && order !== '' && timesOf(order) > 1 ? { ...made, again: true } : made
  }
  let voids = 0
  /** Whether it is handed on now: voids come after all sales. */
  const isNow = (made: MadeSale): boolean => {
    if (!isRight(made)) return true
    if (isVoid(made)) {
      for (const row of made.rows) later.put(0, String(voids), row)
      voids += 1
      return false
    }
    const order = made.rows[0] ? orderOf(made.rows[0]) : ''
    if (order !== '' && voided.has(order)) voidable.set(textHash(order), 1)
    return true
  }
  return {
    take: (rows) => rows.flatMap((row) => (gatherer ? gather(row, gatherer) : [single(row)])).filter(isNow),
    rest: function* () {
      for (const rows of gatherer?.rest() ?? []) {
        const made = make(rows)
        if (isNow(made)) yield made
      }
    },
    voids: function* () {
      for (const rows of together(later.rowsOf(0))) {
        const made = make(rows)
        yield isRight(made) && rows[0] && voidable.has(textHash(voidedBy(rows[0]))) ? { ...made, ofTheFile: true } : made
      }
    },
    sharedTotals,
  }
}

/** Rows that follow each other under one name, together. */
function* together(kept: Iterable<{ order: string; row: FileRow }>): Generator<FileRow[]> {
  let [name, rows]: [string, FileRow[]] = ['', []]
  for (const { order, row } of kept) {
    if (order !== name && rows.length > 0) {
      yield rows
      rows = []
    }
    name = order
    rows.push(row)
  }
  if (rows.length > 0) yield rows
}

const alone = (row: FileRow, { Columns }: ImportMapping, ErrorCode: string, Message: string): WrongSale => ({
  rows: [row],
  wrong: new Map([[row.line, [{ ErrorCode, Column: Columns.SaleId ?? '', Message }]]]),
})

/** Adds what a row comes to, as far as it can be read. */
const addAmount = (totals: Record<string, number>, row: FileRow, mapping: ImportMapping, read: CellReader, places: PlaceFinder): void => {
  const place = places.placeOf(read(row, 'LocationCode'), read(row, 'Location'))
  const line = place && lineOf(row, mapping, read, place.currency, read(row, 'Type') === 'Refund', () => undefined)
  if (line) totals[place.currency] = (totals[place.currency] ?? 0) + line.Net + (mapping.TaxIncluded === false ? (line.Tax ?? 0) : 0)
}

const madeOf = (rows: readonly FileRow[], mapping: ImportMapping, read: CellReader, places: PlaceFinder, timesOf: (content: string) => number): MadeSale => {
  const broken = brokenOf(rows)
  if (broken) return { rows, wrong: broken }
  const [first] = rows
  const [code, name] = first ? [read(first, 'LocationCode'), read(first, 'Location')] : ['', '']
  const place = places.placeOf(code, name)
  if (!place) return { rows, wrong: withoutPlace(rows, mapping, name || code) }
  const sale = saleOf(rows, mapping, read, place, timesOf)
  return sale instanceof Map ? { rows, wrong: sale } : { rows, place, sale }
}

const brokenOf = (rows: readonly FileRow[]): WrongLines | undefined => {
  const broken = rows.filter((row) => row.broken)
  if (broken.length === 0) return undefined
  const lines = broken.map(({ line }) => line).join(', ')
  return new Map(rows.map(({ line, broken: error }) => [line, [error ?? heldUpBy(lines)]]))
}

const heldUpBy = (lines: string): RowError => ({ ErrorCode: 'SaleWrong', Column: '', Message: `Another row of the same sale is wrong: line ${lines}.` })

const withoutPlace = (rows: readonly FileRow[], { Columns }: ImportMapping, name: string): WrongLines => {
  const Column = Columns.Location ?? Columns.LocationCode ?? ''
  const error =
    name === ''
      ? { ErrorCode: 'NoLocation', Column, Message: 'The row has no location.' }
      : { ErrorCode: 'LocationNotFound', Column, Message: `There is no location "${shown(name)}".` }
  return new Map(rows.map(({ line }) => [line, [error]]))
}
