import { instantAtWall } from '#shared/trading-day.ts'
import type { FileRow } from './file-table.rules.ts'
import { isEither, offsetMoment, type Reads, readsBoth, swappedOf, WITH_OFFSET } from './guess/date-order.rules.ts'
import { dateIn, dateTimeIn, timeIn } from './import-cells.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { type CellReader, type Complain, shown } from './row-reader.rules.ts'

const NOON_MS = 12 * 3_600_000

/**
 * Looks through a file for dates that only the other order of day and month reads. Where there is one, nobody can tell which day a date means that both
 * orders read.
 * @returns takes a row; answers whether such dates are to be refused from then on
 */
export const dateMix = (mapping: ImportMapping, read: CellReader): ((row: FileRow) => boolean) => {
  const { Columns, EitherDates } = mapping
  const [field, reads]: ['DateTime' | 'Date', Reads] = Columns.DateTime === undefined ? ['Date', dateIn] : ['DateTime', readsBoth]
  const format = formatOf(mapping, field)
  const swapped = swappedOf(format)
  let isMixed = EitherDates === 'Refuse'
  return (row) => {
    if (isMixed || swapped === undefined || EitherDates !== undefined) return isMixed
    const cell = read(row, field)
    isMixed = reads(cell, format) === undefined && reads(cell, swapped) !== undefined
    return isMixed
  }
}

const formatOf = ({ DateFormat, DateTimeFormat }: ImportMapping, field: 'DateTime' | 'Date'): string =>
  field === 'Date' ? (DateFormat ?? 'YYYY-MM-DD') : (DateTimeFormat ?? 'YYYY-MM-DD HH:mm:ss')

const eitherDay = (cell: string): string =>
  `"${shown(cell)}" can be two days: this column has dates with the day first and dates with the month first. Write it with the year first, such as 2026-04-03.`

/** When a row's sale was closed, in milliseconds, by the clock of its location or of the file; undefined where it tells none, which is complained about. */
export const momentOf = (row: FileRow, mapping: ImportMapping, read: CellReader, place: { timeZone: string }, complain: Complain): number | undefined => {
  const zone = mapping.TimeZone ?? place.timeZone
  const both = read(row, 'DateTime')
  if (both !== '') {
    const format = formatOf(mapping, 'DateTime')
    if (mapping.EitherDates === 'Refuse' && isEither(both, format, readsBoth)) {
      complain('DateTime', 'EitherDay', eitherDay(both))
      return undefined
    }
    const wall = WITH_OFFSET.test(both) ? undefined : dateTimeIn(both, format)
    const at = WITH_OFFSET.test(both) ? offsetMoment(both) : wall === undefined ? Number.NaN : instantAtWall(wall, zone)
    if (!Number.isNaN(at)) return at
    complain('DateTime', 'NotADate', `"${shown(both)}" is not a date and time in the format ${format}.`)
    return undefined
  }
  const [date, time] = [read(row, 'Date'), read(row, 'Time')]
  const [dateFormat, timeFormat] = [formatOf(mapping, 'Date'), mapping.TimeFormat ?? 'HH:mm:ss']
  const day = dateIn(date, dateFormat)
  // A file that knows only days: noon is on that trading day whatever the cut-off.
  const clock = time === '' ? NOON_MS : timeIn(time, timeFormat)
  if (date === '') complain('Date', 'NoDate', 'There is no date.')
  else if (day === undefined) complain('Date', 'NotADate', `"${shown(date)}" is not a date in the format ${dateFormat}.`)
  else if (mapping.EitherDates === 'Refuse' && isEither(date, dateFormat, dateIn)) complain('Date', 'EitherDay', eitherDay(date))
  if (clock === undefined) complain('Time', 'NotATime', `"${shown(time)}" is not a time in the format ${timeFormat}.`)
  return day === undefined || clock === undefined ? undefined : instantAtWall(day + clock, zone)
}
