import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { OrderRow } from './order-rows.rules.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import styles from './reorders.module.css'
import { useWhy } from './why-text.part.ts'

interface Props {
  row: OrderRow
  currency: string
  count: number
  onPacks: (packs: number) => void
}

/** A product to order, why, and how much of it. */
export const OrderLine = ({ row, currency, count, onPacks }: Props) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const [url] = useUrlState()
  const { suggested: one } = row
  const size = row.PackSize === null ? '' : row.PackSize === 1 ? text.unit(row.Unit, count) : say('packsOf', { size: text.quantity(row.PackSize) })
  return (
    <tr>
      <th scope="row">
        {one ? (
          <Go change={{ item: row.Plu }} aria-current={url.item === row.Plu ? 'true' : undefined}>
            {row.Name}
          </Go>
        ) : (
          <Go to="/venue/products" search={{ q: row.Plu }}>
            {row.Name}
          </Go>
        )}
        <Why row={row} currency={currency} />
      </th>
      <td className={`num ${styles.small}`}>{one ? `${text.quantity(one.OnHand)} ${text.unit(one.Unit, one.OnHand)}` : <Nil />}</td>
      <td className={`num ${styles.small}`}>{one ? text.rate(one.PerDay) : <Nil />}</td>
      <td className={styles.packs}>
        <Stepper name={row.Name} size={size} count={count} onPacks={onPacks} />
        <small>
          {size}
          {count !== row.Packs && <b className={styles.changed}> · {say('changed', { packs: row.Packs })}</b>}
        </small>
      </td>
      <td className="num">{row.PackCost === null ? <Nil /> : text.money(Math.round(row.PackCost * count * 1000) / 1000)}</td>
    </tr>
  )
}

const Why = ({ row, currency }: Pick<Props, 'row' | 'currency'>) => {
  const say = useSay(reorderScreenWords)
  const why = useWhy(currency)
  if (!row.suggested) return <small>{say('notSuggested')}</small>
  return (
    <small>
      {why.sentence(row.suggested)} <b>{why.result(row.suggested)}</b>
    </small>
  )
}

interface StepperProps {
  name: string
  size: string
  count: number
  onPacks: (packs: number) => void
}

const Stepper = ({ name, size, count, onPacks }: StepperProps) => {
  const say = useSay(reorderScreenWords)
  const set = (packs: number) => onPacks(Math.max(0, Math.min(9999, packs)))
  return (
    <span className={styles.stepper}>
      <button type="button" aria-label={say('oneLess', { name })} onClick={() => set(count - 1)}>
        −
      </button>
      <input
        inputMode="numeric"
        value={count}
        aria-label={say('orderCount', { name, size })}
        onChange={(event) => set(Number(event.target.value.replace(/\D/g, '')))}
      />
      <button type="button" aria-label={say('oneMore', { name })} onClick={() => set(count + 1)}>
        +
      </button>
    </span>
  )
}
