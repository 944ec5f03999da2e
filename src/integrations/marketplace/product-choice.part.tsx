import { useState } from 'react'
import { call } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { Choose } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useSettled } from '#ui/settled.ts'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from './market-menu.module.css'
import type { Prices } from './market-menu.part.tsx'
import { marketplace } from './marketplace.contract.ts'
import { MOST_ITEMS, type OfferedProduct, PRODUCTS_AT_ONCE } from './marketplace-menu.rules.ts'
import { menuWords } from './menu-choice.messages.ts'
import { type MenuDraft, plusOn, withoutProducts, withProducts } from './menu-draft.rules.ts'
import { type MarketPlace, paramsOf } from './place.part.ts'

interface ChoiceProps {
  place: MarketPlace
  menu: MenuDraft
  prices: Prices
  onChange: (menu: MenuDraft) => void
}

const AT_FIRST = 50

/** The products there are, to be published one by one or all that were found. */
export const ProductChoice = ({ place, menu, prices, onChange }: ChoiceProps) => {
  const say = useSay(menuWords)
  const [filter, setFilter] = useState({ search: '', group: '' })
  const [into, setInto] = useState('')
  const [length, setLength] = useState(AT_FIRST)
  const q = useSettled(filter.search).trim().slice(0, 100)
  const wanted = { ...(q ? { Search: q } : {}), ...(filter.group ? { ProductGroup: filter.group } : {}) }
  const list = useCall(marketplace.products, { ...paramsOf(place), query: { ...wanted, Limit: String(length) } }, { keepLast: true })
  if (list.error) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <Waiting rows={8} />
  const { Products, Total, ProductGroups } = list.data
  const published = plusOn(menu)
  const target = menu.some(({ Name }) => Name === into) ? into : undefined
  const tick = (products: readonly OfferedProduct[], ticked: boolean) => {
    const next = ticked ? withProducts(menu, products, target, say('otherGroup')) : withoutProducts(menu, new Set(products.map(({ Plu }) => Plu)))
    if (plusOn(next).size > MOST_ITEMS) toast.error(say('tooMany', { n: MOST_ITEMS }))
    else onChange(next)
  }
  const named = menu.map(({ Name }) => Name).filter((name, at, all) => name.trim() !== '' && all.indexOf(name) === at)
  return (
    <section className={styles.choice} aria-label={say('products')}>
      <h2>{say('products')}</h2>
      <search className={styles.filters}>
        <label className="find">
          <Icon name="search" />
          <span className="sr">{say('find')}</span>
          <input
            type="search"
            maxLength={100}
            placeholder={say('findHint')}
            value={filter.search}
            onChange={(event) => setFilter({ ...filter, search: event.target.value })}
          />
        </label>
        <Choose
          small
          label={say('group')}
          value={filter.group}
          options={[['', say('groupAll')], ...ProductGroups.filter(({ Name }) => Name).map(({ Name, Products: n }) => [Name, `${Name} (${n})`] as const)]}
          onChange={(group) => setFilter({ ...filter, group })}
        />
        {named.length > 0 && (
          <Choose
            small
            label={say('addTo')}
            value={target ?? ''}
            options={[['', say('addToOwn')], ...named.map((name) => [name, name] as const)]}
            onChange={setInto}
          />
        )}
      </search>
      {Total === 0 ? (
        <p className="hint">{say(ProductGroups.length === 0 ? 'noProducts' : 'noneFound')}</p>
      ) : (
        <>
          <AllFound
            total={Total}
            stale={list.isPlaceholderData || q !== filter.search.trim().slice(0, 100)}
            all={() => everyProduct(place, wanted)}
            onTick={tick}
          />
          <Offered products={Products} published={published} prices={prices} onTick={tick} />
          {Products.length < Total && length < PRODUCTS_AT_ONCE && (
            <p>
              <button type="button" className="btn" onClick={() => setLength(Math.min(PRODUCTS_AT_ONCE, length * 4))}>
                {say('more')}
              </button>
            </p>
          )}
        </>
      )}
    </section>
  )
}

interface AllFoundProps {
  total: number
  /** The list shown is still that of an earlier search. */
  stale: boolean
  all: () => Promise<OfferedProduct[]>
  onTick: (products: readonly OfferedProduct[], ticked: boolean) => void
}

const AllFound = ({ total, stale, all, onTick }: AllFoundProps) => {
  const say = useSay(menuWords)
  const { language } = useLanguage()
  const [busy, setBusy] = useState(false)
  const tick = (ticked: boolean) => {
    setBusy(true)
    all()
      .then((products) => onTick(products, ticked))
      .catch((error: unknown) => toast.error(errorText(error, language)))
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.bulk}>
      <span role="status">{say.count('found', total)}</span>
      <button type="button" className="btn" disabled={busy || stale} aria-busy={busy} onClick={() => tick(true)}>
        {say.count('publishAll', total)}
      </button>
      <button type="button" className="btn" disabled={busy || stale} onClick={() => tick(false)}>
        {say('removeAll')}
      </button>
    </div>
  )
}

/** All that match, page by page; no more than may be published. */
const everyProduct = async (place: MarketPlace, wanted: object): Promise<OfferedProduct[]> => {
  const found: OfferedProduct[] = []
  for (let total = 1; found.length < total && found.length <= MOST_ITEMS; ) {
    const query = { ...wanted, Skip: String(found.length), Limit: String(PRODUCTS_AT_ONCE) }
    const page = await call(marketplace.products, { ...paramsOf(place), query })
    if (page.Products.length === 0) break
    found.push(...page.Products)
    total = page.Total
  }
  return found
}

interface OfferedProps {
  products: readonly OfferedProduct[]
  published: ReadonlySet<string>
  prices: Prices
  onTick: (products: readonly OfferedProduct[], ticked: boolean) => void
}

const Offered = ({ products, published, prices, onTick }: OfferedProps) => {
  const say = useSay(menuWords)
  return (
    <table className={`plain ${styles.table}`}>
      <caption className="sr">{say('caption')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{say('published')}</span>
          </th>
          <th scope="col">{say('product')}</th>
          <th scope="col" className="num">
            {say('listPrice')}
          </th>
          <th scope="col" className="num">
            {say('marketPrice')}
          </th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => {
          const asked = prices(product.ListPrice)
          return (
            <tr key={product.Plu}>
              <td className="tickable">
                <input
                  type="checkbox"
                  aria-label={say('publishNamed', { name: product.Name, plu: product.Plu })}
                  checked={published.has(product.Plu)}
                  onChange={(event) => onTick([product], event.target.checked)}
                />
              </td>
              <th scope="row">
                {product.Name} <small>{[product.ProductGroup, product.Plu].filter(Boolean).join(' · ')}</small>
              </th>
              <td className="num">{asked?.list ?? '–'}</td>
              <td className="num">{asked?.price ?? '–'}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
