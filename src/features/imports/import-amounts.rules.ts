import { decimalsOf } from '#shared/money.ts'
import type { FileRow } from './file-table.rules.ts'
import { isMark } from './guess/cell-marks.rules.ts'
import { type Decimal, decimalIn, fits, rounded, times } from './import-cells.rules.ts'
import type { ImportField, ImportMapping } from './import-mapping.rules.ts'
import { type CellReader, type Complain, shown } from './row-reader.rules.ts'

const QUANTITY_PLACES = 4
const ONE: Decimal = { digits: 1n, places: 0 }

/** An amount of a row in minor units, whatever its sign; undefined where the cell is empty or wrong, which is complained about. */
export type MoneyReader = (row: FileRow, field: ImportField) => number | undefined

export const moneyReader =
  (mapping: ImportMapping, read: CellReader, currency: string, complainAbout: (row: FileRow) => Complain): MoneyReader =>
  (row, field) =>
    read(row, field) === '' ? undefined : amountsOf(row, mapping, read, currency, complainAbout(row)).money(field)

/** What a row's numbers say of its line. */
export interface Figures {
  net: number
  /** All that was taken off, and the part of it that a promotion took. */
  discount: number
  promotion: number
  /** Ten-thousandths. */
  quantity: number
  unitPrice: number | undefined
  tax: number | undefined
  cost: number | undefined
}

/** Reads the numbers of a row; `isRight` once none was wrong. */
const amountsOf = (row: FileRow, mapping: ImportMapping, read: CellReader, currency: string, complain: Complain) => {
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
  const moneyIn = (field: ImportField, value: Decimal | undefined): number | undefined => {
    if (value === undefined) return undefined
    if (!mapping.RoundAmounts && !fits(value, places))
      refuse(field, 'TooManyDecimals', `${decimalText(value)} has more decimals than ${currency} has, and the column mapping does not round amounts.`)
    return rounded(value, places)
  }
  return { number, moneyIn, money: (field: ImportField) => moneyIn(field, number(field)), refuse, places, isRight: () => right }
}

export const figuresOf = (row: FileRow, mapping: ImportMapping, read: CellReader, currency: string, complain: Complain): Figures | undefined => {
  const { number, moneyIn, money, refuse, places, isRight } = amountsOf(row, mapping, read, currency, complain)
  const counted = number('Quantity')
  if (counted === undefined && isRight() && mapping.Columns.Quantity !== undefined)
    refuse('Quantity', 'NoQuantity', 'There is no quantity. Correct the row, or choose what a blank quantity means.')
  const quantity = counted ?? ONE
  if (!fits(quantity, QUANTITY_PLACES)) refuse('Quantity', 'TooManyDecimals', `A quantity can have at most ${QUANTITY_PLACES} decimals.`)
  const price = number('UnitPrice')
  const promotion = Math.abs(money('Promotion') ?? 0)
  const less = number('Discount')
  const said = number('Net')
  const full = price && times(price, quantity)
  const share = less && shareOf(less, mapping.DiscountIs)
  const discount = (share ? partOf(share, full, said, places) : Math.abs(moneyIn('Discount', less) ?? 0)) + promotion
  const net = said ? moneyIn('Net', said) : full && minus(moneyIn('UnitPrice', full), discount)
  if (net === undefined && isRight()) refuse('Net', 'NoAmount', 'There is no amount. Correct the row, or choose what a blank amount means.')
  const [tax, cost] = [money('Tax'), money('Cost')]
  if (!isRight() || net === undefined) return undefined
  // A price of more decimals than the currency has is for information only: the amount is what counts.
  return { net, discount, promotion, quantity: rounded(quantity, QUANTITY_PLACES), unitPrice: price && rounded(price, places), tax, cost }
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
export const signed = (figures: Figures, isRefund: boolean): Figures => {
  const goesBack = figures.net < 0 || figures.quantity < 0 || isRefund
  if (!goesBack) return figures
  const { net, quantity, unitPrice, tax, cost } = figures
  const turned = (value: number) => (value === 0 ? 0 : -Math.abs(value))
  return {
    net: turned(net),
    discount: 0,
    promotion: 0,
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
