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
  /** The name of each point; some of them stand along the foot. */
  points: readonly string[]
  /** Index of the point that is still open. */
  now?: number | undefined
  compact: (value: number) => string
}

const MOST_MARKS = 8
/** Half the width of a character of a mark, so that the first and the last stay within the chart. */
const HALF_CHARACTER_EM = 0.3

/** Lines over time; what has no value is a gap and no zero. */
export const LineChart = ({ label, lines, points, now, compact }: LineChartProps) => {
  const most = Math.max(1, ...lines.flatMap(({ values }) => values.filter((value) => value !== null)))
  const least = Math.min(0, ...lines.flatMap(({ values }) => values.filter((value) => value !== null)))
  const ticks = ticksOf(most)
  const top = Math.max(most, ticks.at(-1) ?? most) * 1.04
  const scale: Scale = {
    x: (i) => ((i + 0.5) / points.length) * 100,
    y: (value) => 100 - ((value - least) / (top - least)) * 100,
  }
  const { x, y } = scale
  const every = Math.ceil(points.length / MOST_MARKS)
  const ends = endsOf(lines, scale)
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {[0, ...ticks].map((tick) => (
          <path key={tick} className={styles.grid} d={`M0 ${y(tick).toFixed(1)}H100`} />
        ))}
        {lines.map(({ name, values, look, dashed }) => (
          <path key={`${name} ${dashed}`} className={dashed ? `${LOOKS[look]} ${styles.dashed}` : LOOKS[look]} d={pathOf(values, scale)} />
        ))}
        {now !== undefined && <path className={styles.tick} d={`M${x(now).toFixed(2)} 0V100`} />}
      </svg>
      {ticks.map((tick) => (
        <span key={tick} className={styles.y} style={{ top: `${y(tick).toFixed(1)}%` }}>
          {compact(tick)}
        </span>
      ))}
      {ends.map(({ name, look, left, point }) => (
        <i key={name} className={`${styles.mark} ${LOOKS[look]}`} style={{ left: `${left}%`, top: `${point}%` }} />
      ))}
      {ends.map(({ name, end, left, top }) => (
        <b key={name} className={left > 60 ? `${styles.end} ${styles.before}` : styles.end} style={{ left: `${left}%`, top: `${top}%` }}>
          {name} <i>{end}</i>
        </b>
      ))}
      <p className={styles.x}>
        {points.map((point, i) => {
          const half = point.length * HALF_CHARACTER_EM
          return (
            i % every === 0 && (
              <span key={x(i)} className={i % (2 * every) === 0 ? undefined : styles.roomy} style={{ left: `clamp(${half}em, ${x(i)}%, 100% - ${half}em)` }}>
                {point}
              </span>
            )
          )
        })}
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

/** Where points are, in percent of the chart. Lines, marks and the words at their ends share it. */
interface Scale {
  x: (i: number) => number
  y: (value: number) => number
}

const LEAST_APART = 8

/** Where lines end, and the words there, none over another. */
const endsOf = (lines: readonly Line[], { x, y }: Scale) => {
  const ends = lines.flatMap(({ name, look, end, values }) => {
    const last = values.findLastIndex((value) => value !== null)
    if (end === undefined || last < 0) return []
    const point = y(values[last] as number)
    return [{ name, look, end, left: x(last), point, top: point }]
  })
  ends.sort((a, b) => b.top - a.top)
  return ends.map((one, i) => {
    const below = ends[i - 1]
    if (below) one.top = Math.min(one.top, below.top - LEAST_APART)
    return one
  })
}

/** A gap ends a line; a point between two gaps is a short one, so that it can be seen. */
const pathOf = (values: readonly (number | null)[], { x, y }: Scale): string =>
  values
    .map((value, i) => {
      if (value === null) return ''
      const at = `${x(i).toFixed(2)} ${y(value).toFixed(2)}`
      const alone = (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null
      return (values[i - 1] ?? null) === null ? `M${at}${alone ? 'h.6' : ''}` : `L${at}`
    })
    .join('')

/** Two to four round steps up to the highest value. */
export const ticksOf = (most: number): number[] => {
  const power = 10 ** Math.floor(Math.log10(most / 3))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= most / 4) ?? 10) * power
  return Array.from({ length: Math.floor(most / step) }, (_, i) => (i + 1) * step)
}
