import type { WireSale } from '#features/intake/sale.contract.ts'
import type { FileRow, RowError } from './file-table.rules.ts'
import { HashMap } from './hash-map.rules.ts'
import { type CellReader, cellReader, lineOf, shown } from './import-lines.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace, PlaceFinder } from './import-places.rules.ts'
import { saleOf, type WrongLines } from './import-rows.rules.ts'
import { type FileScan, MOST_LINES, type OrderReach, orderFinder, USUAL_REACH, weightOf } from './order-scan.rules.ts'

/** A sale and the rows it was made of. */
export interface RightSale {
  rows: readonly FileRow[]
  place: ImportPlace
  sale: WireSale
}

/** Rows that are no sale, and what is wrong with them. */
export interface WrongSale {
  rows: readonly FileRow[]
  wrong: WrongLines
}

export type MadeSale = RightSale | WrongSale

export const isRight = (made: MadeSale): made is RightSale => 'sale' in made
export const isWrong = (made: MadeSale): made is WrongSale => 'wrong' in made

/** Makes sales of rows as they come. */
export interface SaleMaker {
  /** Sales that are complete with these rows. */
  take(rows: readonly FileRow[]): MadeSale[]
  /** What is left when the file has ended. */
  rest(): MadeSale[]
  /** What the rows taken so far of orders the scan refused for where they stand come to, in minor units by currency. */
  scatteredTotals: Readonly<Record<string, number>>
}

/**
 * @param scan has seen the whole file before: orders it found are refused row by row, all others are whole within the same reach.
 * Absent where no column tells order numbers.
 */
export const saleMaker = (
  mapping: ImportMapping,
  headings: readonly string[],
  places: PlaceFinder,
  scan: FileScan | undefined,
  reach: OrderReach = USUAL_REACH,
): SaleMaker => {
  const read = cellReader(mapping, headings)
  const orderOf = orderFinder(mapping, headings, places)
  const seen = new HashMap()
  const open = new Map<string, FileRow[]>()
  const scatteredTotals: Record<string, number> = {}
  let held = 0
  const make = (rows: readonly FileRow[]): MadeSale => madeOf(rows, mapping, read, places, seen)
  const oldest = (mostOrders: number, mostHeld: number): MadeSale[] => {
    const made: MadeSale[] = []
    for (const [order, rows] of open) {
      if (open.size <= mostOrders && held <= mostHeld) break
      open.delete(order)
      held -= rows.reduce((sum, row) => sum + weightOf(row), 0)
      made.push(make(rows))
    }
    return made
  }
  const gather = (row: FileRow): MadeSale[] => {
    const order = orderOf(row)
    if (order === '') return [alone(row, mapping, 'NoSaleId', 'There is no order number.')]
    const refused = scan?.refusalOf(order)
    if (refused === 'tooLong') return [alone(row, mapping, 'TooManyLines', `A sale can have at most ${MOST_LINES} lines.`)]
    if (refused === 'scattered') {
      addAmount(scatteredTotals, row, mapping, read, places)
      return [alone(row, mapping, 'RowsApart', 'The rows of this order are too far apart. Sort the file by order number and import it again.')]
    }
    const others = open.get(order)
    if (others) others.push(row)
    else open.set(order, [row])
    held += weightOf(row)
    return oldest(reach.orders, reach.characters)
  }
  const single = (row: FileRow): MadeSale => {
    if (scan?.refusalOf(orderOf(row)) !== 'shared') return make([row])
    addAmount(scatteredTotals, row, mapping, read, places)
    return alone(
      row,
      mapping,
      'NumberShared',
      'Other rows have this order number too. Choose that rows with the same order number are one sale, and check again.',
    )
  }
  return {
    take: (rows) => rows.flatMap((row) => (mapping.Rows === 'SameSaleId' ? gather(row) : [single(row)])),
    rest: () => oldest(0, 0),
    scatteredTotals,
  }
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

const madeOf = (rows: readonly FileRow[], mapping: ImportMapping, read: CellReader, places: PlaceFinder, seen: HashMap): MadeSale => {
  const broken = brokenOf(rows)
  if (broken) return { rows, wrong: broken }
  const [first] = rows
  const [code, name] = first ? [read(first, 'LocationCode'), read(first, 'Location')] : ['', '']
  const place = places.placeOf(code, name)
  if (!place) return { rows, wrong: withoutPlace(rows, mapping, name || code) }
  const sale = saleOf(rows, mapping, read, place, seen)
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
