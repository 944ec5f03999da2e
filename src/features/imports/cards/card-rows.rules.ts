import type { FileRow, RowError } from '#features/imports/file-table.rules.ts'
import { decimalIn, fits } from '#features/imports/import-cells.rules.ts'
import { shown } from '#features/imports/row-reader.rules.ts'
import { HolderEmail, HolderName, HolderPhone, LONGEST_CARD, MOST_POINTS } from '#features/loyalty/card-fields.rules.ts'
import { cardKey } from '#shared/card-number.ts'
import { importedCell, isCleanText } from '#shared/fields.ts'
import type { CardField, CardMapping } from './card-mapping.rules.ts'

/** What a row says of a card; null where it says nothing. */
export interface CardRow {
  row: FileRow
  key: string
  number: string
  name: string | null
  email: string | null
  phone: string | null
  /** Points the card brings along; 0 where it brings none. */
  points: number
}

/** A row that is no card, and what is wrong with it. */
export interface WrongCardRow {
  row: FileRow
  errors: RowError[]
}

export const isWrongRow = (read: CardRow | WrongCardRow): read is WrongCardRow => 'errors' in read

const LONGEST = { CardNumber: LONGEST_CARD, Name: 100, FirstName: 100, LastName: 100, Email: 254, Phone: 40, Points: 64 } as const satisfies Record<
  CardField,
  number
>
const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i

/**
 * Reads rows as cards: everything is checked as the card's own screen checks it.
 * @param repeats tells which other line has the same number
 */
export const cardRowReader = ({ Columns, DecimalMark = '.' }: CardMapping, headings: readonly string[], repeats: RepeatedNumbers) => {
  const places = new Map(Object.entries(Columns).map(([field, heading]) => [field, headings.indexOf(heading)]))
  const cellOf = (row: FileRow, field: CardField): string => row.cells[places.get(field) ?? -1]?.trim() ?? ''
  return (row: FileRow): CardRow | WrongCardRow => {
    if (row.broken) return { row, errors: [row.broken] }
    const errors: RowError[] = []
    const complain = (field: CardField, ErrorCode: string, Message: string) => void errors.push({ ErrorCode, Column: Columns[field] ?? '', Message })
    const text = (field: CardField): string => {
      const cell = cellOf(row, field)
      if (!isCleanText(cell)) complain(field, 'Unstorable', 'It contains characters that cannot be stored.')
      else if (cell.length > LONGEST[field]) complain(field, 'TooLong', `"${shown(cell)}" is longer than ${LONGEST[field]} characters.`)
      return importedCell(cell)
    }
    const number = text('CardNumber')
    const key = cardKey(number)
    if (key === '') complain('CardNumber', 'NoCardNumber', 'There is no card number.')
    else if (SHORTENED.test(number))
      complain('CardNumber', 'NumberShortened', `"${number}" is a number that a spreadsheet has shortened. Format the column as text and save the file again.`)
    const other = key === '' ? undefined : repeats.otherLine(key, row.line)
    if (other !== undefined) complain('CardNumber', 'NumberRepeated', `Line ${other} has the same card number.`)
    const name = nameOf(text('Name'), text('FirstName'), text('LastName'))
    if (errors.length === 0 && !HolderName.safeParse(name).success)
      complain('LastName', 'TooLong', `"${shown(name)}" is longer than ${LONGEST.Name} characters.`)
    const [email, phone] = [text('Email'), text('Phone')]
    if (email !== '' && email.length <= LONGEST.Email && !HolderEmail.safeParse(email).success)
      complain('Email', 'NotAnEmail', `"${shown(email)}" is not an e-mail address.`)
    if (errors.length === 0 && !HolderPhone.safeParse(phone).success) complain('Phone', 'TooLong', `"${shown(phone)}" is not a phone number.`)
    const points = pointsIn(text('Points'), DecimalMark, (code, message) => complain('Points', code, message))
    return errors.length > 0 ? { row, errors } : { row, key, number, name: name || null, email: email || null, phone: phone || null, points }
  }
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A name whole, or of its parts: the family name comes first where it is written in Japanese. */
const nameOf = (whole: string, first: string, last: string): string => {
  if (whole !== '') return whole
  const parts = EAST_ASIAN.test(first + last) ? [last, first] : [first, last]
  return parts.filter((part) => part !== '').join(' ')
}

const pointsIn = (cell: string, mark: '.' | ',', complain: (code: string, message: string) => void): number => {
  if (cell === '') return 0
  const value = decimalIn(cell, mark)
  if (!value || !fits(value, 0)) complain('NotWholePoints', `"${shown(cell)}" is not a whole number of points.`)
  else if (value.digits < 0n) complain('PointsBelowZero', 'Opening points cannot be below zero.')
  else if (value.digits / 10n ** BigInt(value.places) > BigInt(MOST_POINTS)) complain('TooManyPoints', 'A card can start with at most 1,000,000,000 points.')
  else return Number(value.digits / 10n ** BigInt(value.places))
  return 0
}

/** Tells which numbers stand in several rows of a file. */
export interface RepeatedNumbers {
  /** Another line with the same number; undefined where there is none. */
  otherLine(key: string, line: number): number | undefined
}
