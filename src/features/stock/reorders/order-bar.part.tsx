import { useStockText } from '#features/stock/stock-text.part.ts'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { OrderRefusal } from './order-refusal.part.tsx'
import { type OrderRow, packsOf, sumOf } from './order-rows.rules.ts'
import { type Order, orderCalls } from './orders.contract.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import styles from './reorders.module.css'
import { type SavedOrder, savedOrderCalls } from './saved-orders.contract.ts'
import { type OrderList, sentOf } from './use-order-list.part.ts'

interface Props {
  rows: readonly OrderRow[]
  list: OrderList
  /** Lists that are saved at the location. */
  saved: readonly SavedOrder[]
  locationId: number
  currency: string
  onMade: (orders: readonly Order[]) => void
  /** Lists were saved, or are otherwise than this screen knows. */
  onSavedChanged: () => void
}

/** What all of it comes to, saving it for later, and the orders made of it. */
export const OrderBar = ({ rows, list, saved, locationId, currency, onMade, onSavedChanged }: Props) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const make = useSend(orderCalls.makeOrders, { quiet: true, onDone: ({ Orders }) => onMade(Orders) })
  const save = useSend(savedOrderCalls.saveOrders, {
    quiet: true,
    onDone: ({ Saved }) => {
      list.saved(Saved)
      toast.success(say.count('savedLists', Saved.length))
      onSavedChanged()
    },
  })
  const ordered = rows.filter((row) => packsOf(row, list.packs) > 0)
  const suppliers = new Set(ordered.map(({ SupplierId }) => SupplierId)).size
  const sum = sumOf(rows, list.packs)
  const changed = rows.filter((row) => packsOf(row, list.packs) !== row.Packs).length
  const busy = make.isPending || save.isPending
  const send = (call: typeof make | typeof save, of: readonly OrderRow[]) => {
    make.reset()
    save.reset()
    call.mutate({ body: { LocationId: locationId, ...sentOf(of, list, saved) } }, { onError: onSavedChanged })
  }
  return (
    <>
      <OrderRefusal error={make.error ?? save.error} />
      <section className={styles.bar} aria-label={say('order')}>
        <p>
          {sum.cost !== null && <b>{text.sum(sum.cost)}</b>}{' '}
          <span>
            {say.count('barSum', suppliers, { packs: say.count('packs', sum.packs) })}
            {changed > 0 && ` · ${say.count('barChanged', changed)}`}
          </span>
          {(changed > 0 || list.continued.length > 0) && (
            <button type="button" className={styles.reset} onClick={list.reset}>
              {say('reset')}
            </button>
          )}
        </p>
        <p className={styles.barActs}>
          <button type="button" className={styles.later} disabled={rows.length === 0 || busy} aria-busy={save.isPending} onClick={() => send(save, rows)}>
            {say('saveForLater')}
          </button>
          <button type="button" className={styles.go} disabled={ordered.length === 0 || busy} aria-busy={make.isPending} onClick={() => send(make, ordered)}>
            {say.count('makeLists', suppliers)}
          </button>
        </p>
      </section>
    </>
  )
}
