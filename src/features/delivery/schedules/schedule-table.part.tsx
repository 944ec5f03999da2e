import { dayText } from '#shared/cell-text.ts'
import { momentInWords } from '#shared/said-dates.ts'
import { ActMenu } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { outsideWords } from './outside/outside.messages.ts'
import { useAskAgain } from './schedule-dialogs.part.tsx'
import { draftOf, weekdayName } from './schedule-draft.rules.ts'
import styles from './schedule-table.module.css'
import { type Schedule, schedules } from './schedules.contract.ts'
import { scheduleWords } from './schedules.messages.ts'
import { useViewText } from './view-text.part.ts'

interface RowActs {
  onEdit: (schedule: Schedule) => void
  onAgain: (schedule: Schedule) => void
  onEnd: (schedule: Schedule) => void
  onHistory: (schedule: Schedule) => void
}

interface TableProps extends RowActs {
  schedules: readonly Schedule[]
  timeZone: string
}

/** One row for each schedule: what, when, to whom, and how it went. */
export const ScheduleTable = ({ schedules: all, timeZone, ...acts }: TableProps) => {
  const say = useSay(scheduleWords)
  return (
    <Scroll label={say('title')}>
      <table className={styles.table}>
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            {(['what', 'when', 'to', 'next', 'last'] as const).map((key) => (
              <th scope="col" key={key}>
                {say(key)}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((schedule) => (
            <ScheduleRow key={schedule.ScheduleId} schedule={schedule} timeZone={timeZone} {...acts} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const ScheduleRow = ({ schedule, timeZone, ...acts }: RowActs & { schedule: Schedule; timeZone: string }) => {
  const say = useSay(scheduleWords)
  const view = useViewText()
  return (
    <tr>
      <th scope="row">
        <Go to={schedule.Search ? `${schedule.Path}?${schedule.Search}` : schedule.Path}>{schedule.Name}</Go>
        <small>{view(schedule)}</small>
        {!schedule.Mine && <small>{say('byOther', { name: schedule.Owner })}</small>}
      </th>
      <td>
        <Timing schedule={schedule} />
      </td>
      <td data-label={say('to')}>
        <Readers schedule={schedule} />
      </td>
      <td data-label={say('next')}>
        <Next schedule={schedule} timeZone={timeZone} />
      </td>
      <td data-label={say('last')}>
        <Last schedule={schedule} />
      </td>
      <td>
        <Acts schedule={schedule} {...acts} />
      </td>
    </tr>
  )
}

/** "Mondays 05:15": when it is sent, which is the morning after its trading day. */
const Timing = ({ schedule: { Every, OnDay, SentAt } }: { schedule: Schedule }) => {
  const say = useSay(scheduleWords)
  const { locale } = useLanguage()
  const time = SentAt
  if (Every === 'week') return say('when.week', { weekday: weekdayName(locale, (OnDay % 7) + 1), time })
  if (Every === 'month') return OnDay === 31 ? say('when.monthEnd', { time }) : say('when.month', { day: OnDay, time })
  return say('when.day', { time })
}

const Readers = ({ schedule: { Recipients, Outside } }: { schedule: Schedule }) => {
  const say = useSay(scheduleWords)
  const sayOutside = useSay(outsideWords)
  const lost = Recipients.filter(({ State }) => State === 'no-access').length
  return (
    <>
      <ul className={styles.readers}>
        {Recipients.map(({ EmployeeId, Name, State }) => (
          <li key={EmployeeId}>
            {Name}
            {State !== 'ready' && <span className={`st-tag ${State === 'no-access' ? 'bad' : 'warn'}`}>{say(`state.${State}`)}</span>}
          </li>
        ))}
        {Outside.map(({ OutsideId, Address, State }) => (
          <li key={OutsideId}>
            {Address}
            {State !== 'ready' && <span className={`st-tag ${State === 'off' || State === 'declined' ? 'bad' : 'warn'}`}>{sayOutside(`state.${State}`)}</span>}
          </li>
        ))}
      </ul>
      {lost > 0 && (
        <p className={styles.lost}>
          <Icon name="attention" /> {say.count('lost', lost)}
        </p>
      )}
    </>
  )
}

const Next = ({ schedule, timeZone }: { schedule: Schedule; timeZone: string }) => {
  const say = useSay(scheduleWords)
  const { language } = useLanguage()
  if (schedule.StoppedAt) return <span className="st-tag bad">{say('stopped', { name: schedule.Owner })}</span>
  if (schedule.Paused || !schedule.NextDay || !schedule.NextAt) return <span className="st-tag warn">{say('paused')}</span>
  return say('onDay', { day: dayText(schedule.NextDay, language), time: momentInWords(schedule.NextAt, language, timeZone) })
}

const Last = ({ schedule: { LastRun } }: { schedule: Schedule }) => {
  const say = useSay(scheduleWords)
  const { language } = useLanguage()
  if (!LastRun) return say('notYet')
  const sent = LastRun.Mails.filter(({ State }) => State === 'sent').length
  const waiting = LastRun.Mails.filter(({ State }) => State === 'waiting').length
  const not = LastRun.Mails.length - sent - waiting
  return (
    <>
      {dayText(LastRun.Day, language)}
      <small>
        {[say.count('sentTo', sent), waiting > 0 ? `${waiting} ${say('state.waiting')}` : '', not > 0 ? say.count('notSentTo', not) : '']
          .filter(Boolean)
          .join(', ')}
      </small>
    </>
  )
}

const Acts = ({ schedule, onEdit, onAgain, onEnd, onHistory }: RowActs & { schedule: Schedule }) => {
  const say = useSay(scheduleWords)
  const askAgain = useAskAgain()
  const test = useSend(schedules.test, {
    onDone: async () => {
      toast.success(say('testSent'))
      await askAgain()
    },
  })
  const change = useSend(schedules.changeSchedule, { onDone: askAgain })
  const params = { scheduleId: schedule.ScheduleId }
  const name = schedule.Name
  return (
    <div className={styles.acts}>
      <button type="button" className="btn" aria-label={say('editNamed', { name })} onClick={() => onEdit(schedule)}>
        {say('edit')}
      </button>
      <ActMenu
        ariaLabel={say('more', { name })}
        label={<Icon name="caret" />}
        acts={[
          { id: 'test', label: say('test'), onAct: () => test.mutate({ params }) },
          { id: 'again', label: say('again'), onAct: () => onAgain(schedule) },
          { id: 'history', label: say('history'), onAct: () => onHistory(schedule) },
          {
            id: 'pause',
            label: say(schedule.Paused ? 'resume' : 'pause'),
            onAct: () => change.mutate({ params, body: { ...draftOf(schedule), Paused: !schedule.Paused } }),
          },
          { id: 'end', label: say('remove'), onAct: () => onEnd(schedule) },
        ]}
      />
    </div>
  )
}
