import { useState } from 'react'
import type { UsageAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import type { UsageFigure } from '#features/loyalty/points-figures.rules.ts'
import { titleOfUsage } from '#features/loyalty/points-tables.rules.ts'
import ledger from '#features/reports/kit/screen/ledger.module.css'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import { useTableSay } from '#features/reports/kit/screen/table-texts.part.ts'
import { moneyText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type Line, LineChart, LineKey } from '#ui/line-chart.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { usageWords } from './usage-summary.messages.ts'

const LINES = ['ActiveCards', 'Uses', 'MembersSales', 'PointsLiability'] as const satisfies readonly UsageFigure[]
const SERIES = ['s1', 's2', 's3'] as const

/** One figure over time: a line for each location where there are three at most, else one for all. */
export const UsageCourse = ({ answer }: { answer: UsageAnswer }) => {
  const say = useSay(usageWords)
  const words = useTableSay()
  const { language } = useLanguage()
  const [figure, setFigure] = useState<(typeof LINES)[number]>('ActiveCards')
  const unit = answer.Interval ?? 'day'
  const period = usePeriodText(unit)
  const { Periods, Locations, Totals } = answer
  if (Periods.length < 2) return null
  const lines: Line[] =
    Locations.length > SERIES.length
      ? [{ name: titleOfUsage(figure, words), values: Totals.ByPeriod?.[figure] ?? [], look: 's1' }]
      : Locations.map(({ Name, ByPeriod }, i) => ({ name: Name, values: ByPeriod?.[figure] ?? [], look: SERIES[i] ?? 's1' }))
  return (
    <section className={ledger.ledger}>
      <div className="bar-head">
        <h2>{say('course')}</h2>
        <Segmented label={say('line')} value={figure} options={LINES.map((value) => ({ value, label: titleOfUsage(value, words) }))} onChange={setFigure} />
      </div>
      <LineChart
        label={say('lineOf', { figure: titleOfUsage(figure, words), unit: say(`unit.${unit}`) })}
        lines={lines}
        points={Periods.map(({ Period }) => (unit === 'day' ? period.dated(Period) : period.short(Period)))}
        compact={(value) => moneyText(value, 'AUD', language, 'compact')}
      />
      <LineKey lines={lines} />
    </section>
  )
}
