import { useWeekdayName } from '#features/reports/kit/screen/weekday-name.part.ts'
import { daysIn } from '#shared/day.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { limitOf } from './currency-limit.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'
import type { VarianceAnswer } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'
import styles from './variance.module.css'
import { addedUp, periodsOf, runningTotal, strengthOf, type VarianceRow, writeCell } from './variance-cell.rules.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const SHORT = [styles.short0, styles.short1, styles.short2, styles.short3]
const OVER = [styles.over0, styles.over1, styles.over2, styles.over3]

/** A row for each operator at each till, a column for each weekday, coloured by what a sheet differs by; each figure opens its sheets. */
export const VarianceMap = ({ data }: { data: VarianceAnswer }) => {
  const say = useSay(varianceWords)
  const word = useSay(tillScreenWords)
  const weekdayName = useWeekdayName()
  const currencies = [...new Set(data.Rows.map(({ Currency }) => Currency))]
  const media = data.Method ? word(`method.${data.Method}`) : say('allMedia')
  const periods = periodsOf(data.Rows)
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>
          {say('who')} <small>{say('whoNote', { media, currency: currencies.join(', '), n: daysIn(data.FromDate, data.ToDate) })}</small>
        </h2>
      </div>
      <Scroll label={say('who')}>
        <table className={styles.map}>
          <caption className="sr">{say('who')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('operator')}</th>
              {WEEKDAYS.map((weekday) => (
                <th key={weekday} scope="col" className="num">
                  {weekdayName(weekday)}
                </th>
              ))}
              <th scope="col" className="num">
                {say('total')}
              </th>
              <th scope="col" className="num">
                {say('overLimit')}
              </th>
              <th scope="col">{say('running')}</th>
            </tr>
          </thead>
          {[...new Set(data.Rows.map(({ LocationId }) => LocationId))].map((locationId) => (
            <PlaceRows key={locationId} rows={data.Rows.filter(({ LocationId }) => LocationId === locationId)} periods={periods} totals={data.Totals} />
          ))}
          {currencies.length === 1 && <AllRow rows={data.Rows} currency={currencies[0] ?? ''} />}
        </table>
      </Scroll>
      <p className={styles.key}>
        {say('short')}
        {[...SHORT].reverse().map((look) => (
          <i key={look} className={look} />
        ))}
        {OVER.map((look) => (
          <i key={look} className={look} />
        ))}
        {say('over')} <small>{say('steps')}</small>
      </p>
    </section>
  )
}

const PlaceRows = ({ rows, periods, totals }: { rows: readonly VarianceRow[]; periods: readonly string[]; totals: VarianceAnswer['Totals'] }) => (
  <tbody>
    <tr className={styles.place}>
      <th scope="rowgroup" colSpan={11}>
        {rows[0]?.Location}
      </th>
    </tr>
    {rows.map((row) => (
      <OperatorRow key={writeCell(row)} row={row} periods={periods} limit={limitOf(row, totals)} />
    ))}
  </tbody>
)

const OperatorRow = ({ row, periods, limit }: { row: VarianceRow; periods: readonly string[]; limit: number }) => {
  const say = useSay(varianceWords)
  const text = useTillText()
  const [url] = useUrlState()
  return (
    <tr>
      <th scope="row">
        {row.Operator ?? say('nobody')} <small>{say('tillOf', { till: row.Till })}</small>
      </th>
      {WEEKDAYS.map((weekday) => {
        const found = row.Weekdays.find(({ Weekday }) => Weekday === weekday)
        const cell = writeCell(row, weekday)
        if (!found) return <td key={weekday} className={styles.none} />
        const look = (found.Variance < 0 ? SHORT : OVER)[strengthOf(found, limit)]
        return (
          <td key={weekday} className={`${styles.cell} ${look}`}>
            <Go change={{ cell }} {...(url.cell === cell ? { 'aria-current': 'true' as const } : {})}>
              {text.difference(found.Variance, row.Currency)}
            </Go>
          </td>
        )
      })}
      <td className={`num ${styles.total}`}>
        <Go change={{ cell: writeCell(row) }}>{text.difference(row.Variance, row.Currency)}</Go>
      </td>
      <td className="num">{say('ofSheets', { over: row.OverLimit, all: row.Sheets })}</td>
      <td>
        <Sparkline values={runningTotal(row, periods)} />
      </td>
    </tr>
  )
}

const AllRow = ({ rows, currency }: { rows: readonly VarianceRow[]; currency: string }) => {
  const say = useSay(varianceWords)
  const text = useTillText()
  const all = addedUp(rows)
  return (
    <tfoot>
      <tr className="sum">
        <th scope="row">{say('all')}</th>
        {WEEKDAYS.map((weekday) => {
          const own = addedUp(rows.flatMap(({ Weekdays }) => Weekdays.filter(({ Weekday }) => Weekday === weekday)))
          return (
            <td key={weekday} className="num">
              {own.Sheets > 0 && text.difference(own.Variance, currency)}
            </td>
          )
        })}
        <td className="num">{text.difference(all.Variance, currency)}</td>
        <td className="num">{say('ofSheets', { over: all.OverLimit, all: all.Sheets })}</td>
        <td />
      </tr>
    </tfoot>
  )
}

const Sparkline = ({ values }: { values: readonly number[] }) => {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const y = (value: number) => (most === least ? 50 : 96 - ((value - least) / (most - least)) * 92).toFixed(1)
  const x = (i: number) => ((100 * i) / Math.max(1, values.length - 1)).toFixed(1)
  return (
    <svg className={styles.spark} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 ${y(0)}H100`} />
      <polyline points={values.map((value, i) => `${x(i)},${y(value)}`).join(' ')} />
    </svg>
  )
}
