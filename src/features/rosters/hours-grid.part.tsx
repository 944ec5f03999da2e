import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { attendanceWords } from './attendance.messages.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { GridFoot } from './grid-foot.part.tsx'
import { HourCell } from './hour-cell.part.tsx'
import { readOpened, writeOpened } from './opened.rules.ts'
import type { AttendanceAnswer, AttendanceRow } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'
import { useColumnName } from './wage-bars.part.tsx'

interface Props {
  answer: AttendanceAnswer
  isDetail: boolean
  onView: (view: 'detail' | undefined) => void
  /** The moment of the answer on the location's clock. */
  time: string
}

/** Everybody's hours by day; roster, claimed, actual and hours of one unfold while a day of theirs is opened, or of all in detail. */
export const HoursGrid = ({ answer, isDetail, onView, time }: Props) => {
  const say = useSay(attendanceScreenWords)
  const word = useSay(attendanceWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const name = useColumnName()
  const [url] = useUrlState()
  const opened = readOpened(url.open)
  const isUnfolded = (row: AttendanceRow) =>
    answer.SeesTimesheets &&
    row.Who !== 0 &&
    (isDetail ||
      (opened !== undefined && (opened.what === 'day' || opened.what === 'days') && opened.who === row.Who && opened.locationId === (row.LocationId ?? 0)))
  const open = answer.Columns.find(({ Open }) => Open)
  return (
    <section id="grid" className={`${styles.sec} ${styles.ta}`}>
      <div className="bar-head">
        <h2>
          {say('gridTitle')} <small>{say(answer.SeesTimesheets ? 'gridNote' : 'gridNoteRoster')}</small>
        </h2>
        {answer.SeesTimesheets && (
          <Segmented
            label={say('gridTitle')}
            value={isDetail ? 'detail' : 'summary'}
            onChange={(view) => onView(view === 'detail' ? view : undefined)}
            options={[
              { value: 'summary', label: say('summary') },
              { value: 'detail', label: say('detail') },
            ]}
          />
        )}
      </div>
      <Scroll label={say('gridTitle')}>
        <table className={styles.grid}>
          <caption className="sr">{say('gridTitle')}</caption>
          <thead>
            <tr>
              <th scope="col">{word('employee')}</th>
              {answer.Columns.map((column) => (
                <th key={column.Weekday} scope="col">
                  {name(column)}
                </th>
              ))}
              <th scope="col" className={styles.tot}>
                {word(answer.SeesTimesheets ? 'Hours' : 'Roster')}
              </th>
              <th scope="col" className={styles.var}>
                {answer.SeesTimesheets ? word('HoursOnRoster') : ''}
              </th>
            </tr>
          </thead>
          {placesOf(answer).map((rows) => (
            <tbody key={String(rows[0]?.LocationId)}>
              {answer.Locations.length > 1 && (
                <tr className={styles.place}>
                  <th scope="rowgroup" colSpan={answer.Columns.length + 3}>
                    {rows[0]?.Location ?? say('noLocation')}
                  </th>
                </tr>
              )}
              {rows.map((row) => (
                <PersonRows key={`${row.LocationId} ${row.Who}`} answer={answer} row={row} isUnfolded={isUnfolded(row)} />
              ))}
            </tbody>
          ))}
          <GridFoot answer={answer} />
        </table>
      </Scroll>
      <p className="note">
        {answer.SeesTimesheets ? say('footNote') : word('rosterOnly')} {open?.Date && say('openNote', { day: text.day(open.Date, 'short'), time })}
      </p>
    </section>
  )
}

const placesOf = ({ Rows }: AttendanceAnswer): AttendanceRow[][] =>
  [...new Set(Rows.map(({ LocationId }) => LocationId))].map((id) => Rows.filter(({ LocationId }) => LocationId === id))

const FOLDS = ['Roster', 'Claimed', 'Actual', 'Hours'] as const

const PersonRows = ({ answer, row, isUnfolded }: { answer: AttendanceAnswer; row: AttendanceRow; isUnfolded: boolean }) => {
  const word = useSay(attendanceWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const days = { what: 'days', locationId: row.LocationId ?? 0, who: row.Who, weekday: undefined } as const
  const total = answer.SeesTimesheets ? (row.Hours ?? 0) : row.Roster
  const difference = { Roster: null, Claimed: row.ClaimedOnRoster, Actual: row.ActualOnRoster, Hours: row.HoursOnRoster }
  return (
    <>
      <tr className={isUnfolded ? styles.opened : undefined}>
        <PersonName row={row} isLinked={answer.SeesTimesheets} />
        {answer.Columns.map((column) => (
          <HourCell key={column.Weekday} answer={answer} row={row} column={column} />
        ))}
        <td className={styles.tot}>
          <Go change={{ open: writeOpened(days) }}>{text.hours(total)}</Go>
        </td>
        <td className={styles.var}>
          {row.HoursOnRoster === null ? '' : row.HoursOnRoster === 0 ? <span className="nil">{text.hours(0)}</span> : text.difference(row.HoursOnRoster)}
        </td>
      </tr>
      {isUnfolded &&
        FOLDS.map((what, i) => (
          <tr key={what} className={i === FOLDS.length - 1 ? `${styles.fold} ${styles.last}` : styles.fold}>
            <th scope="row">{word(what)}</th>
            {answer.Columns.map(({ Weekday }) => {
              const value = row.Weekdays.find((one) => one.Weekday === Weekday)?.[what]
              return <td key={Weekday}>{value ? text.hours(value) : ''}</td>
            })}
            <td className={styles.tot}>{row[what] ? text.hours(row[what] ?? 0) : ''}</td>
            <td className={styles.var}>{difference[what] === null ? '' : text.difference(difference[what] ?? 0)}</td>
          </tr>
        ))}
    </>
  )
}

const PersonName = ({ row, isLinked }: { row: AttendanceRow; isLinked: boolean }) => {
  const say = useSay(attendanceScreenWords)
  const note =
    row.Person === 'OpenShift' ? (
      say('nobodyYet')
    ) : row.Person === 'NotMatched' ? (
      <span className={styles.warn}>{say('notMatchedRow')}</span>
    ) : row.LentFrom ? (
      say('lentFrom', { place: row.LentFrom })
    ) : row.Salaried ? (
      say('salaried')
    ) : null
  return (
    <th scope="row">
      {row.Person === 'OpenShift' ? (
        say('openShift')
      ) : isLinked ? (
        <Go className={styles.person} change={{ open: writeOpened({ what: 'pay', who: row.Who }) }}>
          {row.Name || <Nil />}
        </Go>
      ) : (
        row.Name || <Nil />
      )}
      {note && <small>{note}</small>}
    </th>
  )
}
