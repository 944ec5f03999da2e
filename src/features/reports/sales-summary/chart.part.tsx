import { memo } from 'react'
import type { FigureName } from '#features/reports/kit/figures.rules.ts'
import { BarChart, type ChartColumns, type ChartPeriod } from '#features/reports/kit/screen/bar-chart.part.tsx'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { useSay } from '#ui/language.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'

interface ChartProps {
  answer: SalesAnswer
  figure: FigureName
  currency: string
  label: string
  columns?: ChartColumns
}

/** More days are of several months. */
const DAYS_OF_ONE_MONTH = 31

/** The figure over the range, each bar leading to its receipts. */
export const Chart = memo(({ answer, figure, currency, label, columns }: ChartProps) => {
  const sayTable = useSay(tableWords)
  const { plain, compact } = useFigureText(currency)
  const period = usePeriodText(answer.Interval)
  const { Periods, Totals, Compare, Interval } = answer
  const isDated = Interval === 'day' && Periods.length > DAYS_OF_ONE_MONTH
  const under = isDated ? period.dated : period.short
  const periods = Periods.map(({ Period, State }, i): ChartPeriod => {
    const come = <T,>(value: T): T | null => (State === 'to-come' ? null : value)
    const value = come(Totals.ByPeriod[figure][i] ?? null)
    return {
      period: Period,
      value,
      base: come(Compare?.Totals.ByPeriod[figure][i] ?? null),
      isOpen: State === 'open',
      name: period.long(Period),
      under: under(Period),
      written: value === null ? '–' : plain(figure, value),
      change: { drill: writeDrill({ period: Period, figure }), receipt: undefined },
    }
  })
  return (
    <BarChart
      label={label}
      periods={periods}
      before={Compare ? (Compare.Kind === 'none' ? '' : sayTable(`row.${Compare.Kind}`)) : undefined}
      compact={(value) => compact(figure, value)}
      isLong={isDated || (Periods.length > 14 && (Interval === 'week' || Interval === 'month'))}
      columns={columns}
    />
  )
})
