import { useState } from 'react'
import type { Product } from '#features/stock/supplier-products.contract.ts'
import { errorText } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { isOthers } from './product-choice.rules.ts'
import styles from './product-ticks.module.css'
import { venueSupplierWords } from './suppliers-tab.messages.ts'
import layout from './venue-part.module.css'

interface ProductTicksProps {
  list: { Products: readonly Product[]; Total: number; Next: string | null }
  supplier: { SupplierId: number; Name: string }
  isTicked: (product: Product) => boolean
  isChanged: (product: Product) => boolean
  onTick: (products: readonly Product[], ticked: boolean) => void
  /** All that were found, also those not shown. */
  onTickAll: (ticked: boolean) => Promise<void>
  onMore: (() => void) | undefined
}

/** Products to tick, one by one or all that were found. */
export const ProductTicks = ({ list, supplier, isTicked, isChanged, onTick, onTickAll, onMore }: ProductTicksProps) => {
  const say = useSay(venueSupplierWords)
  const { Products, Total } = list
  if (Total === 0) return <p className={`hint ${layout.part}`}>{say('noneFound')}</p>
  return (
    <section className={layout.part}>
      <TickAll total={Total} onTickAll={onTickAll} />
      <table className={`plain ${styles.table}`}>
        <caption className="sr">{say('caption', { supplier: supplier.Name })}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{say('supplies')}</span>
            </th>
            <th scope="col">{say('product')}</th>
            <th scope="col" className="opt">
              {say('group')}
            </th>
            <th scope="col">{say('supplier')}</th>
          </tr>
        </thead>
        <tbody>
          {Products.map((product) => (
            <tr key={product.Plu} className={isChanged(product) ? styles.changed : undefined}>
              <td className="tickable">
                <input
                  type="checkbox"
                  aria-label={say('suppliesNamed', { product: product.Name, plu: product.Plu })}
                  checked={isTicked(product)}
                  disabled={isOthers(product, supplier.SupplierId)}
                  onChange={(event) => onTick([product], event.target.checked)}
                />
              </td>
              <th scope="row">
                {product.Name} <small>{product.Plu}</small>
              </th>
              <td className="opt">{product.ProductGroup || '–'}</td>
              <td>{product.SupplierName ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {onMore && (
        <p className={styles.more}>
          <button type="button" className="btn" onClick={onMore}>
            {say('more')}
          </button>
        </p>
      )}
      {!onMore && list.Next && <p className="hint">{say('narrow', { n: Products.length })}</p>}
    </section>
  )
}

const TickAll = ({ total, onTickAll }: { total: number; onTickAll: (ticked: boolean) => Promise<void> }) => {
  const say = useSay(venueSupplierWords)
  const { language } = useLanguage()
  const [busy, setBusy] = useState(false)
  const all = (ticked: boolean) => {
    setBusy(true)
    onTickAll(ticked)
      .catch((error: unknown) => toast.error(errorText(error, language)))
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.bulk}>
      <span role="status">{say.count('found', total)}</span>
      <button type="button" className="btn" disabled={busy} aria-busy={busy} onClick={() => all(true)}>
        {say.count('tickAll', total)}
      </button>
      <button type="button" className="btn" disabled={busy} onClick={() => all(false)}>
        {say('untickAll')}
      </button>
    </div>
  )
}
