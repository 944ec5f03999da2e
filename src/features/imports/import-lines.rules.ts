import type { WireLine, WireSale } from '#features/intake/sale.contract.ts'
import type { FileRow } from './file-table.rules.ts'
import { figuresOf, signed } from './import-amounts.rules.ts'
import { flagIn } from './import-flags.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { textFingerprint } from './row-name.rules.ts'
import { type CellReader, type Complain, shown } from './row-reader.rules.ts'

/** What is taken off a line, by name; LineId says which. */
export interface Reductions {
  Discounts: NonNullable<WireSale['Discounts']>
  Promotions: NonNullable<WireSale['Promotions']>
}

/** The line a row tells of, in the location's money; complaints where it tells none. */
export const lineOf = (
  row: FileRow,
  mapping: ImportMapping,
  read: CellReader,
  currency: string,
  isRefund: boolean,
  complain: Complain,
  reductions?: Reductions,
): WireLine | undefined => {
  if (isPaymentAlone(row, read)) return undefined
  const figures = figuresOf(row, mapping, read, currency, complain)
  if (!figures) return undefined
  const { net, discount, promotion, quantity, unitPrice, tax, cost } = signed(figures, isRefund)
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
  if (flag(row, 'Voided', read, complain)) line.Voided = true
  if (flag(row, 'Wastage', read, complain)) writeOff(line, read(row, 'WastageReason'))
  else if (reductions && line.Voided !== true) nameReductions(line, row, read, discount - promotion, promotion, reductions)
  return line
}

/** A row that says what was paid, and sells nothing. */
const isPaymentAlone = (row: FileRow, read: CellReader): boolean =>
  read(row, 'TenderAmount') !== '' && (['Net', 'UnitPrice', 'Plu', 'Name', 'Barcode'] as const).every((field) => read(row, field) === '')

const flag = (row: FileRow, field: 'Voided' | 'Wastage', read: CellReader, complain: Complain): boolean => {
  const said = flagIn(read(row, field))
  if (said === undefined) complain(field, 'NotYesOrNo', `"${shown(read(row, field))}" is neither yes nor no.`)
  return said === true
}

/** What is written off is not sold: all of what it would have come to is taken off. */
const writeOff = (line: WireLine, reason: string): void => {
  line.Wastage = true
  if (reason !== '') line.WastageReason = reason
  line.DiscountTotal = line.Gross
  line.Net = 0
  if (line.Tax !== undefined) line.Tax = 0
}

const nameReductions = (line: WireLine, row: FileRow, read: CellReader, discount: number, promotion: number, { Discounts, Promotions }: Reductions): void => {
  const LineId = `line ${row.line}`
  const names = [read(row, 'DiscountName'), read(row, 'PromotionName')] as const
  if (discount > 0 && names[0] !== '') Discounts.push({ LineId, Name: names[0], Amount: discount })
  if (promotion > 0) Promotions.push({ LineId, Name: names[1] || 'Promotion', Amount: promotion })
  if (promotion > 0 || (discount > 0 && names[0] !== '')) line.LineId = LineId
}

const LONGEST_CODE = 64
const KEPT_OF_NAME = 40

/** The code of a product that is known by its name: the name, or its beginning and a fingerprint of all of it. */
const keyOfName = (name: string): string => {
  const key = name.normalize('NFKC').replace(/\s+/g, ' ').trim()
  return key.length <= LONGEST_CODE ? key : `${key.slice(0, KEPT_OF_NAME)} ${textFingerprint(key)}`.slice(0, LONGEST_CODE)
}

const LINE_TEXTS = ['Plu', 'Name', 'Barcode', 'Group', 'Department', 'ProductGroup', 'Category'] as const

const quantityText = (tenThousandths: number): string => {
  const size = Math.abs(tenThousandths)
  const part = String(size % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')
  return `${tenThousandths < 0 ? '-' : ''}${Math.floor(size / 10_000)}${part === '' ? '' : `.${part}`}`
}
