import type { ReactNode } from 'react'
import { changeOf, type FigureName } from '#features/reports/kit/figures.rules.ts'
import { daysBack, noDataBefore } from '#features/reports/kit/no-data.rules.ts'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { TileFigure, useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { NoDataBefore } from '#features/reports/kit/screen/no-data.part.tsx'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import tiles from '#features/reports/kit/screen/tile.module.css'
import { Why } from '#features/reports/kit/screen/why.part.tsx'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { numberText, percentText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import type { DailyAnswer } from './daily-sales.contract.ts'
import { dailyWords } from './daily-sales.messages.ts'
import styles from './day-figures.module.css'

interface Props {
  answer: DailyAnswer
  currency: string
  time: string
}

/** What the days came to, how many of them traded, and what one of those brings. */
export const DayFigures = ({ answer: { Totals, Days, FromDate, Locations }, currency, time }: Props) => {
  const goesOn = Days.some(({ State }) => State !== 'closed')
  const say = useSay(dailyWords)
  const sayReport = useSay(reportWords)
  const sayFigure = useSay(tableWords)
  const { language } = useLanguage()
  const tile = (figure: FigureName, beneath: ReactNode, hero = false) => (
    <div className={hero ? `${tiles.tile} hero` : tiles.tile}>
      <h2>
        <Go change={{ drill: writeDrill({ figure }), receipt: undefined }}>{sayFigure(figure)}</Go>
        <Why figure={figure} figures={Totals} currency={currency} time={time} />
      </h2>
      <TileFigure figure={figure} value={Totals[figure]} currency={currency} />
      <span />
      <div className="delta">{beneath}</div>
    </div>
  )
  return (
    <section className={`figures ${styles.figures}`} aria-label={sayReport('figures')} ref={oneStop}>
      {tile(
        'Net',
        <>
          {(['LastWeek', 'LastYear'] as const).map((base) => {
            const unknown = noDataBefore(daysBack(FromDate, base).Ranges, Locations)
            if (unknown) return <NoDataBefore key={base} day={unknown} />
            return <Delta key={base} now={Totals} base={Totals[base]} currency={currency} words={say(base === 'LastWeek' ? 'onWeek' : 'onYear')} />
          })}
          {Totals.Target !== null && (
            <Delta
              now={Totals}
              base={{ Net: Totals.Target, Sales: null }}
              currency={currency}
              words={say(goesOn ? (Days.length === 1 ? 'targetOpen' : 'targetSoFar') : 'onTarget')}
            />
          )}
        </>,
        true,
      )}
      <div className={tiles.tile}>
        <h2>{say('tradingTile')}</h2>
        <p className="fig">{numberText(Totals.TradingDays, language)}</p>
        <span />
        <p className="delta">{say('tradingOf', { n: Totals.CalendarDays })}</p>
      </div>
      <div className={tiles.tile}>
        <h2>{say('averageDay')}</h2>
        <TileFigure figure="Net" value={Totals.Average.Net} currency={currency} />
        <span />
        <p className="delta" />
      </div>
      {tile('Customers', null)}
      {tile('AverageSpend', null)}
    </section>
  )
}

interface DeltaProps {
  now: { Net: number | null }
  base: { Sales: number | null; Net: number | null }
  currency: string
  words: string
}

const Delta = ({ now, base, currency, words }: DeltaProps) => {
  const say = useSay(reportWords)
  const { language } = useLanguage()
  const { tileChange } = useFigureText(currency)
  const change = changeOf('Net', now.Net, base.Net, base.Sales)
  if (!change) return null
  return (
    <p className={change.verdict}>
      {change.difference !== 0 && <Icon name={change.difference > 0 ? 'up' : 'down'} />}{' '}
      <b>{change.difference === 0 ? say('same') : tileChange('Net', change.difference)}</b>{' '}
      {change.isNew ? say('new') : change.ratio !== undefined && change.difference !== 0 ? percentText(change.ratio, language) : ''}{' '}
      <span className={tiles.base}>{words}</span>
    </p>
  )
}
