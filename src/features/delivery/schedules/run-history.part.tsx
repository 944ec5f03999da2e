import { dayText } from '#shared/cell-text.ts'
import { momentInWords } from '#shared/said-dates.ts'
import { Docket } from '#ui/docket.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from './run-history.module.css'
import { type Schedule, type ScheduleRun, schedules } from './schedules.contract.ts'
import { scheduleWords } from './schedules.messages.ts'

interface HistoryProps {
  schedule: Schedule
  timeZone: string
  onClose: () => void
}

const isWaiting = (runs: readonly ScheduleRun[] | undefined) => runs?.some(({ Mails }) => Mails.some(({ State }) => State === 'waiting'))

/** What a schedule sent, the latest first, and what became of each mail. */
export const RunHistory = ({ schedule, timeZone, onClose }: HistoryProps) => {
  const say = useSay(scheduleWords)
  const { data, error, refetch } = useCall(
    schedules.runs,
    { params: { scheduleId: schedule.ScheduleId } },
    { followed: (answer) => (isWaiting(answer?.Runs) ? 3 : undefined) },
  )
  return (
    <Docket title={schedule.Name} aside={say('history')} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.Runs.length === 0 ? (
        <p>{say('noRuns')}</p>
      ) : (
        <ol className={styles.runs}>
          {data.Runs.map((run) => (
            <OneRun key={run.RunId} run={run} timeZone={timeZone} />
          ))}
        </ol>
      )}
    </Docket>
  )
}

const TONES = {
  waiting: 'warn',
  sent: 'info',
  'no-access': 'bad',
  'no-address': 'bad',
  unsubscribed: 'warn',
  empty: 'warn',
  refused: 'bad',
  'outside-off': 'bad',
} as const
const REASONS = ['left', 'no-tag', 'no-location', 'owner-left', 'owner-no-tag', 'owner-no-location', 'here'] as const

const OneRun = ({ run, timeZone }: { run: ScheduleRun; timeZone: string }) => {
  const say = useSay(scheduleWords)
  const { language } = useLanguage()
  const time = (at: string) => momentInWords(at, language, timeZone)
  return (
    <li>
      <h3>{dayText(run.Day, language)}</h3>
      <p className="note">
        {say(`kind.${run.Kind}`, { name: run.AskedBy ?? '' })} · <time dateTime={run.At}>{time(run.At)}</time>
      </p>
      <ul>
        {run.Mails.map((mail) => {
          const reason = REASONS.find((one) => one === mail.Why)
          const why = reason ? say(`why.${reason}`) : mail.Why
          return (
            <li key={mail.EmployeeId ?? mail.Name}>
              <span>{mail.Name}</span> <span className={`st-tag ${TONES[mail.State]}`}>{say(`state.${mail.State}`)}</span>
              {why && <small>{why}</small>}
              {mail.Tries > 1 && <small>{say.count('tries', mail.Tries)}</small>}
            </li>
          )
        })}
      </ul>
    </li>
  )
}
