import { useWeekdayName } from '#features/reports/kit/screen/weekday-name.part.ts'
import { daysIn } from '#shared/day.ts'
import { useSay } from '#ui/language.tsx'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'
import type { VarianceAnswer } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'
import styles from './variance.module.css'
import { clusterOf } from './variance-cell.rules.ts'

/** Patterns of weekdays need four of each. */
const ENOUGH_DAYS = 28

/** One sentence, one figure: how many sheets are within the limit, where the others are, and what all come to. */
export const VarianceAnswerLine = ({ data }: { data: VarianceAnswer }) => {
  const say = useSay(varianceWords)
  const word = useSay(tillScreenWords)
  const text = useTillText()
  const media = data.Method ? word(`method.${data.Method}`) : say('allMedia')
  const all = data.Totals.reduce((sum, { Sheets }) => sum + Sheets, 0)
  const over = data.Totals.reduce((sum, { OverLimit }) => sum + OverLimit, 0)
  const days = daysIn(data.FromDate, data.ToDate)
  return (
    <section className={styles.answer}>
      <div>
        <h2>{over === 0 ? say('allWithin') : say('withinLimit', { within: all - over, all })}</h2>
        <p>{over > 0 && <Where data={data} over={over} />}</p>
        {days < ENOUGH_DAYS && <p>{say('tooLittle', { n: days })}</p>}
      </div>
      {data.Totals.map(({ Currency, Variance }) => (
        <p key={Currency} className={styles.figure}>
          <small>{say('overShort')}</small>
          <b className="fig">{text.sum(Variance, Currency)}</b>
          <small>{media}</small>
        </p>
      ))}
    </section>
  )
}

const Where = ({ data, over }: { data: VarianceAnswer; over: number }) => {
  const say = useSay(varianceWords)
  const text = useTillText()
  const weekdayName = useWeekdayName('long')
  const cluster = clusterOf(data.Rows)
  const [only] = data.Totals
  if (!cluster) return null
  const { row, n, weekday, variance } = cluster
  const place = `${row.Location} ${say('tillOf', { till: row.Till })}`
  const rest = only && data.Totals.length === 1 ? (Math.round(only.Variance * 100_000) - Math.round(variance * 100_000)) / 100_000 : undefined
  return (
    <>
      {say(n === over ? 'clusterAll' : 'cluster', { n, all: over, weekday: weekdayName(weekday), operator: row.Operator ?? say('nobody'), place })}{' '}
      {rest !== undefined && say('rest', { amount: text.difference(rest, row.Currency) })}
    </>
  )
}
