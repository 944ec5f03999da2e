import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { useWeekdayName } from '#features/reports/kit/screen/weekday-name.part.ts'
import { Docket } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { attendanceWords } from './attendance.messages.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { type Opened, writeOpened } from './opened.rules.ts'
import { type AttendanceAnswer, type AttendanceDays, timeAttendance } from './time-attendance.contract.ts'

interface Props {
  answer: AttendanceAnswer
  opened: Extract<Opened, { what: 'days' }>
  query: Record<string, string>
  onClose: () => void
}

/** The days behind a figure, each of one person, which add up to it. */
export const DaysDocket = ({ answer, opened, query, onClose }: Props) => {
  const say = useSay(attendanceScreenWords)
  const word = useSay(attendanceWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const weekdayName = useWeekdayName()
  const save = useExport()
  const { locationId, who, weekday } = opened
  const column = answer.Columns.find(({ Weekday }) => Weekday === weekday)
  const row = answer.Rows.find((one) => one.Who === who && (one.LocationId ?? 0) === locationId)
  const asked = {
    ...query,
    ...(locationId ? { Locations: String(locationId) } : {}),
    ...(who === undefined ? {} : { Who: String(who) }),
    ...(weekday === undefined ? {} : { Weekday: String(weekday) }),
  }
  const { path } = timeAttendance.timeAttendanceDays
  const { data, error, refetch } = useCall(timeAttendance.timeAttendanceDays, { query: asked as never })
  const name = who === 0 ? say('openShift') : row?.Name || say('allPeople')
  const when = column?.Date ? text.day(column.Date) : weekday === undefined ? say('wholeRange') : weekdayName(weekday)
  const listed = data?.Days.filter(({ LocationId }) => locationId === undefined || (LocationId ?? 0) === locationId)
  return (
    <Docket
      title={name}
      aside={when}
      crumbs={<span>{row?.Location ?? word('title')}</span>}
      onClose={onClose}
      acts={
        <button type="button" className="btn" onClick={() => save(path, asked, 'csv')}>
          {say('exportDays')}
        </button>
      }
    >
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {data && listed && <DaysTable answer={answer} data={data} listed={listed} isOfOne={who !== undefined} />}
    </Docket>
  )
}

const DaysTable = ({ answer, data, listed, isOfOne }: { answer: AttendanceAnswer; data: AttendanceDays; listed: AttendanceDays['Days']; isOfOne: boolean }) => {
  const say = useSay(attendanceScreenWords)
  const word = useSay(attendanceWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const isSeen = answer.SeesTimesheets
  const total = isSeen ? (data.Totals.Hours ?? 0) : data.Totals.Roster
  return (
    <>
      <p className="fig">{text.hours(total)} h</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{word(isOfOne ? 'day' : 'employee')}</th>
            <th scope="col" className="num">
              {word('Roster')}
            </th>
            <th scope="col" className="num">
              {isSeen ? word('Hours') : ''}
            </th>
            <th scope="col" className="num">
              {isSeen ? say('cost') : ''}
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map((day) => (
            <tr key={`${day.LocationId} ${day.Who} ${day.Day}`}>
              <th scope="row">
                {isSeen ? (
                  <Go change={{ open: writeOpened({ what: 'day', locationId: day.LocationId ?? 0, who: day.Who, day: day.Day }) }}>
                    {isOfOne ? text.day(day.Day) : day.Name}
                  </Go>
                ) : isOfOne ? (
                  text.day(day.Day)
                ) : (
                  day.Name
                )}
                {!isOfOne && <small> {text.day(day.Day, answer.FromDate.slice(0, 7) === answer.ToDate.slice(0, 7) ? 'short' : 'full')}</small>}
              </th>
              <td className="num">{text.hours(day.Roster)}</td>
              <td className="num">{day.Hours === null ? '' : text.hours(day.Hours)}</td>
              <td className="num">{day.Cost === null ? '' : text.money(day.Cost)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{word('total')}</th>
            <td className="num">{text.hours(data.Totals.Roster)}</td>
            <td className="num">{data.Totals.Hours === null ? '' : text.hours(data.Totals.Hours)}</td>
            <td className="num">{data.Totals.Cost === null ? '' : text.money(data.Totals.Cost)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="proof">
        <Icon name="check" />
        <span>{data.IsCut ? say('proofCut') : say('proofDays', { n: text.count(listed.length), hours: text.hours(total) })}</span>
      </p>
    </>
  )
}
