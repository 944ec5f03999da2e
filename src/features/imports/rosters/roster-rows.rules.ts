import type { FileRow, RowError } from '#features/imports/file-table.rules.ts'
import { dateIn, decimalIn, rounded, timeIn } from '#features/imports/import-cells.rules.ts'
import { shown } from '#features/imports/row-reader.rules.ts'
import { importedCell, isCleanText } from '#shared/fields.ts'
import { nameKey } from '#shared/name-key.ts'
import { type CalendarEntry, instantAtWall, tradingTime } from '#shared/trading-day.ts'
import type { FileKind, RosterField, RosterMapping } from './roster-mapping.rules.ts'

/** A row as a shift or a timesheet; moments in milliseconds, lengths in minutes, money in minor units. */
export interface RosterRow {
  row: FileRow
  code: string
  /** '' for an open shift. */
  personCode: string
  personName: string
  locationId: number
  day: string
  from: number
  to: number
  breakMinutes: number
  minutes: number
  claimed: number | null
  actual: number | null
  approved: number | null
  cost: number | null
  isLeave: boolean
}

export interface WrongRosterRow {
  row: FileRow
  errors: RowError[]
}

export const isWrongRow = (read: RosterRow | WrongRosterRow): read is WrongRosterRow => 'errors' in read

/** A location that rows may name. */
export interface RosterPlace {
  locationId: number
  name: string
  timeZone: string
  calendar: readonly CalendarEntry[]
  decimals: number
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const LONGEST_MINUTES = 24 * 60
const LONGEST_TEXT = 200

interface Reading {
  kind: FileKind
  mapping: RosterMapping
  headings: readonly string[]
  places: readonly RosterPlace[]
  /** Where rows are that name no location. */
  place: RosterPlace
}

/** Reads rows as shifts or timesheets on the wall clock of their location; an end that is not after its start is on the next day. */
export const rosterRowReader = ({ kind, mapping, headings, places, place }: Reading) => {
  const { Columns, DateFormat = 'YYYY-MM-DD', TimeFormat = 'HH:mm', DecimalMark = '.' } = mapping
  const at = new Map(Object.entries(Columns).map(([field, heading]) => [field, headings.indexOf(heading)]))
  const cellOf = (row: FileRow, field: RosterField): string => row.cells[at.get(field) ?? -1]?.trim() ?? ''
  return (row: FileRow): RosterRow | WrongRosterRow => {
    if (row.broken) return { row, errors: [row.broken] }
    const errors: RowError[] = []
    const complain = (field: RosterField, ErrorCode: string, Message: string) => void errors.push({ ErrorCode, Column: Columns[field] ?? '', Message })
    const text = (field: RosterField): string => {
      const cell = cellOf(row, field)
      if (!isCleanText(cell)) complain(field, 'Unstorable', 'It contains characters that cannot be stored.')
      else if (cell.length > LONGEST_TEXT) complain(field, 'TooLong', `"${shown(cell)}" is longer than ${LONGEST_TEXT} characters.`)
      return importedCell(cell)
    }
    const needed = <T>(field: RosterField, read: (cell: string) => T | undefined, what: string): T | undefined => {
      const cell = text(field)
      const value = cell === '' ? undefined : read(cell)
      if (value === undefined)
        complain(field, cell === '' ? 'Missing' : 'NotUnderstood', cell === '' ? `There is no ${what}.` : `"${shown(cell)}" is not a ${what}.`)
      return value
    }
    const minutes = (field: RosterField, asMinutes: boolean): number | null => {
      const cell = text(field)
      const value = cell === '' ? null : lengthIn(cell, DecimalMark, asMinutes)
      if (value === undefined) complain(field, 'NotHours', `"${shown(cell)}" is not a duration such as 7.5 or 7:30.`)
      return value ?? null
    }
    const [name, personCode] = [text('Employee'), text('EmployeeCode')]
    if (kind === 'Timesheets' && name === '' && personCode === '') complain('Employee', 'Missing', 'There is no employee.')
    const where = placeNamed(text('Location'), places, place)
    if (!where) complain('Location', 'NoSuchLocation', `There is no location "${shown(cellOf(row, 'Location'))}".`)
    const date = needed('Date', (cell) => dateIn(cell, DateFormat), 'date')
    const start = needed('Start', (cell) => timeIn(cell, TimeFormat), 'time')
    const end = needed('End', (cell) => timeIn(cell, TimeFormat), 'time')
    const breakMinutes = minutes('Break', true) ?? 0
    const [claimed, actual, approved] = [minutes('Claimed', false), minutes('Actual', false), minutes('Approved', false)]
    const cost = costIn(text('Cost'), DecimalMark, where?.decimals ?? 2, (message) => complain('Cost', 'NotMoney', message))
    const leave = text('Leave')
    const reference = text('ShiftId')
    if (errors.length > 0 || !where || date === undefined || start === undefined || end === undefined) return { row, errors }
    const from = instantAtWall(date + start, where.timeZone)
    const to = instantAtWall(date + end + (end <= start ? DAY_MS : 0), where.timeZone)
    const length = Math.round((to - from) / MINUTE_MS) - breakMinutes
    if (length < 0) {
      complain('Break', 'BreakTooLong', 'The break is longer than the shift.')
      return { row, errors }
    }
    const person = personCode || nameKey(name)
    return {
      row,
      code: reference || `${where.locationId} ${person} ${new Date(date + start).toISOString().slice(0, 16)}`,
      personCode: person,
      personName: name || personCode,
      locationId: where.locationId,
      day: tradingTime(from, where.calendar).businessDate,
      from,
      to,
      breakMinutes,
      minutes: length,
      claimed: kind === 'Timesheets' ? (claimed ?? (actual === null && approved === null ? length : null)) : null,
      actual,
      approved,
      cost,
      isLeave: leave !== '' && !/^(no|false|0|-|なし)$/i.test(leave),
    }
  }
}

const placeNamed = (name: string, places: readonly RosterPlace[], place: RosterPlace): RosterPlace | undefined =>
  name === '' ? place : places.find((one) => nameKey(one.name) === nameKey(name))

/** A length in minutes: 7:30, 7.5 hours, or of a break 30 minutes; a day at most. */
const lengthIn = (cell: string, mark: '.' | ',', asMinutes: boolean): number | undefined => {
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(cell)
  const number = clock ? undefined : decimalIn(cell.replace(/\s*(h|hours?|hrs?|min|minutes?|時間|分)$/i, ''), mark)
  const minutes = clock
    ? Number(clock[1]) * 60 + Number(clock[2])
    : number && number.digits >= 0n
      ? rounded(asMinutes ? number : { ...number, digits: number.digits * 60n }, 0)
      : undefined
  return minutes !== undefined && minutes <= LONGEST_MINUTES ? minutes : undefined
}

const costIn = (cell: string, mark: '.' | ',', decimals: number, complain: (message: string) => void): number | null => {
  if (cell === '') return null
  const value = decimalIn(cell, mark)
  if (!value || value.digits < 0n || rounded(value, 0) > 1_000_000) {
    complain(`"${shown(cell)}" is not an amount up to 1,000,000.`)
    return null
  }
  return rounded(value, decimals)
}
