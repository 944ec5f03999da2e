import type { CSSProperties, ReactNode } from 'react'
import type { UsageAnswer } from '#features/loyalty/loyalty-reports.contract.ts'
import type { UsageFigure } from '#features/loyalty/points-figures.rules.ts'
import { titleOfUsage } from '#features/loyalty/points-tables.rules.ts'
import { useTableSay } from '#features/reports/kit/screen/table-texts.part.ts'
import tile from '#features/reports/kit/screen/tile.module.css'
import { moneyText, numberText, percentText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { usageWords } from './usage-summary.messages.ts'

/** The figures one looks at first. */
export const UsageTiles = ({ answer: { Totals }, currency }: { answer: UsageAnswer; currency: string }) => {
  const say = useSay(usageWords)
  const { language } = useLanguage()
  const count = (value: number | null) => numberText(value ?? 0, language)
  const percent = (value: number | null) => (value === null ? '–' : percentText(value, language, false))
  return (
    <section className="figures" aria-label={say('figures')} ref={oneStop}>
      <Tile figure="ActiveCards" value={count(Totals.ActiveCards)} hero>
        {say('ofAllCards', { uses: count(Totals.Uses) })}
      </Tile>
      <Tile
        figure="MembersSales"
        value={Totals.MembersSales === null ? '–' : moneyText(Math.round(Totals.MembersSales), currency, language).replace(/\.00$/, '')}
      >
        {Totals.Share !== null && say('share', { share: percent(Totals.Share) })}
      </Tile>
      <Tile figure="Accrued" value={count(Totals.Accrued)}>
        {Totals.PointsPerDollar !== null && say('perDollar', { points: numberText(Totals.PointsPerDollar, language, 2) })}
      </Tile>
      <Tile figure="RedemptionRate" value={percent(Totals.RedemptionRate)}>
        {say('redeemedOf', { redeemed: count(Totals.Redeemed), accrued: count(Totals.Accrued) })}
      </Tile>
      <Tile figure="PointsLiability" value={count(Totals.PointsLiability)}>
        {say('atEnd')}
      </Tile>
    </section>
  )
}

const Tile = ({ figure, value, hero, children }: { figure: UsageFigure; value: string; hero?: boolean; children?: ReactNode }) => {
  const words = useTableSay()
  return (
    <div className={hero ? `${tile.tile} hero` : tile.tile} style={{ '--len': value.length } as CSSProperties}>
      <h2>{titleOfUsage(figure, words).replace(/ %$/, '')}</h2>
      <p className="fig">{value}</p>
      <span />
      <p className="delta">{children}</p>
    </div>
  )
}
