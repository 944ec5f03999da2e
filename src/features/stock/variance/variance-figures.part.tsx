import type { CSSProperties, ReactNode } from 'react'
import tile from '#features/reports/kit/screen/tile.module.css'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { percentText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import type { StockVarianceAnswer } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'

/** What all products differ by in money: both ways, and each way by itself. */
export const VarianceFigures = ({ answer: { Totals, Currency } }: { answer: StockVarianceAnswer }) => {
  const say = useSay(varianceWords)
  const text = useStockText(Currency)
  const { language } = useLanguage()
  const money = (value: number | null) => (value === null ? '–' : text.sum(value))
  return (
    <section className="figures" aria-label={say('figures')} ref={oneStop}>
      <Tile title={say('netVariance')} value={money(Totals.VarianceCost)} hero>
        {Totals.VariancePercent !== null && say('ofUse', { percent: percentText(Totals.VariancePercent / 100, language) })}
      </Tile>
      <Tile title={say('missing')} value={money(Totals.Missing)} />
      <Tile title={say('found')} value={money(Totals.Found)} />
      <Tile title={say('theoretical')} value={money(Totals.TheoreticalCost)}>
        {say.count('compared', Totals.Products)}
        {Totals.WithoutCost > 0 && <> · {say('withoutCost', { n: Totals.WithoutCost })}</>}
      </Tile>
    </section>
  )
}

const Tile = ({ title, value, hero, children }: { title: string; value: string; hero?: boolean; children?: ReactNode }) => (
  <div className={hero ? `${tile.tile} hero` : tile.tile} style={{ '--len': value.length } as CSSProperties}>
    <h2>{title}</h2>
    <p className="fig">{value}</p>
    <span />
    <p className="delta">{children}</p>
  </div>
)
