import type { FileRow, RowError } from '#features/imports/file-table.rules.ts'
import { type Decimal, dateIn, decimalIn, fits, rounded, times } from '#features/imports/import-cells.rules.ts'
import { shown } from '#features/imports/row-reader.rules.ts'
import { importedCell, isCleanText } from '#shared/fields.ts'
import { decimalsOf } from '#shared/money.ts'
import { nameKey } from '#shared/name-key.ts'
import type { InvoiceField, InvoiceMapping } from './invoice-mapping.rules.ts'

/** A location an invoice may be received at. */
export interface InvoicePlace {
  locationId: number
  name: string
  currency: string
}

/** A row of a file of invoices: the line it tells, or why it cannot be read. */
export interface InvoiceRow {
  row: FileRow
  /** As they are written; '' where the row does not tell. Both together say which invoice it is of. */
  supplier: string
  invoice: string
  line?: InvoiceRowLine
  errors: RowError[]
}

export interface InvoiceRowLine {
  place: InvoicePlace
  receivedOn: string
  plu: string
  /** Ten-thousandths of a unit. */
  qty: number
  /** Ten-thousandths of a unit in a pack, where somebody says. */
  packSize: number | undefined
  /** Minor units. */
  cost: number
  freight: number
  tax: number
}

interface Reading {
  mapping: InvoiceMapping
  headings: readonly string[]
  places: readonly InvoicePlace[]
  /** Where rows belong that name no location. */
  chosen: InvoicePlace | undefined
  /** Ten-thousandths of a unit in a pack as this supplier sells the product. */
  packOf: (supplier: string, plu: string) => number | undefined
  isProduct: (plu: string) => boolean
  isSupplier: (name: string) => boolean
}

const PLACES = 4
const LONGEST: Partial<Record<InvoiceField, number>> = { Invoice: 64, Plu: 64 }
const LONGEST_TEXT = 200
const MOST = 100_000_000_000

/** Reads rows as lines of invoices. What a line comes to is told, or is the cost of a unit or of a pack times how many there are, to the cent. */
export const invoiceRowReader = ({ mapping, headings, places, chosen, packOf, isProduct, isSupplier }: Reading) => {
  const { Columns, DateFormat = 'YYYY-MM-DD', DecimalMark = '.' } = mapping
  return (row: FileRow): InvoiceRow => {
    const errors: RowError[] = []
    const complain = (field: InvoiceField, ErrorCode: string, Message: string): undefined =>
      void errors.push({ ErrorCode, Column: Columns[field] ?? '', Message }) as undefined
    const raw = (field: InvoiceField) => row.cells[headings.indexOf(Columns[field] ?? '')]?.trim() ?? ''
    // A row with too many cells still seems to tell whose it is: its invoice is not stored without it.
    if (row.broken) return { row, supplier: raw('Supplier'), invoice: raw('Invoice'), errors: [row.broken] }
    const text = (field: InvoiceField): string => {
      const cell = raw(field)
      const longest = LONGEST[field] ?? LONGEST_TEXT
      if (!isCleanText(cell)) complain(field, 'Unstorable', 'It contains characters that cannot be stored.')
      else if (cell.length > longest) complain(field, 'TooLong', `"${shown(cell)}" is longer than ${longest} characters.`)
      return importedCell(cell)
    }
    const needed = (field: InvoiceField): string => {
      const cell = text(field)
      if (cell === '') complain(field, 'Missing', 'This cell is empty.')
      return cell
    }
    const number = (field: InvoiceField): Decimal | undefined => {
      const cell = text(field)
      const value = cell === '' ? undefined : decimalIn(cell, DecimalMark)
      if (cell !== '' && (!value || Math.abs(rounded(value, 0)) > MOST)) return complain(field, 'NotANumber', `"${shown(cell)}" is not a number.`)
      return value
    }
    const [supplier, invoice, plu] = [needed('Supplier'), needed('Invoice'), needed('Plu')]
    const isUnknown = (plu !== '' && !isProduct(plu)) || (supplier !== '' && !isSupplier(supplier))
    if (supplier !== '' && !isSupplier(supplier)) complain('Supplier', 'SupplierNotFound', `${shown(supplier)} is not on the venue's list of suppliers.`)
    if (plu !== '' && !isProduct(plu)) complain('Plu', 'ProductNotFound', `This venue has no product with the PLU ${shown(plu)}.`)
    const day = needed('ReceivedOn')
    const at = day === '' ? undefined : dateIn(day, DateFormat)
    if (day !== '' && at === undefined) complain('ReceivedOn', 'NotADate', `"${shown(day)}" is not a date.`)
    const placeName = text('Location')
    const place = placeName === '' ? chosen : places.find(({ name }) => nameKey(name) === nameKey(placeName))
    if (!place && placeName === '') complain('Location', 'Missing', 'This cell is empty.')
    else if (!place) complain('Location', 'LocationNotFound', `There is no location "${shown(placeName)}".`)
    const decimals = decimalsOf(place?.currency ?? 'AUD')
    const money = (field: InvoiceField): number | undefined => {
      const value = number(field)
      if (value && !fits(value, decimals)) return complain(field, 'TooManyDecimals', `"${shown(raw(field))}" has more decimals than the currency.`)
      return value && rounded(value, decimals)
    }
    const steps = (field: InvoiceField): number | undefined => {
      const value = number(field)
      if (value && !fits(value, PLACES)) return complain(field, 'TooManyDecimals', `"${shown(raw(field))}" has more than four decimals.`)
      return value && rounded(value, PLACES)
    }
    const [units, packs, toldPack] = [steps('Quantity'), steps('Packs'), steps('PackSize')]
    const packSize = toldPack ?? packOf(supplier, plu)
    if (toldPack !== undefined && toldPack <= 0) complain('PackSize', 'EmptyPack', 'A pack must hold more than 0 units.')
    const packed = packs === undefined || packSize === undefined ? undefined : times(asDecimal(packs), asDecimal(packSize))
    if (units === undefined && packs === undefined && raw('Quantity') === '' && raw('Packs') === '')
      complain('Quantity', 'NoQuantity', 'The row has no units or packs.')
    if (units === undefined && packs !== undefined && packSize === undefined && !isUnknown)
      complain('Packs', 'NoPackSize', `The pack size of ${shown(plu)} from ${shown(supplier)} is not known.`)
    if (packed && !fits(packed, PLACES)) complain('Packs', 'TooManyDecimals', 'The packs give a number of units with more than four decimals.')
    const qty = units ?? (packed && rounded(packed, PLACES))
    if (units !== undefined && packed && rounded(packed, PLACES) !== units)
      complain('Quantity', 'OtherQuantity', 'The packs and the units give different quantities.')
    const cost = money('Cost') ?? costOf({ unitCost: number('UnitCost'), packCost: number('PackCost'), qty, packs, packSize, decimals })
    if (cost === undefined && qty !== undefined && ['Cost', 'UnitCost', 'PackCost'].every((field) => raw(field as InvoiceField) === ''))
      complain('Cost', 'NoCost', 'The row has no cost.')
    else if (cost === undefined && qty !== undefined && errors.length === 0)
      complain('PackCost', 'NoPackSize', `The pack size of ${shown(plu)} from ${shown(supplier)} is not known.`)
    const [freight = 0, tax = 0] = [money('Freight'), money('Tax')]
    if (errors.length > 0 || !place || at === undefined || qty === undefined || cost === undefined) return { row, supplier, invoice, errors }
    const receivedOn = new Date(at).toISOString().slice(0, 10)
    return { row, supplier, invoice, errors, line: { place, receivedOn, plu, qty, packSize, cost, freight, tax } }
  }
}

const asDecimal = (steps: number): Decimal => ({ digits: BigInt(steps), places: PLACES })

interface Costing {
  unitCost: Decimal | undefined
  packCost: Decimal | undefined
  qty: number | undefined
  packs: number | undefined
  packSize: number | undefined
  decimals: number
}

/** What a line comes to by the cost of a unit, or of a pack. */
const costOf = ({ unitCost, packCost, qty, packs, packSize, decimals }: Costing): number | undefined => {
  if (unitCost) return qty === undefined ? undefined : rounded(times(unitCost, asDecimal(qty)), decimals)
  if (!packCost) return undefined
  if (packs !== undefined) return rounded(times(packCost, asDecimal(packs)), decimals)
  if (qty === undefined || packSize === undefined || packSize <= 0) return undefined
  // Packs of a quantity may have endless decimals: the division comes last.
  const whole = { digits: packCost.digits * BigInt(qty) * 10n ** 6n, places: packCost.places + 6 }
  return rounded({ digits: whole.digits / BigInt(packSize), places: whole.places }, decimals)
}
