import { useStockText } from '#features/stock/stock-text.part.ts'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { packsOf, sumOf } from './order-sums.rules.ts'
import { type Order, orderCalls } from './orders.contract.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import type { ReordersAnswer } from './reorders.contract.ts'
import styles from './reorders.module.css'

interface Props {
  answer: ReordersAnswer
  locationId: number
  currency: string
  packs: Readonly<Record<string, number>>
  onReset: () => void
  onMade: (orders: readonly Order[]) => void
}

/** What all of it comes to, and the orders made of it. */
export const OrderBar = ({ answer, locationId, currency, packs, onReset, onMade }: Props) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const make = useSend(orderCalls.makeOrders, { onDone: ({ Orders }) => onMade(Orders) })
  const lines = answer.Suggestions.flatMap((one) => (packsOf(one, packs) > 0 ? [{ Plu: one.Plu, Packs: packsOf(one, packs) }] : []))
  const suppliers = new Set(answer.Suggestions.flatMap((one) => (packsOf(one, packs) > 0 ? [one.SupplierId] : []))).size
  const sum = sumOf(answer.Suggestions, packs)
  const changed = answer.Suggestions.filter((one) => packsOf(one, packs) !== one.Packs).length
  return (
    <section className={styles.bar} aria-label={say('order')}>
      <p>
        {sum.cost !== null && <b>{text.sum(sum.cost)}</b>}{' '}
        <span>
          {say('barSum', { packs: sum.packs, suppliers })}
          {changed > 0 && ` · ${say.count('barChanged', changed)}`}
        </span>
        {changed > 0 && (
          <button type="button" className={styles.reset} onClick={onReset}>
            {say('reset')}
          </button>
        )}
      </p>
      <button
        type="button"
        className={styles.go}
        disabled={lines.length === 0 || make.isPending}
        aria-busy={make.isPending}
        onClick={() => make.mutate({ body: { LocationId: locationId, Lines: lines } })}
      >
        {say.count('makeLists', suppliers)}
      </button>
    </section>
  )
}
