import type { CSSProperties } from 'react'
import { weekdayName } from '#features/reports/kit/report-table.rules.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { writeOpened } from './opened.rules.ts'
import type { AttendanceAnswer } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'

/** A day of the columns by its date, or its weekday where the range has several. */
export const useColumnName = () => {
  const { language } = useLanguage()
  const text = useAttendanceText('')
  return ({ Date: day, Weekday }: AttendanceAnswer['Columns'][number]): string =>
    day === null ? weekdayName(Weekday, language) : text.day(day, 'short').replace(/ \p{L}+$/u, '')
}

/** "3.4 pp over the target". */
export const useTargetText = () => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText('')
  return (difference: number | null): string => {
    if (difference === null) return ''
    return difference === 0 ? say('onTarget') : say(difference > 0 ? 'overTarget' : 'underTarget', { points: text.points(Math.abs(difference)) })
  }
}

/** The share of wages by day on one scale. A line stands at the target, or where the whole range does while there is none, and days above it are marked. */
export const WageBars = ({ answer }: { answer: AttendanceAnswer }) => {
  const say = useSay(attendanceScreenWords)
  const text = useAttendanceText(answer.Currency ?? '')
  const name = useColumnName()
  const overWords = useTargetText()
  const { Columns, Totals } = answer
  const together = Totals.WagePercent
  if (together === null) return null
  const line = Totals.TargetPercent ?? together
  const most = Math.max(line * 1.5, together * 1.15, ...Columns.map(({ WagePercent }) => (WagePercent ?? 0) * 1.15))
  const height = (percent: number) => `${((percent * 100) / most).toFixed(1)}%`
  return (
    <section className={`${styles.sec} ${styles.ta}`} id="wage">
      <div className="bar-head">
        <h2>
          {say('wageTitle')} <small>{say('wageNote')}</small>
        </h2>
      </div>
      <div className={styles.wage} style={{ '--g': height(line), '--n': Columns.length } as CSSProperties}>
        <p className={styles.lab} aria-hidden="true" />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form. */}
        <div className={styles.bars} role="group" aria-label={say('wageTitle')}>
          {Columns.map((column) => {
            const { WagePercent, Weekday, Open } = column
            if (WagePercent === null) return <span key={Weekday} className={styles.none} />
            const isOver = WagePercent > (column.TargetPercent ?? line)
            return (
              <Go
                key={Weekday}
                className={[styles.b, isOver && styles.over, Open && styles.open].filter(Boolean).join(' ')}
                change={{ open: writeOpened({ what: 'days', locationId: undefined, who: undefined, weekday: Weekday }) }}
                style={{ '--v': height(WagePercent) } as CSSProperties}
                aria-label={[name(column), text.percent(WagePercent), overWords(column.OnTarget)].filter(Boolean).join(', ')}
              >
                <b>
                  {isOver && <Icon name="up" />}
                  {text.percent(WagePercent)}
                </b>
              </Go>
            )
          })}
          <span className={styles.goal} aria-hidden="true" />
        </div>
        <p className={styles.goalName}>
          <span>{Totals.TargetPercent === null ? say('together', { percent: text.percent(together) }) : say('target', { percent: text.share(line) })}</span>
        </p>
      </div>
    </section>
  )
}
