import type { FileRow, RowError } from '#features/imports/file-table.rules.ts'
import { decimalIn } from '#features/imports/import-cells.rules.ts'
import { shown } from '#features/imports/row-reader.rules.ts'
import { CELLS, type Cell, cellOf, isNumberCell, isSameCell } from '#features/stock/products/cells.rules.ts'
import { partsIn } from '#features/stock/products/made-text.rules.ts'
import type { ProductChange, ProductRow } from '#features/stock/products/products.contract.ts'
import { productWords } from '#features/stock/products/products.messages.ts'
import { BEVERAGES, CONTAINERS } from '#features/stock/spec.rules.ts'
import { importedCell, isCleanText } from '#shared/fields.ts'
import { nameKey } from '#shared/name-key.ts'
import type { ProductField, ProductMapping } from './product-mapping.rules.ts'

/** A row as what it changes of a product; without cells it changes nothing. */
export interface ProductFileRow {
  row: FileRow
  change: ProductChange
  cells: readonly Cell[]
}

export interface WrongProductRow {
  row: FileRow
  errors: RowError[]
}

export const isWrongProduct = (read: ProductFileRow | WrongProductRow): read is WrongProductRow => 'errors' in read

const LONGEST: Partial<Record<ProductField, number>> = { Plu: 64, SupplierCode: 64, Unit: 40, TariffItem: 20 }
const LONGEST_TEXT = 200

interface Reading {
  mapping: ProductMapping
  headings: readonly string[]
  /** The products as they stand, by PLU. */
  products: ReadonlyMap<string, ProductRow>
}

/** Reads rows as changes of products: an empty cell leaves what is there, and a cell that says what is there changes nothing. */
export const productRowReader = ({ mapping: { Columns, DecimalMark = '.' }, headings, products }: Reading) => {
  const mapped = CELLS.filter((cell) => Columns[cell] !== undefined)
  return (row: FileRow): ProductFileRow | WrongProductRow => {
    if (row.broken) return { row, errors: [row.broken] }
    const errors: RowError[] = []
    const complain = (field: ProductField, ErrorCode: string, Message: string) => void errors.push({ ErrorCode, Column: Columns[field] ?? '', Message })
    const textOf = (field: ProductField): string => {
      const text = row.cells[headings.indexOf(Columns[field] ?? '')]?.trim() ?? ''
      const longest = field === 'Parts' ? 2000 : (LONGEST[field] ?? LONGEST_TEXT)
      if (!isCleanText(text)) complain(field, 'Unstorable', 'It contains characters that cannot be stored.')
      else if (text.length > longest) complain(field, 'TooLong', `"${shown(text)}" is longer than ${longest} characters.`)
      return importedCell(text)
    }
    const Plu = textOf('Plu')
    if (Plu === '') complain('Plu', 'Missing', 'There is no PLU.')
    const there = products.get(Plu)
    const change: Record<string, unknown> = { Plu }
    const cells: Cell[] = []
    for (const cell of mapped) {
      const text = textOf(cell)
      if (text === '') continue
      const value = valueIn(cell, text, DecimalMark)
      if (value === undefined) complain(cell, 'NotUnderstood', `"${shown(text)}" is not ${WHAT[cell] ?? 'a number'}.`)
      else if (!there || !isSameCell(value, cellOf(there, cell))) {
        change[cell] = value
        cells.push(cell)
      }
    }
    const Name = Columns.Name === undefined ? '' : textOf('Name')
    if (!there && Name !== '') change.Name = Name
    return errors.length > 0 ? { row, errors } : { row, change: change as ProductChange, cells }
  }
}

const WHAT: Partial<Record<Cell, string>> = {
  Beverage: 'a kind of drink such as beer or spirits',
  Container: 'a container such as keg or bottle',
  Stocked: 'yes or no',
  Draught: 'yes or no',
  Parts: 'a list of ingredients such as "425 ml of 9001 less 4 %; 1 of 9002"',
}

const valueIn = (cell: Cell, text: string, mark: '.' | ','): unknown => {
  if (isNumberCell(cell)) {
    const number = decimalIn(text.replace(/\s*%$/, ''), mark)
    return number && Number(number.digits) / 10 ** number.places
  }
  if (cell === 'Beverage') return listed(BEVERAGES, text, (one) => (one === 'none' ? 'noAlcohol' : one))
  if (cell === 'Container') return listed(CONTAINERS, text, (one) => one)
  if (cell === 'Stocked' || cell === 'Draught') return yesNo(text)
  return cell === 'Parts' ? partsIn(text) : text
}

/** One of a list, by the wire's word or by what the screen calls it in either language. */
const listed = <V extends string>(values: readonly V[], text: string, wordOf: (value: V) => string): V | undefined =>
  values.find((one) => [one, wordIn('en', wordOf(one)), wordIn('jp', wordOf(one))].some((word) => nameKey(word) === nameKey(text)))

const wordIn = (language: 'en' | 'jp', key: string): string => (productWords[language] as Record<string, string>)[key] ?? key

const yesNo = (text: string): boolean | undefined => {
  if (/^(yes|y|true|1|はい|○)$/i.test(text)) return true
  return /^(no|n|false|0|いいえ|×)$/i.test(text) ? false : undefined
}
