import { useStockText } from '#features/stock/stock-text.part.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { exciseWords } from './excise.messages.ts'
import type { ExcisesAnswer } from './excises.contract.ts'
import styles from './excises.module.css'

/** Duty as lines and as a return add it up, litres of alcohol, and what is not counted. */
export const ExciseFigures = ({ answer }: { answer: ExcisesAnswer }) => {
  const say = useSay(exciseWords)
  const text = useStockText(answer.Currency)
  const { language } = useLanguage()
  const products = new Set(answer.Items.flatMap((item) => item.Products.map(({ Plu }) => Plu))).size
  const without = answer.Missing.reduce((sum, { Quantity }) => sum + Quantity, 0)
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{say(answer.Basis === 'sold' ? 'dutyInside' : 'dutyBought')}</dt>
        <dd className={styles.first}>{text.sum(answer.LineSum.Duty)}</dd>
        <dd className={styles.meta}>{say('lineSumOf', { n: products })}</dd>
      </div>
      <div>
        <dt>{say('asReturn')}</dt>
        <dd>{text.sum(answer.ReturnSum.Duty)}</dd>
        <dd className={styles.meta}>{say('rounding', { amount: text.money(answer.Rounding) })}</dd>
      </div>
      <div>
        <dt>{say('litresOfAlcohol')}</dt>
        <dd>{numberText(answer.LineSum.Lal, language, 1)} L</dd>
        <dd className={styles.meta}>{say('standardDrinks', { n: numberText(answer.StandardDrinks, language, 0) })}</dd>
      </div>
      <div>
        <dt>{say('notCounted')}</dt>
        <dd>{say.count('productsOf', answer.Missing.length)}</dd>
        <dd className={styles.meta}>{without > 0 && say('soldWithout', { n: text.quantity(without) })}</dd>
      </div>
    </dl>
  )
}
