import { useMemo } from 'react'
import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import { comparableBase } from '#features/reports/kit/no-data.rules.ts'
import { BarChart, type ChartPeriod } from '#features/reports/kit/screen/bar-chart.part.tsx'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { RankBars } from '#features/reports/kit/screen/rank-bars.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { useSay } from '#ui/language.tsx'
import { comparedIn, figureIn, hasSeries, rowTitle } from './breakdown-table.rules.ts'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'

interface ChartProps {
  answer: AnyBreakdown
  currency: string
  /** What the figure is called. */
  title: string
  isDetail: boolean
}

/** The first rows as bars; in detail all rows together over the periods. */
export const BreakdownChart = ({ isDetail, ...props }: ChartProps) =>
  isDetail && hasSeries(props.answer) ? <OverPeriods {...props} /> : <TopRows {...props} />

const TOP = 8

const TopRows = ({ answer, currency, title }: Omit<ChartProps, 'isDetail'>) => {
  const say = useSay(reportWords)
  const sayRow = useSay(breakdownWords)
  const sayTable = useSay(tableWords)
  const { plain } = useFigureText(currency)
  const { Totals, Figure } = answer
  const compare = comparedWith(answer)
  const rows = useMemo(() => ranked(answer), [answer])
  if (rows.length < 2) return null
  // A single one beyond them has its own name.
  const shown = rows.length === TOP + 1 ? TOP + 1 : TOP
  const top = rows.slice(0, shown)
  const others = rows.slice(shown)
  const rest = (comparedIn(answer, Totals) ?? 0) - top.reduce((sum, { value }) => sum + value, 0)
  return (
    <RankBars
      label={say('chartOf', { figure: title, n: top.length })}
      bars={top.map(({ row, ...bar }) => ({ key: String(row.Key), name: rowTitle(row, answer, sayRow), written: plain(Figure, bar.value), ...bar }))}
      rest={others.length > 0 && rest > 0 ? { key: 'rest', name: say('others', { n: others.length }), value: rest, written: plain(Figure, rest) } : undefined}
      before={compare ? sayTable(`row.${compare.Kind}`) : undefined}
    />
  )
}

/** What the range can be compared with: nothing before the first sale. */
const comparedWith = ({ Compare, Locations }: AnyBreakdown) => comparableBase(Compare, Compare, Locations) ?? undefined

/** The rows by what they are compared by, the largest first. */
const ranked = (answer: AnyBreakdown) => {
  const compare = comparedWith(answer)
  return answer.Totals.Rows.map((row, i) => {
    const base = compare?.Totals.Rows[i]
    return { row, value: comparedIn(answer, row) ?? 0, base: base ? comparedIn(answer, base) : null }
  })
    .filter(({ value }) => value !== 0)
    .sort((a, b) => b.value - a.value)
}

const OverPeriods = ({ answer, currency, title }: Omit<ChartProps, 'isDetail'>) => {
  const sayTable = useSay(tableWords)
  const { plain, compact } = useFigureText(currency)
  const period = usePeriodText(answer.Interval)
  const { Totals, Periods, Figure, Interval } = answer
  const compare = comparedWith(answer)
  const series = (of: AnyBreakdown['Totals'] | undefined) => (of?.ByPeriod as Partial<Record<string, readonly (number | null)[]>> | null | undefined)?.[Figure]
  const [now, before] = [series(Totals), series(compare?.Totals as AnyBreakdown['Totals'] | undefined)]
  const periods = Periods.map(({ Period, State }, i): ChartPeriod => {
    const value = State === 'to-come' ? null : (now?.[i] ?? null)
    return {
      period: Period,
      value,
      base: State === 'to-come' ? null : (before?.[i] ?? null),
      isOpen: State === 'open',
      name: period.long(Period),
      under: Interval === 'day' && Periods.length > 31 ? period.dated(Period) : period.short(Period),
      written: value === null ? '–' : plain(Figure, value),
    }
  })
  return (
    <BarChart
      label={title}
      periods={periods}
      before={before && compare ? sayTable(`row.${compare.Kind}`) : undefined}
      compact={(value) => compact(Figure, value)}
      isLong={Periods.length > 14 && Interval !== 'hour'}
    />
  )
}

/** Whether there is a figure to be drawn. */
export const isDrawn = ({ Totals, Figure }: AnyBreakdown): boolean => figureIn(Totals, Figure) !== null
