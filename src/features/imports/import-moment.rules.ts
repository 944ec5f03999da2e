import { instantAtWall } from '#shared/trading-day.ts'
import type { FileRow } from './file-table.rules.ts'
import { offsetMoment, WITH_OFFSET } from './guess/date-order.rules.ts'
import { dateIn, dateTimeIn, timeIn } from './import-cells.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { type CellReader, type Complain, shown } from './row-reader.rules.ts'

const NOON_MS = 12 * 3_600_000

/** When a row's sale was closed, in milliseconds, by the clock of its location or of the file; undefined where it tells none, which is complained about. */
export const momentOf = (row: FileRow, mapping: ImportMapping, read: CellReader, place: { timeZone: string }, complain: Complain): number | undefined => {
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
