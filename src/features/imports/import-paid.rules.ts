import type { WireSale } from '#features/intake/sale.contract.ts'
import { moneyText, toMajor } from '#shared/money.ts'
import type { FileRow } from './file-table.rules.ts'
import type { MoneyReader } from './import-amounts.rules.ts'
import { type ImportField, PAID_FIELDS } from './import-mapping.rules.ts'
import type { CellReader, Complain } from './row-reader.rules.ts'

type Tender = NonNullable<WireSale['Tenders']>[number]

/** What a sale's rows say beside its lines. */
export interface Extras {
  tip: number
  surcharge: number
  rounding: number
}

const SIGNED_AS_SALE = ['Tip', 'Surcharge', 'Rounding'] as const

/** Tips, surcharge and rounding: of the first row that says any, since files repeat them on every row. */
export const extrasOf = (rows: readonly FileRow[], money: MoneyReader, isRefund: boolean): Extras => {
  const [tip = 0, surcharge = 0, rounding = 0] = SIGNED_AS_SALE.map((field) => {
    for (const row of rows) {
      const amount = money(row, field)
      if (amount !== undefined) return field !== 'Rounding' && isRefund ? -Math.abs(amount) : amount
    }
    return 0
  })
  return { tip, surcharge, rounding }
}

/**
 * What a sale was paid with. Columns of one means each, else an amount beside the means, else the one means for all of it.
 * @returns undefined where the amounts do not come to the total, which the complaint then says
 */
export const tendersOf = (
  rows: readonly FileRow[],
  read: CellReader,
  money: MoneyReader,
  total: number,
  currency: string,
  complain: Complain,
): Tender[] | undefined => {
  const [first] = rows
  if (!first) return []
  const complainOf = (field: ImportField) => (Message: string) => complain(field, 'PaidDiffers', Message)
  const byColumn = PAID_FIELDS.flatMap((field): Tender[] => {
    const amount = rows.map((row) => money(row, field)).find((each) => each !== undefined && each !== 0)
    return amount === undefined ? [] : [{ Method: field.slice('Paid'.length), Amount: signedAs(amount, total) }]
  })
  if (byColumn.length > 0) return settled(byColumn, total, currency, complainOf('PaidCash'))
  const told = rows.flatMap((row): Tender[] => {
    const amount = money(row, 'TenderAmount')
    return amount === undefined || amount === 0 ? [] : [tenderOf(row, read, signedAs(amount, total))]
  })
  if (told.length === 0) return [tenderOf(first, read, total)]
  // A file may have a row for each payment, or repeat the payments on every row of the order.
  if (sum(told) === total) return told
  const once = [...new Map(told.map((tender) => [JSON.stringify(tender), tender])).values()]
  return settled(once, total, currency, complainOf('TenderAmount'))
}

const tenderOf = (row: FileRow, read: CellReader, Amount: number): Tender => {
  const Reference = read(row, 'Reference')
  return { Method: read(row, 'Tender') || 'Other', Amount, ...(Reference !== '' && { Reference }) }
}

const signedAs = (amount: number, total: number): number => (total < 0 ? -Math.abs(amount) : amount)

const settled = (tenders: Tender[], total: number, currency: string, complain: (Message: string) => void): Tender[] | undefined => {
  const paid = sum(tenders)
  if (paid === total) return tenders
  const money = (amount: number) => `${moneyText(toMajor(amount, currency), currency, 'en', 'plain')} ${currency}`
  complain(`The payments come to ${money(paid)}, but the sale comes to ${money(total)}.`)
  return undefined
}

const sum = (tenders: readonly Tender[]): number => tenders.reduce((all, { Amount }) => all + Amount, 0)
