import type { WireLine } from '#features/intake/sale.contract.ts'
import { decimalsOf } from '#shared/money.ts'
import { isMark } from './cell-marks.rules.ts'
import type { FileRow, RowError } from './file-table.rules.ts'
import { type Decimal, decimalIn, fits, rounded, times } from './import-cells.rules.ts'
import type { ImportField, ImportMapping } from './import-mapping.rules.ts'
import { textFingerprint } from './row-name.rules.ts'

/** Tells what a row says of a field: its cell, translated; the default where that is empty. */
export type CellReader = (row: FileRow, field: ImportField) => string

/** What is known of a field: where its cell stands, what it means, and what it is without one. */
interface KnownField {
  at: number
  meanings: Record<string, string> | undefined
  otherwise: string
}

export const cellReader = (mapping: ImportMapping, headings: readonly string[]): CellReader => {
  const { Columns, Defaults = {}, Values = {} } = mapping
  const known = new Map<ImportField, KnownField>()
  for (const field of mappedFields(mapping)) {
    known.set(field, { at: headings.indexOf(Columns[field] ?? ''), meanings: Values[field], otherwise: Defaults[field] ?? '' })
  }
  return (row, field) => {
    const value = known.get(field)
    if (value === undefined) return ''
    const cell = row.cells[value.at]?.trim() ?? ''
    const meant = value.meanings && Object.hasOwn(value.meanings, cell) ? value.meanings[cell] : cell
    return meant || value.otherwise
  }
}

const fieldsByMapping = new WeakMap<ImportMapping, ImportField[]>()

/** The fields a file's rows can say something of. */
export const mappedFields = (mapping: ImportMapping): readonly ImportField[] => {
  const known = fieldsByMapping.get(mapping)
  if (known) return known
  const fields = [...new Set([...Object.keys(mapping.Columns), ...Object.keys(mapping.Defaults ?? {})])] as ImportField[]
  fieldsByMapping.set(mapping, fields)
  return fields
}

/** Complains about a field of a row, under the heading of its column. */
export type Complain = (field: ImportField, ErrorCode: string, Message: string) => void

export const complainer =
  ({ Columns }: ImportMapping, errors: RowError[]): Complain =>
  (field, ErrorCode, Message) => {
    errors.push({ ErrorCode, Column: Columns[field] ?? '', Message })
  }

const QUANTITY_PLACES = 4
const ONE: Decimal = { digits: 1n, places: 0 }

/** The line a row tells of, in the location's money; complaints where it tells none. */
export const lineOf = (
  row: FileRow,
  mapping: ImportMapping,
  read: CellReader,
  currency: string,
  isRefund: boolean,
  complain: Complain,
): WireLine | undefined => {
  const figures = figuresOf(row, mapping, read, currency, complain)
  if (!figures) return undefined
  const { net, discount, quantity, unitPrice, tax, cost } = signed(figures, isRefund)
  const line: WireLine = { Quantity: quantityText(quantity), Gross: net + discount, Net: net }
  for (const field of LINE_TEXTS) {
    const cell = read(row, field)
    if (cell !== '') line[field] = cell
  }
  line.Name ??= line.Plu ?? line.Category ?? line.Department ?? ''
  // Without a code the name is the key: products of different names never become one.
  if (line.Plu === undefined && line.Barcode === undefined && line.Name !== '') line.Plu = keyOfName(line.Name)
  if (unitPrice !== undefined) line.UnitPrice = unitPrice
  if (discount !== 0) line.DiscountTotal = discount
  if (tax !== undefined) line.Tax = tax
  if (cost !== undefined) line.Cost = cost
  return line
}

const LONGEST_CODE = 64
const KEPT_OF_NAME = 40

/** The code of a product that is known by its name: the name, or its beginning and a fingerprint of all of it. */
const keyOfName = (name: string): string => {
  const key = name.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return key.length <= LONGEST_CODE ? key : `${key.slice(0, KEPT_OF_NAME)} ${textFingerprint(key)}`.slice(0, LONGEST_CODE)
}

const LINE_TEXTS = ['Plu', 'Name', 'Barcode', 'Group', 'Department', 'ProductGroup', 'Category'] as const

interface Figures {
  net: number
  discount: number
  /** Ten-thousandths. */
  quantity: number
  unitPrice: number | undefined
  tax: number | undefined
  cost: number | undefined
}

const figuresOf = (row: FileRow, mapping: ImportMapping, read: CellReader, currency: string, complain: Complain): Figures | undefined => {
  let right = true
  const refuse: Complain = (...about) => {
    right = false
    complain(...about)
  }
  const number = (field: ImportField): Decimal | undefined => {
    const told = read(row, field)
    // ERROR, UNKNOWN and the like are blanks where somebody chose what a blank means.
    const cell = mapping.Defaults?.[field] && isMark(told) ? mapping.Defaults[field] : field === 'Discount' ? told.replace(/\s*[%％]$/, '') : told
    const value = cell === '' ? undefined : decimalIn(cell, mapping.DecimalMark ?? '.')
    if (cell !== '' && value === undefined) refuse(field, 'NotANumber', `"${shown(cell)}" is not a number.`)
    return value
  }
  const places = decimalsOf(currency)
  const money = (field: ImportField, value: Decimal | undefined): number | undefined => {
    if (value === undefined) return undefined
    if (!mapping.RoundAmounts && !fits(value, places))
      refuse(field, 'TooManyDecimals', `${decimalText(value)} has more decimals than ${currency} has, and the column mapping does not round amounts.`)
    return rounded(value, places)
  }
  const counted = number('Quantity')
  if (counted === undefined && right && mapping.Columns.Quantity !== undefined)
    refuse('Quantity', 'NoQuantity', 'There is no quantity. Correct the row, or choose what a blank quantity means.')
  const quantity = counted ?? ONE
  if (!fits(quantity, QUANTITY_PLACES)) refuse('Quantity', 'TooManyDecimals', `A quantity can have at most ${QUANTITY_PLACES} decimals.`)
  const price = number('UnitPrice')
  const less = number('Discount')
  const said = number('Net')
  const full = price && times(price, quantity)
  const share = less && shareOf(less, mapping.DiscountIs)
  const discount = share ? partOf(share, full, said, places) : Math.abs(money('Discount', less) ?? 0)
  const net = said ? money('Net', said) : full && minus(money('UnitPrice', full), discount)
  if (net === undefined && right) refuse('Net', 'NoAmount', 'There is no amount. Correct the row, or choose what a blank amount means.')
  const [tax, cost] = [money('Tax', number('Tax')), money('Cost', number('Cost'))]
  if (!right || net === undefined) return undefined
  // A price of more decimals than the currency has is for information only: the amount is what counts.
  return { net, discount, quantity: rounded(quantity, QUANTITY_PLACES), unitPrice: price && rounded(price, places), tax, cost }
}

/** A discount as a part of one; undefined where it is money. */
const shareOf = ({ digits, places }: Decimal, is: ImportMapping['DiscountIs']): Decimal | undefined => {
  if (is !== 'Percent' && is !== 'Fraction') return undefined
  return { digits: digits < 0n ? -digits : digits, places: is === 'Percent' ? places + 2 : places }
}

/** A share of the full price in money; where only what was paid is known, of what that was before. */
const partOf = (share: Decimal, full: Decimal | undefined, paid: Decimal | undefined, places: number): number => {
  if (full) return Math.abs(rounded(times(full, share), places))
  const part = Number(share.digits) / 10 ** share.places
  return paid === undefined || part >= 1 ? 0 : Math.abs(Math.round((rounded(paid, places) * part) / (1 - part)))
}

const minus = (amount: number | undefined, less: number) => (amount === undefined ? undefined : amount - less)

/** What goes back has all its signs turned, however the file writes them: quantity, amount, tax and cost go the same way. */
const signed = (figures: Figures, isRefund: boolean): Figures => {
  const goesBack = figures.net < 0 || figures.quantity < 0 || isRefund
  if (!goesBack) return figures
  const { net, quantity, unitPrice, tax, cost } = figures
  const turned = (value: number) => (value === 0 ? 0 : -Math.abs(value))
  return {
    net: turned(net),
    discount: 0,
    quantity: turned(quantity),
    unitPrice: unitPrice && Math.abs(unitPrice),
    tax: tax === undefined ? undefined : turned(tax),
    cost: cost === undefined ? undefined : turned(cost),
  }
}

const decimalText = ({ digits, places }: Decimal): string => {
  const size = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
  return `${digits < 0n ? '-' : ''}${size.slice(0, size.length - places)}${places === 0 ? '' : `.${size.slice(-places)}`}`
}

const quantityText = (tenThousandths: number): string => {
  const size = Math.abs(tenThousandths)
  const part = String(size % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${tenThousandths < 0 ? '-' : ''}${Math.floor(size / 10_000)}${part === '' ? '' : `.${part}`}`
}

/** A cell in a sentence. */
export const shown = (cell: string): string => (cell.length > 60 ? `${cell.slice(0, 59)}…` : cell)
