import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { useSettled } from '#ui/settled.ts'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useMedia } from '#ui/use-media.ts'
import { moveBetweenCells } from './move-cells.part.ts'
import { type LineProps, ProductLine } from './product-line.part.tsx'
import { PRODUCTS_AT_ONCE, type ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'
import { ProductsOnPhone } from './products-on-phone.part.tsx'

export const SHOWS = ['all', 'missing', 'kegs', 'recipes'] as const

export interface ListProps extends Pick<LineProps, 'edits' | 'complaints' | 'mayEdit' | 'onChange' | 'hasLevels'> {
  answer: ProductsAnswer
  show: (typeof SHOWS)[number]
  onMore: () => void
}

/** The products, those that miss something first: a table of cells, on a phone a list of forms. */
export const ProductList = (props: ListProps) => {
  const say = useSay(productWords)
  const [url, change] = useUrlState()
  const isNarrow = useMedia('(width < 768px)')
  const { answer, show, onMore } = props
  const { Counts, Products } = answer
  if (isNarrow && url.plu !== undefined) return <ProductsOnPhone {...props} />
  return (
    <section>
      <p className={styles.answer}>
        <b>{Counts.Missing === 0 ? say('nothingMissing') : say.count('someMissing', Counts.Missing)}</b>{' '}
        {Counts.Missing === 0 ? say('everyReport') : say.count('missingHint', Counts.Missing)}
      </p>
      <div className="tools">
        <Search />
        <Segmented
          label={say('show')}
          value={show}
          options={[
            { value: 'all', label: say('all', { n: Counts.All }) },
            { value: 'missing', label: say('missingTab', { n: Counts.Missing }) },
            { value: 'kegs', label: say('kegs', { n: Counts.Kegs }) },
            { value: 'recipes', label: say('recipes', { n: Counts.Recipes }) },
          ]}
          onChange={(next) => change({ show: next === 'all' ? undefined : next }, 'replace')}
        />
      </div>
      {Products.length === 0 ? (
        <Empty title={say('nothing')}>
          <button type="button" className="btn" onClick={() => change({ q: undefined, show: undefined }, 'replace')}>
            {say('showAll')}
          </button>
        </Empty>
      ) : isNarrow ? (
        <ProductsOnPhone {...props} />
      ) : (
        <ProductTable {...props} />
      )}
      <p className={styles.foot}>
        {props.mayEdit && !isNarrow && Products.length > 0 && <span>{say('keysHint')}</span>}
        {answer.Total > Products.length && (
          <button type="button" className="text-btn" onClick={onMore}>
            {say('next', { n: Math.min(PRODUCTS_AT_ONCE, answer.Total - Products.length), all: answer.Total })}
          </button>
        )}
      </p>
    </section>
  )
}

const Search = () => {
  const say = useSay(productWords)
  const [url, change] = useUrlState()
  const [typed, setTyped] = useState(url.q ?? '')
  const settled = useSettled(typed)
  const last = useRef(settled)
  useEffect(() => {
    if (settled === last.current) return
    last.current = settled
    change({ q: settled || undefined }, 'replace')
  }, [settled, change])
  return (
    <label className="find">
      <Icon name="search" />
      <span className="sr">{say('findProduct')}</span>
      <input type="search" value={typed} placeholder={say('search')} maxLength={100} onChange={(event) => setTyped(event.target.value)} />
    </label>
  )
}

const COLUMNS = ['Name', 'Supplier', 'PackSize', 'OrderMinimum', 'LeadDays', 'Least', 'Most', 'Beverage', 'Abv', 'VolumeMl', 'Container', 'Made'] as const
const FIGURES: readonly string[] = ['PackSize', 'OrderMinimum', 'LeadDays', 'Least', 'Most', 'Abv', 'VolumeMl']

const ProductTable = (props: ListProps) => {
  const say = useSay(productWords)
  const { answer, hasLevels } = props
  const [open, setOpen] = useState<readonly string[]>([])
  const columns = COLUMNS.filter((key) => hasLevels || (key !== 'Least' && key !== 'Most'))
  const { Products, Total, Counts } = answer
  const missing = Products.filter(({ Missing }) => Missing.length > 0)
  const complete = Products.filter(({ Missing }) => Missing.length === 0)
  const lines = (rows: typeof Products) =>
    rows.map((row) => (
      <ProductLine
        key={row.Plu}
        {...props}
        row={row}
        isOpen={open.includes(row.Plu)}
        onOpen={() => setOpen(open.includes(row.Plu) ? open.filter((one) => one !== row.Plu) : [...open, row.Plu])}
      />
    ))
  return (
    <Scroll label={say('title')} onKeyDown={moveBetweenCells}>
      <table className={`plain ${styles.products}`}>
        <caption className="sr">{say('tableCaption')}</caption>
        <thead>
          <tr>
            {columns.map((key) => (
              <th scope="col" key={key} className={FIGURES.includes(key) ? 'num' : undefined}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        {missing.length > 0 && (
          <tbody>
            <tr className={styles.band}>
              <th colSpan={columns.length} scope="rowgroup">
                <Icon name="alert" /> {say('somethingMissing')} <small>{say.count('nProducts', props.show === 'all' ? Counts.Missing : missing.length)}</small>
              </th>
            </tr>
            {lines(missing)}
          </tbody>
        )}
        {complete.length > 0 && (
          <tbody>
            <tr className={styles.ok}>
              <th colSpan={columns.length} scope="rowgroup">
                <Icon name="check" /> {say('complete')} <small>{say.count('nProducts', Total - missing.length)}</small>
              </th>
            </tr>
            {lines(complete)}
          </tbody>
        )}
      </table>
    </Scroll>
  )
}
