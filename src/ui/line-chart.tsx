import type { CSSProperties } from 'react'
import styles from './line-chart.module.css'

export interface Line {
  name: string
  values: readonly (number | null)[]
  /** One of the three series, or dashed behind them. */
  look: 's1' | 's2' | 's3' | 'before'
  /** Dashed in its own colour: what another line of this look is held against. */
  dashed?: boolean
  /** What stands at its last point; dashed lines have nothing there. */
  end?: string
}

const LOOKS: Record<Line['look'], string | undefined> = { s1: styles.s1, s2: styles.s2, s3: styles.s3, before: styles.before }

interface LineChartProps {
  /** What the chart shows, for those who cannot see it; the same figures stand in a table beside it. */
  label: string
  lines: readonly Line[]
  /** Names of some points along the foot, evenly spread. */
  marks: readonly string[]
  /** Where now is, as a part of the width. */
  now?: number | undefined
  compact: (value: number) => string
}

/** Lines over time; what has no value is a gap and no zero. */
export const LineChart = ({ label, lines, marks, now, compact }: LineChartProps) => {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values.filter((value) => value !== null)))
  const least = Math.min(0, ...lines.flatMap(({ values }) => values.filter((value) => value !== null)))
  const ticks = ticksOf(most)
  const top = Math.max(most, ticks.at(-1) ?? most) * 1.04
  const y = (value: number) => 100 - ((value - least) / (top - least)) * 100
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {[0, ...ticks].map((tick) => (
          <path key={tick} className={styles.grid} d={`M0 ${y(tick).toFixed(1)}H100`} />
        ))}
        {lines.map(({ name, values, look, dashed }) => (
          <path key={`${name} ${dashed}`} className={dashed ? `${LOOKS[look]} ${styles.dashed}` : LOOKS[look]} d={pathOf(values, y)} />
        ))}
        {now !== undefined && <path className={styles.tick} d={`M${(now * 100).toFixed(1)} 0V100`} />}
      </svg>
      {ticks.map((tick) => (
        <span key={tick} className={styles.y} style={{ top: `${y(tick).toFixed(1)}%` }}>
          {compact(tick)}
        </span>
      ))}
      {endsOf(lines, y).map(({ name, look, left, point }) => (
        <i key={name} className={`${styles.mark} ${LOOKS[look]}`} style={{ left: `${left}%`, top: `${point}%` }} />
      ))}
      {endsOf(lines, y).map(({ name, end, left, top }) => (
        <b key={name} className={left > 60 ? `${styles.end} ${styles.before}` : styles.end} style={{ left: `${left}%`, top: `${top}%` }}>
          {name} <i>{end}</i>
        </b>
      ))}
      <p className={styles.x} style={{ '--marks': marks.length } as CSSProperties}>
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </p>
    </div>
  )
}

/** Which line is which. */
export const LineKey = ({ lines }: Pick<LineChartProps, 'lines'>) => (
  <p className={`note ${styles.key}`}>
    {lines.map(({ name, look }) => (
      <span key={name} className={LOOKS[look]}>
        {name}
      </span>
    ))}
  </p>
)

const LEAST_APART = 8

/** Where lines end, and the words there, none over another. */
const endsOf = (lines: readonly Line[], y: (value: number) => number) => {
  const ends = lines.flatMap(({ name, look, end, values }) => {
    const last = values.findLastIndex((value) => value !== null)
    if (end === undefined || last < 0) return []
    const point = y(values[last] as number)
    return [{ name, look, end, left: (last / Math.max(1, values.length - 1)) * 100, point, top: point }]
  })
  ends.sort((a, b) => b.top - a.top)
  return ends.map((one, i) => {
    const below = ends[i - 1]
    if (below) one.top = Math.min(one.top, below.top - LEAST_APART)
    return one
  })
}

/** A gap ends a line; a point between two gaps is a short one, so that it can be seen. */
const pathOf = (values: readonly (number | null)[], y: (value: number) => number): string => {
  const step = 100 / Math.max(1, values.length - 1)
  return values
    .map((value, i) => {
      if (value === null) return ''
      const at = `${(i * step).toFixed(2)} ${y(value).toFixed(2)}`
      const alone = (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null
      return (values[i - 1] ?? null) === null ? `M${at}${alone ? 'h.6' : ''}` : `L${at}`
    })
    .join('')
}

/** Two to four round steps up to the highest value. */
export const ticksOf = (most: number): number[] => {
  const power = 10 ** Math.floor(Math.log10(most / 3))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= most / 4) ?? 10) * power
  return Array.from({ length: Math.floor(most / step) }, (_, i) => (i + 1) * step)
}
