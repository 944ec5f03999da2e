import type { FileRow, RowError } from '#features/imports/file-table.rules.ts'
import { dateIn, decimalIn, fits, rounded } from '#features/imports/import-cells.rules.ts'
import { shown } from '#features/imports/row-reader.rules.ts'
import type { AttendancePerson } from '#features/rosters/attendance-people.contract.ts'
import { importedCell, isCleanText } from '#shared/fields.ts'
import { decimalsOf } from '#shared/money.ts'
import { nameKey } from '#shared/name-key.ts'
import type { RateField, RateMapping } from './rate-mapping.rules.ts'

export type Rate = AttendancePerson['Rates'][number]

/** A row as a rate of somebody. */
export interface RateRow {
  row: FileRow
  person: AttendancePerson
  rate: Rate
}

export interface WrongRateRow {
  row: FileRow
  errors: RowError[]
}

export const isWrongRate = (read: RateRow | WrongRateRow): read is WrongRateRow => 'errors' in read

const LONGEST_TEXT = 200
const MOST = 1_000_000

interface Reading {
  mapping: RateMapping
  headings: readonly string[]
  people: readonly AttendancePerson[]
  /** The currency somebody is paid in. */
  currencyOf: (person: AttendancePerson) => string
}

/** Reads rows as rates of the people that T & A knows. */
export const rateRowReader = ({ mapping, headings, people, currencyOf }: Reading) => {
  const { Columns, DateFormat = 'YYYY-MM-DD', DecimalMark = '.' } = mapping
  return (row: FileRow): RateRow | WrongRateRow => {
    if (row.broken) return { row, errors: [row.broken] }
    const errors: RowError[] = []
    const complain = (field: RateField, ErrorCode: string, Message: string): undefined =>
      void errors.push({ ErrorCode, Column: Columns[field] ?? '', Message }) as undefined
    const cell = (field: RateField): string => {
      const text = row.cells[headings.indexOf(Columns[field] ?? '')]?.trim() ?? ''
      if (!isCleanText(text)) complain(field, 'Unstorable', 'It contains characters that cannot be stored.')
      else if (text.length > LONGEST_TEXT) complain(field, 'TooLong', `"${shown(text)}" is longer than ${LONGEST_TEXT} characters.`)
      return importedCell(text)
    }
    const person = personNamed(people, cell('Employee'), cell('EmployeeCode'), complain)
    const from = fromDayIn(cell('From'), DateFormat, complain)
    const Per = perIn(cell('Per'))
    if (!Per) complain('Per', 'NotUnderstood', `"${shown(cell('Per'))}" is neither hour nor week.`)
    const Amount = amountIn(cell('Rate'), DecimalMark, person ? decimalsOf(currencyOf(person)) : 2, complain)
    if (person && Per === 'Week' && person.HomeLocationId === null)
      complain('Per', 'NoHome', `A weekly salary counts at the person’s own location. Choose it for ${person.Name} in T & A first.`)
    if (errors.length > 0 || !person || from === undefined || !Per || Amount === undefined) return { row, errors }
    return { row, person, rate: { FromDay: from, Per, Amount } }
  }
}

type Complain = (field: RateField, code: string, message: string) => undefined

/** Who a row is about: by the number a till or file has for them, else by their name. Sources name the same person several times; their rates are kept once. */
const personNamed = (people: readonly AttendancePerson[], name: string, code: string, complain: Complain): AttendancePerson | undefined => {
  if (name === '' && code === '') return complain('Employee', 'Missing', 'There is no employee.')
  const byCode = code === '' ? [] : people.filter((one) => one.Code === code)
  const named = name === '' ? [] : people.filter((one) => nameKey(one.Name) === nameKey(name) || nameKey(one.EmployeeName ?? '') === nameKey(name))
  // A number may mean one person at the till and another in a file: the name says which.
  const both = byCode.filter((one) => named.some(({ Who }) => Who === one.Who))
  const found = both.length > 0 ? both : byCode.length > 0 ? byCode : named
  const field = byCode.length > 0 || name === '' ? 'EmployeeCode' : 'Employee'
  if (found.length === 0)
    return complain(field, 'NoSuchEmployee', `There is nobody called "${shown(name || code)}" in T & A. People appear there with their first shift.`)
  if (new Set(found.map(({ Who }) => Who)).size > 1)
    return complain(field, 'SeveralEmployees', `There are several people called "${shown(name || code)}" in T & A.`)
  const same = people.filter(({ Who }) => Who === found[0]?.Who)
  return same.find(({ Rates }) => Rates.length > 0) ?? same.find(({ HomeLocationId }) => HomeLocationId !== null) ?? same[0]
}

const fromDayIn = (cell: string, format: string, complain: Complain): string | undefined => {
  const at = cell === '' ? undefined : dateIn(cell, format)
  const day = at === undefined ? undefined : new Date(at).toISOString().slice(0, 10)
  if (day !== undefined && day >= '1900-01-01' && day <= '2999-12-31') return day
  return complain('From', cell === '' ? 'Missing' : 'NotUnderstood', cell === '' ? 'There is no first day of the rate.' : `"${shown(cell)}" is not a date.`)
}

const perIn = (cell: string): Rate['Per'] | undefined => {
  if (cell === '' || /^(h|hr|hrs|hour|hours|hourly|per hour|時|時間|時給)$/i.test(cell)) return 'Hour'
  return /^(w|wk|week|weekly|per week|salary|週|週給)$/i.test(cell) ? 'Week' : undefined
}

const amountIn = (cell: string, mark: '.' | ',', decimals: number, complain: Complain): number | undefined => {
  if (cell === '') return complain('Rate', 'Missing', 'There is no rate.')
  const value = decimalIn(cell, mark)
  if (!value || value.digits < 0n || rounded(value, 0) > MOST) return complain('Rate', 'NotMoney', `"${shown(cell)}" is not an amount from 0 to 1,000,000.`)
  if (!fits(value, decimals)) return complain('Rate', 'TooPrecise', `"${shown(cell)}" has more than ${decimals} decimals.`)
  return rounded(value, decimals) / 10 ** decimals
}
