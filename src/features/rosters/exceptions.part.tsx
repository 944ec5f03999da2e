import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { attendanceWords } from './attendance.messages.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { writeOpened } from './opened.rules.ts'
import type { AttendanceAnswer, AttendanceException, ExceptionKind } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'

const LOOKS: Record<ExceptionKind, 'bad' | 'warn' | 'info'> = {
  NoShow: 'bad',
  StillIn: 'warn',
  NoPunchOut: 'warn',
  NoPunchIn: 'warn',
  Overlapping: 'warn',
  Late: 'warn',
  LongerThanPlan: 'warn',
  Unplanned: 'warn',
  ToPlan: 'info',
}

/** What to look at before payroll, each leading to its shifts and punches. */
export const ToLookAt = ({ answer }: { answer: AttendanceAnswer }) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const unmatched = answer.Rows.filter(({ Person, LocationId }) => Person === 'NotMatched' || (LocationId === null && Person !== 'OpenShift'))
  const all = Object.values(answer.Counts).reduce((sum, n) => sum + n, 0)
  const isNothing = answer.Exceptions.length === 0 && unmatched.length === 0
  if (isNothing && !answer.SeesTimesheets) return null
  return (
    <section className={styles.sec} id="look">
      <div className="bar-head">
        <h2>
          {say('lookTitle')} <small>{say('lookNote')}</small>
        </h2>
      </div>
      {isNothing ? (
        <p className="note">{say('nothingToLookAt')}</p>
      ) : (
        <ul className={styles.exc}>
          {answer.Exceptions.map((one) => (
            <ExceptionItem key={`${one.Kind} ${one.LocationId} ${one.Who} ${one.Day}`} answer={answer} one={one} />
          ))}
          {answer.SeesTimesheets && unmatched.length > 0 && (
            <li>
              <span className="st-tag info">{say('notMatched')}</span>
              <Go change={{ open: 'people' }}>
                {say.count('notMatchedPeople', new Set(unmatched.map(({ Who }) => Who)).size, { hours: text.hours(answer.Totals.NotMatched ?? 0) })}
              </Go>
              <small>{say('notMatchedNote', { names: [...new Set(unmatched.map(({ Name }) => Name))].slice(0, 3).join(', ') })}</small>
            </li>
          )}
        </ul>
      )}
      {all > answer.Exceptions.length && <p className="note">{say('moreToLookAt', { n: text.count(answer.Exceptions.length), all: text.count(all) })}</p>}
    </section>
  )
}

const ExceptionItem = ({ answer, one }: { answer: AttendanceAnswer; one: AttendanceException }) => {
  const say = useSay(attendanceScreenWords)
  const word = useSay(attendanceWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const [url] = useUrlState()
  const open = writeOpened({ what: 'day', locationId: one.LocationId ?? 0, who: one.Who, day: one.Day })
  const about = useAbout(answer)
  return (
    <li>
      <span className={`st-tag ${LOOKS[one.Kind]}`}>{word(`kind.${one.Kind}`)}</span>
      {answer.SeesTimesheets ? (
        <Go change={{ open }} {...(url.open === open ? { 'aria-current': 'true' as const } : {})}>
          {one.Who === 0 ? say('openShift') : one.Name}, {text.day(one.Day, 'short')}
        </Go>
      ) : (
        <b>
          {say('openShift')}, {text.day(one.Day, 'short')}
        </b>
      )}
      <small>{about(one)}</small>
    </li>
  )
}

/** What an exception is about, in a sentence with its own times. */
const useAbout = (answer: AttendanceAnswer) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(answer.Currency ?? '')
  return (one: AttendanceException): string => {
    const values = {
      from: text.clock(one.From),
      to: text.clock(one.To),
      in: text.clock(one.In),
      out: text.clock(one.Out),
      place: one.AlsoAt ?? '',
      hours: text.hours(one.Hours),
      roster: text.hours(one.Roster),
      tolerance: answer.Tolerance,
      over: text.minutes(one.Minutes),
    }
    if (one.Kind === 'Overlapping' && (one.AlsoAt === null || one.AlsoAt === one.Location)) return say('about.OverlappingHere', values)
    if (one.Kind === 'StillIn' && one.To !== null) return say('about.StillInRostered', values)
    return say(`about.${one.Kind}`, values)
  }
}
