import type { WireSale } from '#features/intake/sale.contract.ts'
import type { FieldError } from '#shared/failure.ts'
import { isCleanText } from '#shared/fields.ts'
import type { FileRow, RowError } from './file-table.rules.ts'
import { moneyReader } from './import-amounts.rules.ts'
import { decimalIn, fits, rounded } from './import-cells.rules.ts'
import { lineOf, type Reductions } from './import-lines.rules.ts'
import type { ImportField, ImportMapping } from './import-mapping.rules.ts'
import { momentOf } from './import-moment.rules.ts'
import { extrasOf, tendersOf } from './import-paid.rules.ts'
import { pointsOf, takenBack } from './import-points.rules.ts'
import { contentOf, textFingerprint } from './row-name.rules.ts'
import { type CellReader, type Complain, complainer, mappedFields, shown } from './row-reader.rules.ts'

/** Where rows of a file belong: the location's clock and money. */
export interface RowPlace {
  timeZone: string
  currency: string
}

/** What is wrong with rows, by their lines. */
export type WrongLines = Map<number, RowError[]>

const ORDER_TYPES = ['DineIn', 'Takeaway', 'Delivery', 'Bar', 'Online'] as const
const TYPES = ['Sale', 'Refund', 'Void']
const LONGEST: Partial<Record<ImportField, number>> = {
  Name: 200,
  Group: 200,
  Department: 200,
  ProductGroup: 200,
  Category: 200,
  ClerkName: 200,
  Reference: 200,
}
const LONGEST_CODE = 64

/**
 * Makes a sale of its rows; amounts to the cent, times by the location's clock. A sale without an id is known by what its
 * rows say, so that the same file brought in again changes nothing.
 * @param timesOf how often rows that say this came up to now, these among them
 */
export const saleOf = (
  rows: readonly FileRow[],
  mapping: ImportMapping,
  read: CellReader,
  place: RowPlace,
  timesOf: (content: string) => number,
): WireSale | WrongLines => {
  const [first] = rows
  if (!first) throw new Error('A sale has rows.')
  const wrong: WrongLines = new Map()
  const complainAbout = (row: FileRow): Complain => {
    const errors: RowError[] = wrong.get(row.line) ?? []
    return (...about) => {
      complainer(mapping, errors)(...about)
      wrong.set(row.line, errors)
    }
  }
  const fields = mappedFields(mapping)
  for (const row of rows) checkTexts(row, fields, read, complainAbout(row))
  const type = typeOf(first, read, complainAbout(first))
  const closedAt = momentOf(first, mapping, read, place, complainAbout(first))
  const covers = coversOf(first, read, complainAbout(first))
  const points = pointsOf(rows, mapping, read, complainAbout)
  const revision = revisionOf(first, read, complainAbout(first))
  if (type === 'Void' && closedAt !== undefined && wrong.size === 0) return voidOf(first, read, new Date(closedAt))
  const money = moneyReader(mapping, read, place.currency, complainAbout)
  const reductions: Reductions = { Discounts: [], Promotions: [] }
  const lines = rows.flatMap((row) => lineOf(row, mapping, read, place.currency, type === 'Refund', complainAbout(row), reductions) ?? [])
  const { tip, surcharge, rounding } = extrasOf(rows, money, type === 'Refund')
  const standing = lines.filter(({ Voided }) => Voided !== true)
  const onTop = mapping.TaxIncluded === false ? sum(standing.map(({ Tax = 0 }) => Tax)) : 0
  const total = sum(standing.map(({ Net }) => Net)) + onTop + surcharge + tip + rounding
  const tenders = wrong.size > 0 ? [] : tendersOf(rows, read, money, total, place.currency, complainAbout(first))
  if (wrong.size > 0 || closedAt === undefined || !tenders) return withCompanions(rows, wrong)
  const sale: WireSale = {
    SaleId: read(first, 'SaleId') || nameFromContent(rows, timesOf),
    TerminalId: read(first, 'TerminalId') || 'Import',
    ClosedAt: new Date(closedAt).toISOString(),
    Currency: mapping.Currency ?? place.currency,
    Lines: lines,
    Tenders: tenders,
    Totals: { Total: total },
  }
  if (revision !== undefined) sale.Revision = revision
  if (surcharge !== 0) sale.Surcharges = [{ Name: read(first, 'SurchargeName') || 'Surcharge', Amount: surcharge }]
  if (tip !== 0) sale.Tips = [{ Amount: tip }]
  if (rounding !== 0) sale.Rounding = rounding
  if (reductions.Discounts.length > 0) sale.Discounts = reductions.Discounts
  if (reductions.Promotions.length > 0) sale.Promotions = reductions.Promotions
  for (const field of SALE_TEXTS) {
    const cell = read(first, field)
    if (cell !== '') sale[field] = cell
  }
  const orderType = read(first, 'OrderType')
  if (orderType !== '') sale.OrderType = orderType as NonNullable<WireSale['OrderType']>
  if (covers !== undefined) sale.Covers = covers
  if (total < 0 || type === 'Refund') sale.Type = 'Refund'
  else if (lines.every(({ Wastage }) => Wastage === true)) Object.assign(sale, { Type: 'NoSale', Tenders: [] })
  const original = read(first, 'OriginalSaleId')
  if (sale.Type === 'Refund' && original !== '') sale.OriginalSaleId = original
  if (mapping.TaxIncluded === false) sale.TaxIncluded = false
  if (points) sale.Points = sale.Type === 'Refund' ? takenBack(points) : points
  return sale
}

/** The void of the sale a row names: of OriginalSaleId, or else of its own number. */
const voidOf = (row: FileRow, read: CellReader, closedAt: Date): WireSale => {
  const [own, named] = [read(row, 'SaleId'), read(row, 'OriginalSaleId')]
  return {
    SaleId: named === '' || named === own ? `void-${own.length > LONGEST_CODE - 5 ? textFingerprint(own) : own}` : own,
    Type: 'Void',
    OriginalSaleId: named || own,
    TerminalId: read(row, 'TerminalId') || 'Import',
    ClosedAt: closedAt.toISOString(),
  }
}

const revisionOf = (row: FileRow, read: CellReader, complain: Complain): number | undefined => {
  const cell = read(row, 'Revision')
  if (cell === '') return undefined
  if (/^[1-9]\d{0,5}$/.test(cell)) return Number(cell)
  complain('Revision', 'NotANumber', `"${shown(cell)}" is not the number of a revision, which is 1 or more.`)
  return undefined
}

const SALE_TEXTS = ['ClerkId', 'ClerkName', 'Table', 'LoyaltyCard'] as const

/** A sale goes in whole or not at all: rows that are right by themselves say which others hold them up. */
const withCompanions = (rows: readonly FileRow[], wrong: WrongLines): WrongLines => {
  const lines = [...wrong.keys()].join(', ')
  for (const { line } of rows) {
    if (!wrong.has(line)) wrong.set(line, [{ ErrorCode: 'SaleWrong', Column: '', Message: `Another row of the same sale is wrong: line ${lines}.` }])
  }
  return wrong
}

const checkTexts = (row: FileRow, fields: readonly ImportField[], read: CellReader, complain: Complain) => {
  for (const field of fields) {
    const cell = read(row, field)
    if (cell === '') continue
    const longest = LONGEST[field] ?? LONGEST_CODE
    if (cell.length > longest) complain(field, 'TooLong', `"${shown(cell)}" is longer than ${longest} characters.`)
    if (!isCleanText(cell)) complain(field, 'Unstorable', 'It contains characters that cannot be stored.')
  }
  const orderType = read(row, 'OrderType')
  if (orderType !== '' && !(ORDER_TYPES as readonly string[]).includes(orderType))
    complain('OrderType', 'UnknownOrderType', `"${shown(orderType)}" is not one of ${ORDER_TYPES.join(', ')}.`)
}

const typeOf = (row: FileRow, read: CellReader, complain: Complain): string => {
  const type = read(row, 'Type') || 'Sale'
  if (!TYPES.includes(type)) complain('Type', 'UnknownType', `"${shown(type)}" is none of ${TYPES.join(', ')}.`)
  return type
}

const coversOf = (row: FileRow, read: CellReader, complain: Complain): number | undefined => {
  const cell = read(row, 'Covers')
  if (cell === '') return undefined
  const value = decimalIn(cell, '.')
  if (value && value.digits >= 0n && fits(value, 0) && rounded(value, 0) <= 100_000) return rounded(value, 0)
  complain('Covers', 'NotANumber', `"${shown(cell)}" is not a number of guests.`)
  return undefined
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const nameFromContent = (rows: readonly FileRow[], timesOf: (content: string) => number): string => {
  const content = contentOf(rows)
  const times = timesOf(content)
  return `row-${textFingerprint(content)}${times === 1 ? '' : `-${times}`}`
}

const FIELD_OF: Record<string, ImportField> = {
  ClosedAt: 'Date',
  Revision: 'SaleId',
  Totals: 'Net',
  Tenders: 'Tender',
  Gross: 'Net',
  DiscountTotal: 'Discount',
  Points: 'PointsAccrued',
}

/** What intake found wrong with a sale, said about the rows it was made of. */
export const wrongLinesOf = (rows: readonly FileRow[], errors: readonly FieldError[], { Columns }: ImportMapping): WrongLines => {
  const wrong: WrongLines = new Map()
  for (const { FieldName, ErrorCode, Message } of errors) {
    const [, at, part] = /^Lines\.(\d+)(?:\.(\w+))?/.exec(FieldName) ?? []
    const row = rows[Number(at ?? 0)] ?? rows[0]
    const name = part ?? FieldName.split('.')[0] ?? ''
    const field = FIELD_OF[name] ?? (name as ImportField)
    const Column = Columns[field] ?? (field === 'Date' ? (Columns.DateTime ?? '') : '')
    const said = ErrorCode === 'Conflict' ? 'A sale with this number is already in Daybook with other contents.' : Message
    if (row) wrong.set(row.line, [...(wrong.get(row.line) ?? []), { ErrorCode, Column, Message: said }])
  }
  return withCompanions(rows, wrong)
}
