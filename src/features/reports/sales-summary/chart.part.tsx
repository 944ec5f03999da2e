import { memo, useRef } from 'react'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { useSay } from '#ui/language.tsx'
import { Bar, BarReader, type DrawnBar, usePicked, useRoomFor } from './bars.part.tsx'
import styles from './chart.module.css'
import type { SalesAnswer } from './sales-summary.contract.ts'

interface ChartProps {
  answer: SalesAnswer
  figure: FigureName
  currency: string
  label: string
  /** Stands on its table, column by column; otherwise it names its periods itself. */
  standing: boolean
}

/** More days are of several months. */
const DAYS_OF_ONE_MONTH = 31

/** Bars for the range, hatched while unfinished; what it is compared with as a dashed step over them. */
export const Chart = memo(({ answer, figure, currency, label, standing }: ChartProps) => {
  const say = useSay(reportWords)
  const sayTable = useSay(tableWords)
  const { plain, compact } = useFigureText(currency)
  const period = usePeriodText(answer.Interval)
  const { Periods, Totals, Compare } = answer
  const isDated = answer.Interval === 'day' && Periods.length > DAYS_OF_ONE_MONTH
  const under = isDated ? period.dated : period.short
  const values = Periods.map(({ State }, i) => (State === 'to-come' ? null : (Totals.ByPeriod[figure][i] ?? null)))
  const bases = Compare ? Periods.map(({ State }, i) => (State === 'to-come' ? null : (Compare.Totals.ByPeriod[figure][i] ?? null))) : []
  const scale = scaleOf([...values, ...bases].filter((value) => value !== null))
  const crowded = Periods.length > 14
  const every = crowded ? Math.ceil(Periods.length / 12) : 1
  const isLong = isDated || (crowded && (answer.Interval === 'week' || answer.Interval === 'month'))
  const bars = Periods.map(({ Period, State }, i): DrawnBar => {
    const value = values[i] ?? null
    const [low, high] = [scale.at(Math.min(0, value ?? 0)), scale.at(Math.max(0, value ?? 0))]
    return {
      period: Period,
      value,
      isOpen: State === 'open',
      low,
      height: high - low,
      name: period.long(Period),
      written: value === null ? '–' : plain(figure, value),
      change: { drill: writeDrill({ period: Period, figure }), receipt: undefined },
    }
  })
  const chart = useRef<HTMLElement>(null)
  const isRoomy = useRoomFor(chart, standing ? 0 : Periods.length)
  const [picked, setPicked] = usePicked(bars)
  return (
    <figure className={standing ? styles.chart : `${styles.chart} ${styles.alone}`} aria-label={label} ref={chart}>
      <p className={styles.axis} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${scale.at(tick)}%` }}>
            {tick === 0 ? '' : compact(figure, tick)}
          </span>
        ))}
      </p>
      {bars.map((bar, i) => (
        <Bar key={bar.period} bar={bar} at={standing ? i + 2 : i + 1} link={isRoomy} picked={!isRoomy && i === picked}>
          {!crowded && bar.value !== null && bar.value !== 0 && <b>{compact(figure, bar.value)}</b>}
          {/* On a phone there is room for half of those that have their month, or their year. */}
          <small className={isLong && i % (2 * every) !== 0 ? styles.roomy : undefined} hidden={i % every !== 0}>
            {under(bar.period)}
          </small>
        </Bar>
      ))}
      {Compare && <Steps bases={bases} at={scale.at} />}
      <p className={styles.key}>
        <span>{say('thisRange')}</span>
        {Compare && Compare.Kind !== 'none' && <span className={styles.before}>{sayTable(`row.${Compare.Kind}`)}</span>}
      </p>
      {!isRoomy && <BarReader label={label} bars={bars} picked={picked} onPick={setPicked} />}
    </figure>
  )
})

/** The reference as a stair, so that each step lies over its own bar. */
const Steps = ({ bases, at }: { bases: readonly (number | null)[]; at: (value: number) => number }) => {
  const drawn = bases.reduce<{ path: string; up: boolean }>(
    ({ path, up }, base, i) => {
      if (base === null) return { path, up: false }
      const y = (100 - at(base)).toFixed(2)
      return { path: `${path}${up ? `V${y}` : `M${i} ${y}`}H${i + 1}`, up: true }
    },
    { path: '', up: false },
  )
  if (!drawn.path) return null
  return (
    <svg viewBox={`0 0 ${bases.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.case} d={drawn.path} />
      <path d={drawn.path} />
    </svg>
  )
}

/** An axis of two to four round ticks that leaves room above the highest bar for its figure. */
const scaleOf = (values: readonly number[]) => {
  const most = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  const span = most - least || 1
  const rough = span / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const top = most + span * 0.12
  const bottom = least < 0 ? least - span * 0.08 : 0
  const first = Math.ceil(bottom / step)
  const ticks = Array.from({ length: Math.floor(top / step) - first + 1 }, (_, i) => (first + i) * step).filter((tick) => tick !== 0 || bottom < 0)
  return { ticks, at: (value: number) => ((value - bottom) / (top - bottom)) * 100 }
}
