import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { Field } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { OrderLine } from './order-line.part.tsx'
import { missingOf, type OrderRow, packsOf, sumOf } from './order-rows.rules.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import type { ReordersAnswer } from './reorders.contract.ts'
import styles from './reorders.module.css'
import type { OrderList } from './use-order-list.part.ts'

const LONGEST_NOTE = 500

interface Props {
  answer: ReordersAnswer
  rows: readonly OrderRow[]
  list: OrderList
  currency: string
  mayEdit: boolean
}

/** What to order from each supplier, with the reason under each product. */
export const SupplierOrders = (props: Props) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(props.currency)
  const { answer, rows, list } = props
  const [place] = answer.Locations
  if (rows.length === 0) {
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
  const suppliers = answer.Suppliers.filter(({ SupplierId }) => rows.some((row) => row.SupplierId === SupplierId))
  return (
    <>
      <p className={styles.answer}>
        <b>{say.count('wontLast', answer.Suggestions.length)}</b>{' '}
        {say.count('ordering', suppliers.length, {
          packs: say.count('packs', sumOf(rows, list.packs).packs),
          location: place?.Name ?? '',
          days: answer.CoverDays,
        })}
      </p>
      {suppliers.map((supplier) => (
        <SupplierOrder key={supplier.SupplierId} supplier={supplier} {...props} rows={rows.filter(({ SupplierId }) => SupplierId === supplier.SupplierId)} />
      ))}
    </>
  )
}

const SupplierOrder = ({ supplier, rows, list, currency, mayEdit }: Props & { supplier: ReordersAnswer['Suppliers'][number] }) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const sum = sumOf(rows, list.packs)
  return (
    <section className={styles.supplier}>
      <div className="bar-head">
        <h2>{supplier.Name}</h2>
        <p className={styles.due}>
          {supplier.OrderBy !== null && `${say('orderBy', { time: supplier.OrderBy })} `}
          {supplier.LeadDays !== null && say.count('arrivesIn', supplier.LeadDays)}
        </p>
      </div>
      <BelowMinimum minimum={supplier.OrderMinimum} rows={rows} list={list} currency={currency} mayEdit={mayEdit} />
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
          {rows.map((row) => (
            <OrderLine key={row.Plu} row={row} currency={currency} count={packsOf(row, list.packs)} onPacks={(count) => list.setPacks(row.Plu, count)} />
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
      {mayEdit && (
        <div className={styles.note}>
          <Field
            small
            label={say('noteTo', { supplier: supplier.Name })}
            maxLength={LONGEST_NOTE}
            value={list.notes[supplier.SupplierId] ?? ''}
            onChange={(note) => list.setNote(supplier.SupplierId, note)}
          />
        </div>
      )}
    </section>
  )
}

interface BelowProps extends Pick<Props, 'rows' | 'list' | 'currency' | 'mayEdit'> {
  minimum: number | null
}

/** How much an order misses of the supplier's minimum, and the one thing that would lift it there. */
const BelowMinimum = ({ minimum, rows, list, currency, mayEdit }: BelowProps) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(currency)
  const found = missingOf(rows, list.packs, minimum)
  if (!found) return null
  const { missing, lift } = found
  return (
    <div className="callout warn">
      <Icon name="attention" />
      <p>
        <b>{say('belowMinimum', { missing: text.sum(missing), minimum: text.sum(minimum ?? 0) })}</b> {say('deliveryFee')}{' '}
        {lift && mayEdit && (
          <button type="button" className={styles.lift} onClick={() => list.setPacks(lift.row.Plu, packsOf(lift.row, list.packs) + lift.packs)}>
            {say('lift', {
              packs: lift.row.PackSize === 1 ? `${lift.packs} ${text.unit(lift.row.Unit, lift.packs)}` : say.count('packs', lift.packs),
              name: lift.row.Name,
              cost: text.sum(lift.cost),
            })}
          </button>
        )}
      </p>
    </div>
  )
}
