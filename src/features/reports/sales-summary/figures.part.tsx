import { memo } from 'react'
import type { Comparison } from '#features/reports/kit/comparison.rules.ts'
import { changeOf, type FigureName, POLARITY } from '#features/reports/kit/figures.rules.ts'
import { noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { TileFigure, useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { NoDataBefore } from '#features/reports/kit/screen/no-data.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import tile from '#features/reports/kit/screen/tile.module.css'
import { Why } from '#features/reports/kit/screen/why.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { percentText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { Spark } from '#ui/spark.tsx'
import type { SalesAnswer } from './sales-summary.contract.ts'
import { goesOn } from './sales-table.rules.ts'

const TILES = ['Net', 'Customers', 'AverageSpend', 'GrossProfitPercent', 'Discounts'] as const satisfies readonly FigureName[]

interface Props {
  answer: SalesAnswer
  currency: string
  time: string
}

/** The figures one looks at first; each leads to its receipts. */
export const FigureRow = memo(({ answer, currency, time }: Props) => {
  const say = useSay(reportWords)
  return (
    <section className="figures" aria-label={say('figures')} ref={oneStop}>
      {TILES.map((figure, i) => (
        <Tile key={figure} figure={figure} hero={i === 0} answer={answer} currency={currency} time={time} />
      ))}
    </section>
  )
})

const Tile = ({ figure, hero, answer, currency, time }: Props & { figure: FigureName; hero: boolean }) => {
  const sayFigure = useSay(tableWords)
  const { Totals, Compare, Locations } = answer
  const value = Totals[figure]
  const unknown = noDataBefore(Compare?.Ranges, Locations)
  const change = unknown ? undefined : changeOf(figure, value, Compare?.Totals[figure], Compare?.Totals.Sales)
  return (
    <div className={hero ? `${tile.tile} hero` : tile.tile}>
      <h2>
        <Go change={{ drill: writeDrill({ figure }), receipt: undefined }}>{sayFigure(figure)}</Go>
        {change && POLARITY[figure] === 'more-is-worse' && <Verdict verdict={change.verdict} />}
        <Why figure={figure} figures={Totals} currency={currency} time={time} />
      </h2>
      <TileFigure figure={figure} value={value} currency={currency} />
      <Course figure={figure} answer={answer} />
      {unknown ? (
        <NoDataBefore day={unknown} />
      ) : Compare ? (
        <Delta figure={figure} change={change} answer={answer} kind={Compare.Kind} currency={currency} />
      ) : null}
    </div>
  )
}

const Verdict = ({ verdict }: { verdict: 'good' | 'bad' | 'neutral' }) => {
  const say = useSay(reportWords)
  if (verdict === 'neutral') return null
  return <em className={verdict}> {say(verdict === 'good' ? 'better' : 'worse')}</em>
}

interface DeltaProps {
  figure: FigureName
  change: ReturnType<typeof changeOf>
  kind: Comparison
  currency: string
  answer: SalesAnswer
}

/** What a target is called whose days are not over. */
const openTarget = (kind: Comparison, answer: SalesAnswer) => {
  if (kind !== 'target' || answer.Periods.every(({ State }) => State === 'closed')) return undefined
  return goesOn(answer) ? 'onTargetSoFar' : 'onWholeTarget'
}

const Delta = ({ figure, change, kind, currency, answer }: DeltaProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { tileChange } = useFigureText(currency)
  if (!change) return <p className="delta">{kind === 'target' ? say('noTarget') : '–'}</p>
  const base = kind === 'none' ? '' : say(openTarget(kind, answer) ?? 'onBase', { what: say(`on.${kind}`) })
  return (
    <p className={`delta ${change.verdict}`}>
      {change.difference !== 0 && <Icon name={change.difference > 0 ? 'up' : 'down'} />}
      <b>{change.difference === 0 ? say('same') : tileChange(figure, change.difference)}</b>{' '}
      {change.isNew
        ? say('new')
        : figure !== 'GrossProfitPercent' && change.ratio !== undefined && change.difference !== 0
          ? percentText(change.ratio, language)
          : ''}
      <span className={tile.base}> {base}</span>
    </p>
  )
}

/** The figure over the periods that have come, and the same of what it is compared with. */
const Course = ({ figure, answer: { Periods, Totals, Compare } }: { figure: FigureName; answer: SalesAnswer }) => {
  const come = Periods.filter(({ State }) => State !== 'to-come').length
  const before = Compare?.Totals.ByPeriod[figure].slice(0, come)
  return (
    <Spark now={Totals.ByPeriod[figure].slice(0, come)} periods={Periods.length} isOpen={Periods[come - 1]?.State === 'open'} {...(before ? { before } : {})} />
  )
}
