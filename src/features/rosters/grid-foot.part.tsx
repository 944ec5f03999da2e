import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { attendanceWords } from './attendance.messages.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { writeOpened } from './opened.rules.ts'
import type { AttendanceAnswer } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'

type Column = AttendanceAnswer['Columns'][number]

/** What the days come to: hours to pay, and what they cost against sales. */
export const GridFoot = ({ answer }: { answer: AttendanceAnswer }) => {
  const say = useSay(attendanceScreenWords)
  const word = useSay(attendanceWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const { Columns, Totals } = answer
  const isOpen = Columns.some(({ Open }) => Open)
  const days = (weekday: number | undefined) => ({ open: writeOpened({ what: 'days', locationId: undefined, who: undefined, weekday }) })
  const lines: readonly { name: string; of: (one: Column | AttendanceAnswer['Totals']) => number | null; write: (value: number) => string; opens?: boolean }[] =
    answer.SeesTimesheets
      ? [
          { name: say('rostered'), of: ({ Roster }) => Roster, write: text.hours },
          { name: word('Cost'), of: ({ Cost }) => Cost, write: text.money, opens: true },
          { name: say('salesRow'), of: ({ Sales }) => Sales, write: text.money },
          { name: say('perHour'), of: ({ SalesPerHour }) => SalesPerHour, write: text.money },
        ]
      : []
  const known = lines.filter(({ of }) => [Totals, ...Columns].some((one) => of(one) !== null))
  return (
    <tfoot>
      <tr className={isOpen ? 'sum part' : 'sum'}>
        <th scope="row">{say(answer.SeesTimesheets ? 'hoursToPay' : 'rostered')}</th>
        {Columns.map((column) => (
          <td key={column.Weekday}>
            <Go change={days(column.Weekday)}>{text.hours(column.Hours ?? column.Roster)}</Go>
          </td>
        ))}
        <td className={styles.tot}>
          <Go change={days(undefined)}>{text.hours(Totals.Hours ?? Totals.Roster)}</Go>
        </td>
        <td className={styles.var}>{Totals.HoursOnRoster === null ? '' : text.difference(Totals.HoursOnRoster)}</td>
      </tr>
      {known.map(({ name, of, write, opens }) => (
        <tr key={name} className={styles.thin}>
          <th scope="row">{name}</th>
          {Columns.map((column) => {
            const value = of(column)
            return <td key={column.Weekday}>{value === null ? '' : opens ? <Go change={days(column.Weekday)}>{write(value)}</Go> : write(value)}</td>
          })}
          <td className={styles.tot}>{of(Totals) === null ? '' : write(of(Totals) ?? 0)}</td>
          <td className={styles.var} />
        </tr>
      ))}
    </tfoot>
  )
}
