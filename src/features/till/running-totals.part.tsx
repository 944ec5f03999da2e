import { useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useTillText } from './till-text.part.ts'
import type { VarianceAnswer } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'
import styles from './variance.module.css'
import { periodsOf, runningTotal, type VarianceRow, writeCell } from './variance-cell.rules.ts'

const MOST_MARKS = 8

interface Lined {
  row: VarianceRow
  values: number[]
}

/** What each operator at each till was over or short by then: as lines, or as a table. In one currency at a time. */
export const RunningTotals = ({ data }: { data: VarianceAnswer }) => {
  const say = useSay(varianceWords)
  const [look, setLook] = useState<'picture' | 'table'>('picture')
  const currency = data.Totals[0]?.Currency ?? ''
  const rows = data.Rows.filter(({ Currency }) => Currency === currency)
  const periods = periodsOf(rows)
  const lines = rows.map((row) => ({ row, values: [0, ...runningTotal(row, periods)] })).sort((a, b) => Math.abs(b.row.Variance) - Math.abs(a.row.Variance))
  if (periods.length < 2) return null
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>
          {say('running')} <small>{say('runningNote')}</small>
        </h2>
        <Segmented
          label={say('running')}
          value={look}
          onChange={setLook}
          options={[
            { value: 'picture', label: say('picture') },
            { value: 'table', label: say('table') },
          ]}
        />
      </div>
      {look === 'picture' ? <Stairs lines={lines} periods={periods} /> : <TotalsTable lines={lines} periods={periods} />}
    </section>
  )
}

const Stairs = ({ lines, periods }: { lines: readonly Lined[]; periods: readonly string[] }) => {
  const say = useSay(varianceWords)
  const { language } = useLanguage()
  const text = useTillText()
  const all = lines.flatMap(({ values }) => values)
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)]
  const span = most - least || 1
  const y = (value: number) => ((most - value) / span) * 100
  const x = (period: number) => (100 * (period + 0.5)) / periods.length
  const [first, ...others] = lines
  const name = ({ row }: Lined) => `${row.Operator ?? say('nobody')}, ${say('tillOf', { till: row.Till })}`
  // Two figures closer than a line of text would lie over each other.
  const ticks = [0, ...[least, most].filter((tick) => Math.abs(y(tick) - y(0)) > 6)]
  const every = Math.ceil(periods.length / MOST_MARKS)
  return (
    <div
      className={styles.stair}
      role="img"
      aria-label={`${say('running')}: ${lines.map((line) => `${name(line)} ${text.difference(line.row.Variance, line.row.Currency)}`).join('; ')}`}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {ticks.map((tick) => (
          <path key={tick} className={styles.grid} d={`M0 ${y(tick).toFixed(2)}H100`} />
        ))}
        {[...others].reverse().map((line) => (
          <path key={writeCell(line.row)} className={styles.other} d={stepsOf(line.values, x, y)} />
        ))}
        {first && <path className={styles.first} d={stepsOf(first.values, x, y)} />}
      </svg>
      {ticks.map((tick) => (
        <span key={tick} className={styles.tick} style={{ top: `${y(tick)}%` }}>
          {text.difference(Math.round(tick), first?.row.Currency ?? '').replace(/[.,]00$/, '')}
        </span>
      ))}
      {first && (
        <p className={styles.label} style={{ top: `${y(first.row.Variance)}%` }}>
          <b>{name(first)}</b>
          <small>{text.difference(first.row.Variance, first.row.Currency)}</small>
        </p>
      )}
      <p className={styles.marks} aria-hidden="true">
        {periods.map(
          (period, i) =>
            i % every === 0 && (
              <span key={period} style={{ left: `${x(i)}%` }}>
                {dayText(period, language, 'short')}
              </span>
            ),
        )}
      </p>
    </div>
  )
}

/** The first value is what there was before the first period. */
const stepsOf = (values: readonly number[], x: (period: number) => number, y: (value: number) => number): string =>
  `${values.map((value, i) => (i === 0 ? `M0 ${y(value).toFixed(2)}` : `H${x(i - 1).toFixed(2)}V${y(value).toFixed(2)}`)).join('')}H100`

const TotalsTable = ({ lines, periods }: { lines: readonly Lined[]; periods: readonly string[] }) => {
  const say = useSay(varianceWords)
  const { language } = useLanguage()
  const text = useTillText()
  return (
    <Scroll label={say('running')}>
      <table className="plain">
        <caption className="sr">{say('running')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('operator')}</th>
            {periods.map((period) => (
              <th key={period} scope="col" className="num">
                {dayText(period, language, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, values }) => (
            <tr key={writeCell(row)}>
              <th scope="row">
                {row.Operator ?? say('nobody')} <small>{say('tillOf', { till: row.Till })}</small>
              </th>
              {values.slice(1).map((value, i) => (
                <td key={periods[i]} className="num">
                  {text.difference(value, row.Currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
