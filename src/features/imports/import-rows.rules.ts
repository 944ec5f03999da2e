import type { WireSale } from '#features/intake/sale.contract.ts'
import type { FieldError } from '#shared/failure.ts'
import { isCleanText } from '#shared/fields.ts'
import { instantAtWall } from '#shared/trading-day.ts'
import { offsetMoment, WITH_OFFSET } from './date-order.rules.ts'
import type { FileRow, RowError } from './file-table.rules.ts'
import type { HashMap } from './hash-map.rules.ts'
import { dateIn, dateTimeIn, decimalIn, fits, rounded, timeIn } from './import-cells.rules.ts'
import { type CellReader, type Complain, complainer, lineOf, mappedFields, shown } from './import-lines.rules.ts'
import type { ImportField, ImportMapping } from './import-mapping.rules.ts'
import { textFingerprint, textHash } from './row-name.rules.ts'

/** Where rows of a file belong: the location's clock and money. */
export interface RowPlace {
  timeZone: string
  currency: string
}

/** What is wrong with rows, by their lines. */
export type WrongLines = Map<number, RowError[]>

const NOON_MS = 12 * 3_600_000
const ORDER_TYPES = ['DineIn', 'Takeaway', 'Delivery', 'Bar', 'Online'] as const
const TYPES = ['Sale', 'Refund']
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
const MOST_POINTS = 1_000_000_000

/**
 * Makes a sale of its rows; amounts to the cent, times by the location's clock. A sale without an id is known by what its
 * rows say, so that the same file brought in again changes nothing.
 * @param seen counts rows that say the same, in the order of the file
 */
export const saleOf = (rows: readonly FileRow[], mapping: ImportMapping, read: CellReader, place: RowPlace, seen: HashMap): WireSale | WrongLines => {
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
  const lines = rows.flatMap((row) => lineOf(row, mapping, read, place.currency, type === 'Refund', complainAbout(row)) ?? [])
  if (wrong.size > 0 || closedAt === undefined) return withCompanions(rows, wrong)
  const onTop = mapping.TaxIncluded === false ? sum(lines.map(({ Tax = 0 }) => Tax)) : 0
  const total = sum(lines.map(({ Net }) => Net)) + onTop
  const method = read(first, 'Tender') || 'Other'
  const reference = read(first, 'Reference')
  const sale: WireSale = {
    SaleId: read(first, 'SaleId') || nameFromContent(rows, seen),
    TerminalId: read(first, 'TerminalId') || 'Import',
    ClosedAt: new Date(closedAt).toISOString(),
    Currency: mapping.Currency ?? place.currency,
    Lines: lines,
    Tenders: [reference === '' ? { Method: method, Amount: total } : { Method: method, Amount: total, Reference: reference }],
    Totals: { Total: total },
  }
  for (const field of SALE_TEXTS) {
    const cell = read(first, field)
    if (cell !== '') sale[field] = cell
  }
  const orderType = read(first, 'OrderType')
  if (orderType !== '') sale.OrderType = orderType as NonNullable<WireSale['OrderType']>
  if (covers !== undefined) sale.Covers = covers
  if (total < 0 || type === 'Refund') sale.Type = 'Refund'
  if (mapping.TaxIncluded === false) sale.TaxIncluded = false
  if (points) sale.Points = sale.Type === 'Refund' ? takenBack(points) : points
  return sale
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
  if (!TYPES.includes(type)) complain('Type', 'UnknownType', `"${shown(type)}" is neither Sale nor Refund.`)
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

type Points = NonNullable<WireSale['Points']>

/** The points a sale's rows tell; nothing where no cell says any, so that the venue's own rates count. */
const pointsOf = (rows: readonly FileRow[], mapping: ImportMapping, read: CellReader, complainAbout: (row: FileRow) => Complain): Points | undefined => {
  const pointsIn = (field: 'PointsAccrued' | 'PointsRedeemed'): number | undefined => {
    const row = rows.find((each) => read(each, field) !== '')
    if (!row) return undefined
    const other = rows.find((each) => read(each, field) !== '' && read(each, field) !== read(row, field))
    if (other) complainAbout(other)(field, 'PointsDiffer', 'The rows of this sale have different points.')
    const value = decimalIn(read(row, field), mapping.DecimalMark ?? '.')
    if (value && fits(value, 0) && Math.abs(rounded(value, 0)) <= MOST_POINTS) return rounded(value, 0)
    complainAbout(row)(field, 'NotWholePoints', `"${shown(read(row, field))}" is not a whole number of points.`)
    return undefined
  }
  const [accrued, redeemed] = [pointsIn('PointsAccrued'), pointsIn('PointsRedeemed')]
  if (accrued === undefined && redeemed === undefined) return undefined
  return { ...(accrued === undefined ? {} : { Accrued: accrued }), ...(redeemed === undefined ? {} : { Redeemed: redeemed }) }
}

/** What goes back takes its points back, however the file signs them. */
const takenBack = (points: Points): Points => Object.fromEntries(Object.entries(points).map(([name, value]) => [name, value === 0 ? 0 : -Math.abs(value)]))

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const momentOf = (row: FileRow, mapping: ImportMapping, read: CellReader, place: RowPlace, complain: Complain): number | undefined => {
  const zone = mapping.TimeZone ?? place.timeZone
  const both = read(row, 'DateTime')
  if (both !== '') {
    const format = mapping.DateTimeFormat ?? 'YYYY-MM-DD HH:mm:ss'
    const wall = WITH_OFFSET.test(both) ? undefined : dateTimeIn(both, format)
    const at = WITH_OFFSET.test(both) ? offsetMoment(both) : wall === undefined ? Number.NaN : instantAtWall(wall, zone)
    if (!Number.isNaN(at)) return at
    complain('DateTime', 'NotADate', `"${shown(both)}" is not a date and time in the format ${format}.`)
    return undefined
  }
  const [date, time] = [read(row, 'Date'), read(row, 'Time')]
  const [dateFormat, timeFormat] = [mapping.DateFormat ?? 'YYYY-MM-DD', mapping.TimeFormat ?? 'HH:mm:ss']
  const day = dateIn(date, dateFormat)
  // A file that knows only days: noon is on that trading day whatever the cut-off.
  const clock = time === '' ? NOON_MS : timeIn(time, timeFormat)
  if (date === '') complain('Date', 'NoDate', 'There is no date.')
  else if (day === undefined) complain('Date', 'NotADate', `"${shown(date)}" is not a date in the format ${dateFormat}.`)
  if (clock === undefined) complain('Time', 'NotATime', `"${shown(time)}" is not a time in the format ${timeFormat}.`)
  return day === undefined || clock === undefined ? undefined : instantAtWall(day + clock, zone)
}

const nameFromContent = (rows: readonly FileRow[], seen: HashMap): string => {
  const name = textFingerprint(rows.map(({ cells }) => cells.map((cell) => cell.trim()).join('\u0001')).join('\u0002'))
  const hash = textHash(name)
  const count = (seen.get(hash) ?? 0) + 1
  seen.set(hash, count)
  return `row-${name}${count === 1 ? '' : `-${count}`}`
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
