import { useStockText } from '#features/stock/stock-text.part.ts'
import { useSay } from '#ui/language.tsx'
import type { PurchasesAnswer } from './plu-purchases.contract.ts'
import { purchaseWords } from './purchases.messages.ts'
import styles from './purchases.module.css'

/** What was bought altogether, and how much of it got dearer. */
export const PurchaseFigures = ({ answer }: { answer: PurchasesAnswer }) => {
  const say = useSay(purchaseWords)
  const text = useStockText(answer.Currency)
  const { Totals } = answer
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{say('bought')}</dt>
        <dd className={styles.first}>{text.sum(Totals.Total)}</dd>
      </div>
      <div>
        <dt>{say('freight')}</dt>
        <dd>{text.sum(Totals.Freight)}</dd>
      </div>
      <div>
        <dt>{say('gst')}</dt>
        <dd>{text.sum(Totals.Tax)}</dd>
      </div>
      <div>
        <dt>{say('dearer')}</dt>
        <dd>{say('dearerOf', { n: answer.Dearer, all: answer.Count })}</dd>
      </div>
    </dl>
  )
}
