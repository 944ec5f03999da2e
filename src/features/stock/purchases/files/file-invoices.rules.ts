import type { FileRow, RowError } from '#features/imports/file-table.rules.ts'
import type { WireInvoice } from '#features/stock/intake/till-stock.contract.ts'
import { decimalText } from '#features/stock/purchases/entered-invoice.rules.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import type { FieldError } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import type { InvoiceField, InvoiceMapping } from './invoice-mapping.rules.ts'
import type { InvoicePlace, InvoiceRow, InvoiceRowLine } from './invoice-rows.rules.ts'

interface WrongRow {
  row: FileRow
  errors: RowError[]
}

/** An invoice as its rows tell it, wherever they stand in the file. */
export interface FileInvoice {
  wire: WireInvoice
  place: InvoicePlace
  rows: readonly FileRow[]
  /** Its rows with what is wrong with each; all are left out together. */
  refused: (errors: readonly FieldError[], columns: InvoiceMapping['Columns']) => WrongRow[]
}

const MOST_LINES = 2000
const MOST_STEPS = 1_000_000 * QUANTITY_STEPS

/** Puts rows together to invoices. One wrong row leaves out its whole invoice, and each of its rows says why. */
export const invoicesIn = (read: readonly InvoiceRow[], columns: InvoiceMapping['Columns']): { invoices: FileInvoice[]; wrong: WrongRow[] } => {
  const groups = new Map<string, InvoiceRow[]>()
  for (const [i, one] of read.entries()) {
    const key = one.supplier === '' || one.invoice === '' ? String(i) : `${nameKey(one.supplier)}\u0001${one.invoice}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const invoices: FileInvoice[] = []
  const wrong: WrongRow[] = []
  for (const rows of groups.values()) {
    const told = rows.map((one) => ({ row: one.row, errors: [...one.errors, ...headErrors(one, rows, columns)] }))
    const lines = rows.flatMap(({ line }) => line ?? [])
    const [first] = rows
    if (told.some(({ errors }) => errors.length > 0)) wrong.push(...leftOut(told))
    else if (first?.line) invoices.push(asInvoice(first, first.line, lines, rows))
  }
  return { invoices, wrong }
}

/** What a row says otherwise than the first of its invoice, or cannot be stored. */
const headErrors = ({ line }: InvoiceRow, rows: readonly InvoiceRow[], columns: InvoiceMapping['Columns']): RowError[] => {
  const head = rows.find((one) => one.line)?.line
  if (!line || !head) return []
  const wrong: RowError[] = []
  const complain = (field: InvoiceField, ErrorCode: string, Message: string) => wrong.push({ ErrorCode, Column: columns[field] ?? '', Message })
  if (line.receivedOn !== head.receivedOn) complain('ReceivedOn', 'OtherDay', 'Another row of this invoice has another day.')
  if (line.place.locationId !== head.place.locationId) complain('Location', 'OtherLocation', 'Another row of this invoice has another location.')
  if (Math.abs(line.qty) >= MOST_STEPS) complain('Quantity', 'TooMuch', 'A line must have less than 1,000,000 units.')
  if (rows.length > MOST_LINES) complain('Invoice', 'TooManyLines', `An invoice can have at most ${MOST_LINES.toLocaleString('en')} lines.`)
  return wrong
}

/** Rows that are right say which one of their invoice is not. */
const leftOut = (told: readonly WrongRow[]): WrongRow[] => {
  const line = told.find(({ errors }) => errors.length > 0)?.row.line ?? 0
  const Message = `The whole invoice is left out, because its row in line ${line} is wrong.`
  return told.map(({ row, errors }) => ({ row, errors: errors.length > 0 ? errors : [{ ErrorCode: 'InvoiceLeftOut', Column: '', Message }] }))
}

const asInvoice = (first: InvoiceRow, head: InvoiceRowLine, lines: readonly InvoiceRowLine[], rows: readonly InvoiceRow[]): FileInvoice => {
  const wire: WireInvoice = {
    Supplier: first.supplier,
    Invoice: first.invoice,
    LocationId: head.place.locationId,
    ReceivedOn: head.receivedOn,
    Lines: lines.map(({ plu, qty, packSize, cost, freight, tax }) => ({
      Plu: plu,
      Quantity: decimalText(qty / QUANTITY_STEPS),
      ...(packSize === undefined ? {} : { PackSize: decimalText(packSize / QUANTITY_STEPS) }),
      Cost: cost,
      Freight: freight,
      Tax: tax,
    })),
  }
  const refused: FileInvoice['refused'] = (errors, columns) =>
    leftOut(
      rows.map(({ row }, i) => ({
        row,
        errors: errors.flatMap(({ FieldName, ErrorCode, Message }) => {
          const [of, at, field = of] = FieldName.split('.')
          if (of === 'Lines' && Number(at) !== i) return []
          const code = ErrorCode === 'Invalid' ? (JUDGED[field as InvoiceField] ?? ErrorCode) : ErrorCode
          return [{ ErrorCode: code, Column: columns[field as InvoiceField] ?? '', Message: SAID[code] ?? Message }]
        }),
      })),
    )
  return { wire, place: head.place, rows: rows.map(({ row }) => row), refused }
}

/** What the judge of invoices finds in a field, by a code to translate by. */
const JUDGED: Partial<Record<InvoiceField, string>> = {
  ReceivedOn: 'DayOutOfReach',
  PackSize: 'EmptyPack',
  Quantity: 'NothingOnLine',
  Cost: 'SignsDiffer',
}

const SAID: Record<string, string> = {
  Conflict: 'This invoice is already in Daybook with other contents. Correct it with a credit and a new invoice.',
}
