import type { CSSProperties } from 'react'
import { ticksOf } from '#ui/line-chart.tsx'
import styles from './forecast.module.css'

/** A day of the chart; one without a figure is a gap. */
export interface BandDay {
  weekday: string
  /** The day of the month. */
  mark: string
  isHoliday: boolean
  value: number | null
  low: number | null
  high: number | null
}

interface BandChartProps {
  /** What the chart shows, for those who cannot see it; the same figures stand in a table beside it. */
  label: string
  days: readonly BandDay[]
  /** What there is of the first day. */
  soFar: number | null
  /** Drawn dashed: the naive method. */
  isNaive: boolean
  compact: (value: number) => string
}

/** What is expected of each day as a line, within the range it usually comes to. */
export const BandChart = ({ label, days, soFar, isNaive, compact }: BandChartProps) => {
  const most = Math.max(1, soFar ?? 0, ...days.map(({ high }) => high ?? 0))
  const ticks = ticksOf(most)
  const y = (value: number) => (100 - (value / (most * 1.04)) * 100).toFixed(2)
  const x = (i: number) => (((i + 0.5) / days.length) * 100).toFixed(2)
  const known = days.flatMap(({ value, low, high }, i) => (value === null || low === null || high === null ? [] : [{ i, value, low, high }]))
  const points = (of: (day: (typeof known)[number]) => number) => known.map((day) => `${x(day.i)} ${y(of(day))}`)
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {[0, ...ticks].map((tick) => (
          <path key={tick} className={styles.grid} d={`M0 ${y(tick)}H100`} />
        ))}
        <path className={styles.band} d={`M${[...points(({ high }) => high), ...points(({ low }) => low).reverse()].join('L')}Z`} />
        <path className={isNaive ? `${styles.line} ${styles.naive}` : styles.line} d={`M${points(({ value }) => value).join('L')}`} />
        {soFar !== null && <path className={styles.soFar} d={`M${x(0)} ${y(0)}V${y(soFar)}`} />}
      </svg>
      {ticks.map((tick) => (
        <span key={tick} className={styles.tick} style={{ top: `${y(tick)}%` }}>
          {compact(tick)}
        </span>
      ))}
      <p className={styles.marks} style={{ '--days': days.length } as CSSProperties}>
        {days.map(({ weekday, mark, isHoliday }) => (
          <span key={mark} className={isHoliday ? styles.holiday : undefined}>
            {weekday}
            <br />
            {mark}
          </span>
        ))}
      </p>
    </div>
  )
}

/** What the line, the band and the bar are. */
export const BandKey = ({ line, band, soFar, isNaive }: { line: string; band: string; soFar: string; isNaive: boolean }) => (
  <p className={`note ${styles.key}`}>
    <span className={isNaive ? `${styles.keyLine} ${styles.keyNaive}` : styles.keyLine}>{line}</span>
    <span className={styles.keyBand}>{band}</span>
    <span className={styles.keySoFar}>{soFar}</span>
  </p>
)
