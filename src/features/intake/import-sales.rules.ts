import type { FileRow, RowError } from './file-table.rules.ts'
import { type CellReader, cellReader, shown } from './import-lines.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace, PlaceFinder } from './import-places.rules.ts'
import { saleNameOf, saleOf, type WrongLines } from './import-rows.rules.ts'
import type { WireSale } from './sale.contract.ts'

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
}

/** Rows of one sale may lie apart by as many other sales as this; a file is not held in memory for their sake. */
const MOST_OPEN_SALES = 2000

export const saleMaker = (mapping: ImportMapping, headings: readonly string[], places: PlaceFinder): SaleMaker => {
  const read = cellReader(mapping, headings)
  const seen = new Map<string, number>()
  const open = new Map<string, FileRow[]>()
  const make = (rows: readonly FileRow[]): MadeSale => madeOf(rows, mapping, read, places, seen)
  const oldest = (most: number): MadeSale[] => {
    const made: MadeSale[] = []
    for (const [name, rows] of open) {
      if (open.size <= most) break
      open.delete(name)
      made.push(make(rows))
    }
    return made
  }
  return {
    take: (rows) =>
      rows.flatMap((row) => {
        const name = saleNameOf(row, mapping, read)
        if (name === undefined) return [make([row])]
        const others = open.get(name)
        if (others) others.push(row)
        else open.set(name, [row])
        return oldest(MOST_OPEN_SALES)
      }),
    rest: () => oldest(0),
  }
}

const madeOf = (rows: readonly FileRow[], mapping: ImportMapping, read: CellReader, places: PlaceFinder, seen: Map<string, number>): MadeSale => {
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
      ? { ErrorCode: 'NoLocation', Column, Message: 'Nothing says which location it belongs to.' }
      : { ErrorCode: 'LocationNotFound', Column, Message: `There is no location "${shown(name)}".` }
  return new Map(rows.map(({ line }) => [line, [error]]))
}
