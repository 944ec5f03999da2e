import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { writeOpened } from './opened.rules.ts'
import type { AttendanceAnswer, AttendanceRow, ExceptionKind } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'

/** Said in the cell instead of the difference from the roster. */
const SHORT = { NoShow: 'noShow', Overlapping: 'overlap', NoPunchOut: 'notOut', NoPunchIn: 'notIn' } as const
const isShort = (kind: ExceptionKind): kind is keyof typeof SHORT => kind in SHORT

interface Props {
  answer: AttendanceAnswer
  row: AttendanceRow
  column: AttendanceAnswer['Columns'][number]
}

/** The hours of somebody on a day, with their difference from the roster or what is wrong with them. */
export const HourCell = ({ answer, row, column }: Props) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const [url] = useUrlState()
  const cell = row.Weekdays.find(({ Weekday }) => Weekday === column.Weekday)
  if (!cell || (cell.Roster === 0 && !cell.Hours && !cell.Claimed && !cell.Actual && cell.Exceptions.length === 0))
    return (
      <td className="nil">
        <span aria-hidden="true">·</span>
        <span className="sr">–</span>
      </td>
    )
  const where = { locationId: row.LocationId ?? 0, who: row.Who }
  const open =
    column.Date === null ? writeOpened({ what: 'days', ...where, weekday: column.Weekday }) : writeOpened({ what: 'day', ...where, day: column.Date })
  const shown = !answer.SeesTimesheets ? (
    text.hours(cell.Roster)
  ) : cell.Exceptions.includes('StillIn') ? (
    <>
      <span className={styles.warn}>{say('stillIn')}</span>
      <small>{cell.Roster > 0 ? text.hours(cell.Roster) : ''}</small>
    </>
  ) : (
    <>
      {text.hours(cell.Hours ?? 0)}
      <Difference row={row} cell={cell} />
    </>
  )
  return (
    <td>
      {answer.SeesTimesheets ? (
        <Go change={{ open }} {...(url.open === open ? { 'aria-current': 'true' as const } : {})}>
          {shown}
        </Go>
      ) : (
        shown
      )}
    </td>
  )
}

const Difference = ({ row, cell }: { row: AttendanceRow; cell: AttendanceRow['Weekdays'][number] }) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText('')
  if (row.Who === 0) return <small>{text.hours(cell.Roster)}</small>
  const short = cell.Exceptions.find(isShort)
  const isFlagged = cell.Exceptions.some((kind) => kind !== 'Unplanned')
  const difference = (cell.Hours ?? 0) - cell.Roster
  const isDifferent = cell.Roster > 0 && Math.abs(difference) >= 0.005
  return (
    <small className={isFlagged ? styles.flagged : undefined}>
      {isFlagged && <Icon name="attention" />}
      {short ? say(SHORT[short]) : isDifferent ? text.difference(difference) : cell.Exceptions.includes('Late') ? say('late') : ''}
    </small>
  )
}
