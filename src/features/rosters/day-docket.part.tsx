import { Docket } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { attendanceWords } from './attendance.messages.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { DayEvents } from './day-events.part.tsx'
import { type Opened, writeOpened } from './opened.rules.ts'
import { ShiftLine } from './shift-line.part.tsx'
import { type AttendanceAnswer, type AttendanceFacts, timeAttendance } from './time-attendance.contract.ts'

interface Props {
  answer: AttendanceAnswer
  opened: Extract<Opened, { what: 'day' }>
  onClose: () => void
}

/** A day of somebody: what was planned, claimed and clocked, what happened, and the sum that is paid. */
export const DayDocket = ({ answer, opened, onClose }: Props) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const { locationId, who, day } = opened
  const asked = useCall(timeAttendance.timeAttendanceFacts, { query: { LocationId: String(locationId), Who: String(who), Day: day } as never })
  const { data, error, refetch } = asked
  const place = useStoredUser()?.Config?.Locations.find(({ LocationId }) => LocationId === locationId)?.Name ?? say('noLocation')
  const at = answer.Exceptions.findIndex((one) => one.Day === day && one.Who === who && (one.LocationId ?? 0) === locationId)
  const next = answer.Exceptions.slice(at + 1).find((one) => one.Day !== day || one.Who !== who)
  const name = who === 0 ? say('openShift') : (data?.Name ?? answer.Rows.find((one) => one.Who === who)?.Name ?? '–')
  return (
    <Docket
      title={name}
      aside={text.day(day)}
      crumbs={
        <>
          <span>{place} / </span>
          <Go change={{ open: writeOpened({ what: 'days', locationId, who, weekday: undefined }) }}>{name}</Go>
          <span> / {text.day(day, 'short')}</span>
        </>
      }
      onClose={onClose}
      acts={
        next && (
          <Go className="btn" change={{ open: writeOpened({ what: 'day', locationId: next.LocationId ?? 0, who: next.Who, day: next.Day }) }}>
            {say('nextToLookAt')}
          </Go>
        )
      }
    >
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {data && <DayFacts facts={data} />}
    </Docket>
  )
}

const DayFacts = ({ facts }: { facts: AttendanceFacts }) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(facts.Currency)
  const [whole, cents] = text.hours(facts.Hours ?? 0).split('.')
  const area = facts.Shifts.find(({ Area }) => Area !== null)?.Area
  const source = facts.Works[0]?.Source ?? facts.Shifts[0]?.Source
  return (
    <>
      <p className="fig">
        {whole}
        <i>.{cents} h</i>
      </p>
      <p className="meta">{[say('hoursToPayMeta'), area, source && say('source', { source: say(`source.${source}`) })].filter(Boolean).join(' · ')}</p>
      <ShiftLine facts={facts} />
      <SpellsTable facts={facts} />
      <DayEvents facts={facts} />
      <Proof facts={facts} />
    </>
  )
}

interface Line {
  key: string
  name: string
  from: string
  to: string | null
  breakMinutes: number
  hours: number | null
}

const SpellsTable = ({ facts }: { facts: AttendanceFacts }) => {
  const say = useSay(attendanceScreenWords)
  const word = useSay(attendanceWords)
  const text = useAttendanceText(facts.Currency)
  const lines: Line[] = [
    ...facts.Shifts.map((one) => ({
      key: one.RosterId,
      name: one.Published ? word('Roster') : say('draftShift'),
      from: one.Start,
      to: one.End,
      breakMinutes: one.BreakMinutes,
      hours: one.Hours,
    })),
    ...facts.Works.flatMap((one): Line[] => [
      ...(one.Claimed === null
        ? []
        : [{ key: `c${one.TimesheetId}`, name: word('Claimed'), from: one.Start, to: one.End, breakMinutes: one.BreakMinutes, hours: one.Claimed }]),
      ...one.Clocked.map((spell) => ({
        key: `${one.TimesheetId}${spell.Start}`,
        name: word('Actual'),
        from: spell.Start,
        to: spell.End,
        breakMinutes: spell.BreakMinutes,
        hours: spell.Hours,
      })),
      ...(one.Clocked.length === 0 && one.Actual !== null
        ? [{ key: `a${one.TimesheetId}`, name: word('Actual'), from: one.Start, to: one.End, breakMinutes: one.BreakMinutes, hours: one.Actual }]
        : []),
    ]),
  ]
  return (
    <table>
      <caption className="sr">
        {facts.Name}, {text.day(facts.Day)}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{say('whatHappened')}</span>
          </th>
          {[say('from'), say('to'), say('break'), word('Hours')].map((title) => (
            <th key={title} scope="col" className="num">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">{line.name}</th>
            <td className="num">{text.clock(line.from)}</td>
            <td className="num">{text.clock(line.to)}</td>
            <td className="num">{text.minutes(line.breakMinutes)}</td>
            <td className="num">{line.hours === null ? '–' : text.hours(line.hours)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="sum">
          <th scope="row" colSpan={4}>
            {word('Hours')}
          </th>
          <td className="num">{text.hours(facts.Hours ?? 0)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const Proof = ({ facts }: { facts: AttendanceFacts }) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(facts.Currency)
  const { Hours, Cost, Rate, Works, Day } = facts
  if (!Hours) return null
  const isPriced = Works.every(({ Cost: cost }) => cost !== null)
  const values = { hours: text.hours(Hours), cost: text.money(Cost ?? 0), rate: text.money(Rate ?? 0) }
  const isNight = Works.some(({ End }) => End !== null && End.slice(0, 10) > Day)
  return (
    <p className="proof">
      <Icon name="check" />
      <span>
        <b>{!isPriced ? say('proofUnpriced') : Rate === null ? say('proofCost', values) : say('proofRate', values)}</b>{' '}
        {isNight && <small>{say('nightNote', { day: text.day(Day, 'short') })}</small>}
      </span>
    </p>
  )
}
