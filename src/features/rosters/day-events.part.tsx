import { useSay } from '#ui/language.tsx'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import type { AttendanceFacts } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'

const PUNCHED = { In: 'clockedIn', Out: 'clockedOut', BreakStart: 'breakStarted', BreakEnd: 'breakEnded' } as const

/** What happened on a day in its order: punches, then what was claimed and approved. */
export const DayEvents = ({ facts }: { facts: AttendanceFacts }) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(facts.Currency)
  if (facts.Punches.length + facts.Works.length + facts.Leave.length === 0) return null
  const beside = (day: string) => (day === facts.Day ? '' : `, ${text.day(day, 'short')}`)
  return (
    <>
      <h3 className={styles.happened}>{say('whatHappened')}</h3>
      <ol className={styles.trail}>
        {facts.Punches.map(({ PunchId, Kind, At, Till }) => (
          <li key={PunchId}>
            <time dateTime={At}>{text.clock(At)}</time>
            <span>
              {say(PUNCHED[Kind])}
              {beside(At.slice(0, 10))}
              <small>{Till}</small>
            </span>
          </li>
        ))}
        {facts.Works.map((work) => (
          <WorkEvents key={work.TimesheetId} work={work} facts={facts} />
        ))}
        {facts.Leave.map(({ TimesheetId, Hours }) => (
          <li key={TimesheetId}>
            <span />
            <span>{say('leaveEvent', { hours: text.hours(Hours) })}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

const WorkEvents = ({ work, facts }: { work: AttendanceFacts['Works'][number]; facts: AttendanceFacts }) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(facts.Currency)
  return (
    <>
      {work.Claimed !== null && (
        <li>
          <span />
          <span>
            {say('claimedEvent', { hours: text.hours(work.Claimed) })}
            <small>{say('source', { source: say(`source.${work.Source}`) })}</small>
          </span>
        </li>
      )}
      {work.Approved !== null && (
        <li>
          <time dateTime={work.ApprovedAt ?? undefined}>{work.ApprovedAt === null ? '' : text.clock(work.ApprovedAt)}</time>
          <span>
            {say('approvedEvent', { hours: text.hours(work.Approved) })}
            <small>
              {work.ApprovedBy && say('by', { name: work.ApprovedBy })}
              {work.Note && ` “${work.Note}”`}
            </small>
          </span>
        </li>
      )}
    </>
  )
}
