import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { packsOf, sumOf } from './order-sums.rules.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import type { ReordersAnswer, Suggested } from './reorders.contract.ts'
import styles from './reorders.module.css'
import { useWhy } from './why-text.part.ts'

interface Props {
  answer: ReordersAnswer
  currency: string
  /** Packs by PLU, where somebody changed them. */
  packs: Readonly<Record<string, number>>
  onPacks: (plu: string, packs: number) => void
}

/** What to order from each supplier, with the reason under each product. */
export const SupplierOrders = (props: Props) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(props.currency)
  const { answer, packs } = props
  const [place] = answer.Locations
  if (answer.Suggestions.length === 0) {
    return (
      <Empty
        title={say('nothingToOrder')}
        act={
          <Go className="btn" to="/reports/plu-dayonhand">
            {say('seeDays')}
          </Go>
        }
      >
        {place?.NextOut && <p>{say('nextOut', { name: place.NextOut.Name, day: text.day(place.NextOut.Day) })}</p>}
      </Empty>
    )
  }
  const suppliers = answer.Suppliers.filter(({ SupplierId }) => answer.Suggestions.some((one) => one.SupplierId === SupplierId))
  const all = answer.Suggestions.reduce((sum, one) => sum + packsOf(one, packs), 0)
  return (
    <>
      <p className={styles.answer}>
        <b>{say.count('wontLast', answer.Suggestions.length)}</b>{' '}
        {say('ordering', { packs: all, suppliers: suppliers.length, location: place?.Name ?? '', days: answer.CoverDays })}
      </p>
      {suppliers.map((supplier) => (
        <SupplierOrder key={supplier.SupplierId} supplier={supplier} {...props} />
      ))}
    </>
  )
}

const SupplierOrder = ({ supplier, answer, currency, packs, onPacks }: Props & { supplier: ReordersAnswer['Suppliers'][number] }) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const rows = answer.Suggestions.filter(({ SupplierId }) => SupplierId === supplier.SupplierId)
  const sum = sumOf(rows, packs)
  const missing = supplier.OrderMinimum !== null && sum.cost !== null && sum.cost > 0 && sum.cost < supplier.OrderMinimum ? supplier.OrderMinimum - sum.cost : 0
  return (
    <section className={styles.supplier}>
      <div className="bar-head">
        <h2>{supplier.Name}</h2>
        <p className={styles.due}>
          {supplier.OrderBy !== null && `${say('orderBy', { time: supplier.OrderBy })} `}
          {supplier.LeadDays !== null && say.count('arrivesIn', supplier.LeadDays)}
        </p>
      </div>
      {missing > 0 && (
        <div className="callout warn">
          <Icon name="attention" />
          <p>{say('belowMinimum', { missing: text.sum(missing), minimum: text.sum(supplier.OrderMinimum ?? 0) })}</p>
        </div>
      )}
      <table className={`plain ${styles.order}`}>
        <caption className="sr">{say('orderOf', { supplier: supplier.Name })}</caption>
        <thead>
          <tr>
            <th scope="col">{say('productAndWhy')}</th>
            <th scope="col" className={`num ${styles.small}`}>
              {say('onHand')}
            </th>
            <th scope="col" className={`num ${styles.small}`}>
              {say('aDay')}
            </th>
            <th scope="col" className={styles.packs}>
              {say('order')}
            </th>
            <th scope="col" className={`num ${styles.cost}`}>
              {say('costExTax')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <Line key={one.Plu} one={one} currency={currency} count={packsOf(one, packs)} onPacks={(count) => onPacks(one.Plu, count)} />
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row" colSpan={3}>
              {supplier.Name}
            </th>
            <td className={styles.packs}>{say.count('packs', sum.packs)}</td>
            <td className="num">{sum.cost === null ? <Nil /> : text.money(sum.cost)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

const Line = ({ one, currency, count, onPacks }: { one: Suggested; currency: string; count: number; onPacks: (packs: number) => void }) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const why = useWhy(currency)
  const [url] = useUrlState()
  const set = (packs: number) => onPacks(Math.max(0, Math.min(9999, packs)))
  const size = one.PackSize === 1 ? text.unit(one.Unit, count) : say('packsOf', { size: text.quantity(one.PackSize) })
  return (
    <tr>
      <th scope="row">
        <Go change={{ item: one.Plu }} aria-current={url.item === one.Plu ? 'true' : undefined}>
          {one.Name}
        </Go>
        <small>
          {why.sentence(one)} <b>{why.result(one)}</b>
        </small>
      </th>
      <td className={`num ${styles.small}`}>{text.quantity(one.OnHand)}</td>
      <td className={`num ${styles.small}`}>{one.SoldAs ? text.rate(one.SoldAs.PerDay) : text.rate(one.PerDay)}</td>
      <td className={styles.packs}>
        <span className={styles.stepper}>
          <button type="button" aria-label={say('oneLess', { name: one.Name })} onClick={() => set(count - 1)}>
            −
          </button>
          <input
            inputMode="numeric"
            value={count}
            aria-label={say('orderCount', { name: one.Name, size })}
            onChange={(event) => set(Number(event.target.value.replace(/\D/g, '')))}
          />
          <button type="button" aria-label={say('oneMore', { name: one.Name })} onClick={() => set(count + 1)}>
            +
          </button>
        </span>
        <small>
          {size}
          {count !== one.Packs && <b className={styles.changed}> · {say('changed', { packs: one.Packs })}</b>}
        </small>
      </td>
      <td className="num">{one.PackCost === null ? <Nil /> : text.money(Math.round(one.PackCost * count * 1000) / 1000)}</td>
    </tr>
  )
}
