import type { ReactNode } from 'react'
import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import { Nil } from '#ui/data-table.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { exciseWords } from './excise.messages.ts'
import { spanSum } from './excise-items.rules.ts'
import { useExciseText } from './excise-text.part.ts'
import type { ExcisesAnswer } from './excises.contract.ts'
import styles from './excises.module.css'

/** Duty as lines and as a return add it up, litres of alcohol, and what is not counted; each leads to its part of the page. */
export const ExciseFigures = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useExciseText(answer.Currency)
  const { Basis, Currency, LineSum, ReturnSum, Rounding, Spans, Missing } = answer
  const products = new Set(answer.Items.flatMap((item) => item.Products.map(({ Plu }) => Plu))).size
  const without = Missing.reduce((sum, { Quantity }) => sum + Quantity, 0)
  return (
    <section className={`figures ${styles.figures}`} aria-label={say('figures')} ref={oneStop}>
      <Tile to="return" title={say(Basis === 'sold' ? 'dutyInside' : 'dutyBought')} hero under={say.count('lineSumOf', products)}>
        {LineSum.Duty === null ? <Nil /> : <BigFigure figure="Net" value={LineSum.Duty} currency={Currency} />}
      </Tile>
      <Tile to="return" title={say('asReturn')} under={Rounding !== null && say('rounding', { amount: text.money(Rounding) })}>
        {ReturnSum.Duty === null ? <Nil /> : <BigFigure figure="Net" value={ReturnSum.Duty} currency={Currency} />}
      </Tile>
      <Tile
        to="lines"
        title={say('litresOfAlcohol')}
        under={
          <>
            {Spans.length === 2 && (
              <span className={styles.halves}>
                {say('beforeAndFrom', {
                  day: text.shortDay(Spans[1]?.FromDate ?? ''),
                  before: text.tenths(spanSum(answer, 0, 'Lal') ?? 0),
                  after: text.tenths(spanSum(answer, 1, 'Lal') ?? 0),
                })}
              </span>
            )}
            {say('standardDrinks', { n: text.whole(answer.StandardDrinks) })}
          </>
        }
      >
        {text.tenths(LineSum.Lal)}
        <i> L</i>
      </Tile>
      <Tile
        to="missing"
        title={say('notCounted')}
        under={
          Missing.length === 0 ? (
            say('allCounted')
          ) : (
            <span className={styles.bad}>
              <Icon name="attention" /> {say(Basis === 'sold' ? 'soldWithout' : 'boughtWithout', { n: text.quantity(without) })}
            </span>
          )
        }
      >
        {Missing.length}
        <i> {say.count('productsUnit', Missing.length)}</i>
      </Tile>
    </section>
  )
}

interface TileProps {
  to: string
  title: string
  under: ReactNode
  hero?: boolean
  children: ReactNode
}

const Tile = ({ to, title, under, hero, children }: TileProps) => (
  <a href={`#${to}`} className={hero ? 'hero' : undefined}>
    <h2>{title}</h2>
    <p className="fig">{children}</p>
    <p className="delta">{under}</p>
  </a>
)
