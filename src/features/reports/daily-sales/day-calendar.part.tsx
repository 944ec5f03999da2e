import { heatScale } from '#features/reports/kit/heat.rules.ts'
import { lateText } from '#features/reports/kit/late-text.rules.ts'
import { bucketStart } from '#features/reports/kit/period.rules.ts'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { LateMark } from '#features/reports/kit/screen/late-days.part.tsx'
import { useTableSay } from '#features/reports/kit/screen/table-texts.part.ts'
import { dayText } from '#shared/cell-text.ts'
import { addDays, daysIn } from '#shared/day.ts'
import { dayFormat } from '#shared/formats.ts'
import { LOCALES } from '#shared/messages.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { DailyAnswer } from './daily-sales.contract.ts'
import { dailyWords } from './daily-sales.messages.ts'
import { holidayName } from './daily-table.rules.ts'
import styles from './day-calendar.module.css'

/** A quarter and a little: beyond that a wall of weeks says less than the list. */
const MOST_DAYS = 98

/** The days as a calendar of weeks, darker where more was sold; a day opens its receipts. */
export const DayCalendar = ({ answer, currency, weekStart }: { answer: DailyAnswer; currency: string; weekStart: number }) => {
  const say = useSay(dailyWords)
  const { language } = useLanguage()
  const { Days, Totals, FromDate, ToDate } = answer
  if (daysIn(FromDate, ToDate) > MOST_DAYS || Days.length < 7) return null
  const { shadeOf, bounds } = heatScale(Math.max(0, ...Totals.Days.map(({ Net }) => Net ?? 0)))
  const weekday = dayFormat(LOCALES[language], { weekday: 'short' })
  const first = bucketStart(FromDate, 'week', weekStart)
  const weeks = Array.from({ length: Math.ceil(daysIn(first, ToDate) / 7) }, (_, week) => Array.from({ length: 7 }, (__, i) => addDays(first, week * 7 + i)))
  return (
    <section className={styles.calendar}>
      <div className="bar-head">
        <h2>
          {say('calendarTitle')} <small>{say('calendarOf', { currency })}</small>
        </h2>
      </div>
      <table>
        <caption className="sr">{say('calendarTitle')}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th scope="col" key={day}>
                {weekday.format(Date.parse(day))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell key={day} day={day} answer={answer} shadeOf={shadeOf} currency={currency} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ShadeKey bounds={bounds} currency={currency} />
    </section>
  )
}

/** Which shade stands for which amounts. */
const ShadeKey = ({ bounds, currency }: { bounds: readonly number[]; currency: string }) => {
  const say = useSay(dailyWords)
  const { compact } = useFigureText(currency)
  return (
    <p className={`note ${styles.key}`}>
      {bounds.map((bound, i) => (
        <span key={bound}>
          <i className={`h${i + 1}`} />
          {say('shade', { from: compact('Net', bounds[i - 1] ?? 0), to: compact('Net', bound) })}
        </span>
      ))}
    </p>
  )
}

interface DayProps {
  day: string
  answer: DailyAnswer
  shadeOf: (value: number) => number
  currency: string
}

const DayCell = ({ day, answer, shadeOf, currency }: DayProps) => {
  const say = useSay(dailyWords)
  const { language } = useLanguage()
  const texts = { ...useTableSay(), language }
  const { plain, compact } = useFigureText(currency)
  const at = answer.Days.findIndex(({ Date: one }) => one === day)
  const planned = answer.Days[at]
  const totals = answer.Totals.Days[at]
  const date = Number(day.slice(8))
  if (!planned || !totals || planned.State === 'to-come') {
    return (
      <td className={styles.off}>
        <small>{date}</small>
      </td>
    )
  }
  const holiday = planned.Holidays.map((one) => holidayName(one, texts)).join(' · ')
  const net = totals.Net ?? 0
  const closed = totals.Sales === 0 && net === 0
  const named = [dayText(day, language), holiday].filter(Boolean).join(', ')
  const label = say('dayLabel', { day: named, amount: closed ? say('closed') : plain('Net', net) })
  return (
    <td className={`h${shadeOf(net)} ${planned.State === 'open' ? styles.open : ''}`}>
      <Go
        change={{ drill: writeDrill({ period: day, figure: 'Net' }), receipt: undefined }}
        aria-label={totals.Late ? `${label}. ${lateText(totals.Late, currency, texts)}` : label}
      >
        <small>
          {date} {totals.Late && <LateMark changes={totals.Late.Changes} />}
        </small>
        <b>{closed ? say('closed') : compact('Net', net)}</b>
        {holiday && <i title={holiday}>{holiday}</i>}
      </Go>
    </td>
  )
}
