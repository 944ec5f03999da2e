import { type CSSProperties, useEffect, useRef } from 'react'
import { useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { Bar, BarReader, type DrawnBar, usePicked, useRoomFor } from './bars.part.tsx'
import styles from './chart.module.css'
import { reportWords } from './report.messages.ts'

/** A period of a chart. */
export interface ChartPeriod {
  period: string
  /** null: still to come. */
  value: number | null
  /** What it is compared with. */
  base?: number | null
  isOpen: boolean
  /** Its name in a sentence, and under its bar. */
  name: string
  under: string
  written: string
  change?: DrawnBar['change']
}

/** Widths in pixels, separated by spaces, of all columns of the table that a chart stands on: a name, then the periods, then sums. */
export type ChartColumns = string | undefined

interface BarChartProps {
  label: string
  periods: readonly ChartPeriod[]
  /** What the periods are compared with; nothing where they are not. */
  before?: string | undefined
  compact: (value: number) => string
  /** Names under the bars are long, so that a phone has room for half of them. */
  isLong: boolean
  /** If absent, the chart stands alone and names its periods itself. */
  columns?: ChartColumns
}

/** Bars over a range, hatched while unfinished; what it is compared with as a dashed step over them. */
export const BarChart = ({ label, periods, before, compact, isLong, columns }: BarChartProps) => {
  const say = useSay(reportWords)
  const widths = columns?.split(' ').map(Number)
  const standing = widths !== undefined
  const scale = scaleOf(periods.flatMap(({ value, base }) => [value, base ?? null]).filter((value) => value !== null))
  const crowded = periods.length > 14
  const every = crowded ? Math.ceil(periods.length / 12) : 1
  const bars = periods.map((one): DrawnBar => {
    const [low, high] = [scale.at(Math.min(0, one.value ?? 0)), scale.at(Math.max(0, one.value ?? 0))]
    return { ...one, low, height: high - low }
  })
  const chart = useRef<HTMLElement>(null)
  useEffect(() => oneStop(chart.current), [])
  const isRoomy = useRoomFor(chart, standing ? 0 : periods.length)
  const [picked, setPicked] = usePicked(bars)
  return (
    <figure
      className={standing ? styles.chart : `${styles.chart} ${styles.alone}`}
      style={widths && ({ '--cols': widths.map((width) => `minmax(0, ${width}fr)`).join(' '), '--width': sum(widths) } as CSSProperties)}
      aria-label={label}
      ref={chart}
    >
      <p className={styles.axis} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${scale.at(tick)}%` }}>
            {tick === 0 ? '' : compact(tick)}
          </span>
        ))}
      </p>
      {bars.map((bar, i) => (
        <Bar key={bar.period} bar={bar} at={standing ? i + 2 : i + 1} link={isRoomy} picked={!isRoomy && i === picked}>
          {!crowded && bar.value !== null && bar.value !== 0 && <b>{compact(bar.value)}</b>}
          {/* On a phone there is room for half of those that have their month, or their year. */}
          <small className={isLong && i % (2 * every) !== 0 ? styles.roomy : undefined} hidden={i % every !== 0}>
            {periods[i]?.under}
          </small>
        </Bar>
      ))}
      {before !== undefined && <Steps bases={periods.map(({ base }) => base ?? null)} widths={widths?.slice(1)} at={scale.at} />}
      <p className={styles.key}>
        <span>{say('thisRange')}</span>
        {before && <span className={styles.before}>{before}</span>}
      </p>
      {!isRoomy && <BarReader label={label} bars={bars} picked={picked} onPick={setPicked} />}
    </figure>
  )
}

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0)

/** The reference as a stair: each step spans the column of its bar. */
const Steps = ({ bases, widths, at }: { bases: readonly (number | null)[]; widths: readonly number[] | undefined; at: (value: number) => number }) => {
  const edge = (i: number) => (widths ? sum(widths.slice(0, i)) : i)
  const drawn = bases.reduce<{ path: string; up: boolean }>(
    ({ path, up }, base, i) => {
      if (base === null) return { path, up: false }
      const y = (100 - at(base)).toFixed(2)
      return { path: `${path}${up ? `V${y}` : `M${edge(i)} ${y}`}H${edge(i + 1)}`, up: true }
    },
    { path: '', up: false },
  )
  if (!drawn.path) return null
  return (
    <svg viewBox={`0 0 ${edge(bases.length)} 100`} preserveAspectRatio="none" aria-hidden="true">
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
