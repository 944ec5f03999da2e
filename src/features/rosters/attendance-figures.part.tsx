import type { CSSProperties } from 'react'
import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { attendanceWords } from './attendance.messages.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import { useAttendanceText } from './attendance-text.part.ts'
import { writeOpened } from './opened.rules.ts'
import type { AttendanceAnswer } from './time-attendance.contract.ts'
import styles from './time-attendance.module.css'
import { useTargetText } from './wage-bars.part.tsx'

const ALL = writeOpened({ what: 'days', locationId: undefined, who: undefined, weekday: undefined })

/** Hours to pay, what they cost of what was sold, and how much there is to look at. */
export const AttendanceFigures = ({ answer }: { answer: AttendanceAnswer }) => {
  const say = useSay(attendanceScreenWords)
  const word = useSay(attendanceWords)
  const overWords = useTargetText()
  const { language } = useLanguage()
  const { Totals, Currency, Counts } = answer
  const text = useAttendanceText(Currency ?? '')
  const [whole, cents] = text.hours(Totals.Hours ?? 0).split('.')
  const hasSales = Totals.Sales !== null
  const toLookAt = Object.values(Counts).reduce((sum, n) => sum + n, 0)
  return (
    <section
      className={`figures ${styles.five} ${hasSales ? '' : styles.three}`}
      aria-label={word('title')}
      lang={language === 'jp' ? 'ja' : 'en'}
      ref={oneStop}
    >
      <Go className={`hero ${styles.figure}`} change={{ open: ALL }}>
        <h2>{say('hoursToPay')}</h2>
        <p className="fig">
          {whole}
          <i>.{cents}</i>
          <i> h</i>
        </p>
        <p className={styles.say}>
          {say('rosteredNote', { hours: text.hours(Totals.Roster), difference: text.difference(Totals.HoursOnRoster ?? 0) })}
          {Totals.Leave ? `. ${say('leaveNote', { hours: text.hours(Totals.Leave) })}` : ''}
        </p>
      </Go>
      {hasSales && (
        <a className={styles.figure} href="#wage">
          <h2>{say('wages')}</h2>
          <p className="fig">
            <BigFigure figure="GrossProfitPercent" value={Totals.WagePercent} currency={Currency ?? ''} />
          </p>
          <p className={styles.say}>
            {say('wagesNote')}
            {Totals.OnTarget !== null && (
              <span className={Totals.OnTarget > 0 ? 'bad' : undefined}>
                {', '}
                {overWords(Totals.OnTarget)}
              </span>
            )}
          </p>
        </a>
      )}
      <Go className={styles.figure} change={{ open: ALL }} style={{ '--len': text.sum(Totals.Cost ?? 0).length } as CSSProperties}>
        <h2>{word('Cost')}</h2>
        <p className="fig">{Totals.Cost === null ? <Nil /> : <BigFigure figure="Cost" value={Totals.Cost} currency={Currency ?? ''} />}</p>
        <p className={styles.say}>{Totals.Unpriced ? say('costUnpriced', { hours: text.hours(Totals.Unpriced) }) : say('costNote')}</p>
      </Go>
      {hasSales && (
        <a className={styles.figure} href="#wage">
          <h2>{say('perHour')}</h2>
          <p className="fig">
            <BigFigure figure="AverageSale" value={Totals.SalesPerHour} currency={Currency ?? ''} />
          </p>
          <p className={styles.say}>{say('perHourNote')}</p>
        </a>
      )}
      <a className={styles.figure} href="#look">
        <h2>{say('toLookAt')}</h2>
        <p className="fig">{text.count(toLookAt)}</p>
        <p className={styles.say}>{Totals.NotApproved ? say.count('notApproved', Totals.NotApproved) : say('allApproved')}</p>
      </a>
    </section>
  )
}
