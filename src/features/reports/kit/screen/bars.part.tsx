import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { Go, type Target } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import styles from './chart.module.css'
import { reportWords } from './report.messages.ts'

/** A period of a chart as it is drawn and said; its foot and its height in percent of the chart's. */
export interface DrawnBar {
  period: string
  value: number | null
  isOpen: boolean
  low: number
  height: number
  name: string
  written: string
  /** What it leads to; nothing where it leads nowhere. */
  change?: NonNullable<Target['change']>
}

interface BarProps {
  bar: DrawnBar
  /** Its column. */
  at: number
  /** Leads to its receipts by itself, where it is wide enough to be hit. */
  link: boolean
  /** The one that is read out. */
  picked: boolean
  children: ReactNode
}

export const Bar = ({ bar, at, link, picked, children }: BarProps) => {
  const style = { '--c': at, '--v': `${bar.height}%`, '--b': `${bar.low}%` } as CSSProperties
  const className = [styles.bar, bar.isOpen && styles.open, picked && styles.picked].filter(Boolean).join(' ')
  if (!link || !bar.change) {
    return (
      <span className={className} style={style} aria-hidden="true">
        {children}
      </span>
    )
  }
  return (
    <Go className={className} change={bar.change} aria-label={`${bar.name}, ${bar.written}`} style={style}>
      {children}
    </Go>
  )
}

interface BarReaderProps {
  /** What the chart shows. */
  label: string
  bars: readonly DrawnBar[]
  picked: number
  onPick: (at: number) => void
}

/**
 * Reads bars that are too narrow for a finger: one slider lies over all of them, so that a tap or a finger drawn across picks the bar under
 * it and the arrow keys go from one to the next. What is picked is said under the chart, and leads to its receipts.
 */
export const BarReader = ({ label, bars, picked, onPick }: BarReaderProps) => {
  const say = useSay(reportWords)
  const bar = bars[picked]
  if (!bar) return null
  return (
    <>
      <input
        className={styles.reader}
        type="range"
        min={0}
        max={bars.length - 1}
        value={picked}
        aria-label={label}
        aria-valuetext={`${bar.name}, ${bar.written}`}
        onChange={(event) => onPick(Number(event.target.value))}
      />
      <p className={styles.read}>
        {bar.value === null || !bar.change ? (
          <span>
            {bar.name} <b>{bar.written}</b>
          </span>
        ) : (
          <Go change={bar.change} aria-label={say('receiptsOf', { what: `${bar.name}, ${bar.written}` })}>
            {bar.name} <b>{bar.written}</b> <Icon name="right" />
          </Go>
        )}
      </p>
    </>
  )
}

/** The least width in pixels at which a bar can be hit with its neighbours left alone (WCAG 2.5.8), and what a chart's axis takes. */
const HITTABLE_PX = 24
const AXIS_PX = 44

/** Whether so many bars are wide enough to be hit one by one where the chart stands now. */
export const useRoomFor = (chart: RefObject<HTMLElement | null>, bars: number): boolean => {
  const needed = bars === 0 ? 0 : bars * HITTABLE_PX + AXIS_PX
  // A good guess until it is measured: what the window has beside the menu.
  const [width, setWidth] = useState(() => (innerWidth < 768 ? innerWidth : innerWidth - 344))
  useLayoutEffect(() => {
    if (needed === 0 || !chart.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.borderBoxSize[0]?.inlineSize ?? 0))
    observer.observe(chart.current)
    return () => observer.disconnect()
  }, [chart, needed])
  return width >= needed
}

/** The bar that is read out: the one picked, the highest until then. Other periods or figures begin anew. */
export const usePicked = (bars: readonly DrawnBar[]): [number, (at: number) => void] => {
  const [picked, setPicked] = useState<string>()
  const at = bars.findIndex(({ period }) => period === picked)
  const highest = bars.reduce((best, { value }, i) => ((value ?? 0) > (bars[best]?.value ?? 0) ? i : best), 0)
  return [at >= 0 ? at : highest, (next) => setPicked(bars[next]?.period)]
}
