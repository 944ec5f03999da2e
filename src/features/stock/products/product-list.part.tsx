import { useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Empty } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { Changes } from './changes.rules.ts'
import { ProductLine } from './product-line.part.tsx'
import { PRODUCTS_AT_ONCE, type ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

interface Props {
  answer: ProductsAnswer
  show: 'all' | 'missing' | 'kegs' | 'recipes'
  mayEdit: boolean
  changes: Changes
  onChange: (plu: string, part: Changes[string]) => void
  skip: number
  onSkip: (skip: number) => void
}

/** The table of products, those that miss something first. */
export const ProductList = ({ answer, show, mayEdit, changes, onChange, skip, onSkip }: Props) => {
  const say = useSay(productWords)
  const [url, change] = useUrlState()
  const [search, setSearch] = useState(url.q ?? '')
  const { Counts, Products } = answer
  const missing = Products.filter(({ Missing }) => Missing.length > 0)
  const complete = Products.filter(({ Missing }) => Missing.length === 0)
  const lines = (rows: typeof Products) =>
    rows.map((row) => (
      <ProductLine key={row.Plu} row={row} answer={answer} mayEdit={mayEdit} change={changes[row.Plu] ?? {}} onChange={(part) => onChange(row.Plu, part)} />
    ))
  return (
    <section>
      <p className={styles.answer}>
        <b>{Counts.Missing === 0 ? say('nothingMissing', { n: Counts.All }) : say.count('someMissing', Counts.Missing)}</b>{' '}
        {Counts.Missing > 0 && say('missingHint')}
      </p>
      <form
        className="tools"
        onSubmit={(event) => {
          event.preventDefault()
          onSkip(0)
          change({ q: search || undefined }, 'replace')
        }}
      >
        <label className={styles.search}>
          <span className="sr">{say('search')}</span>
          <input type="search" value={search} placeholder={say('search')} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <button type="submit" className="btn">
          {say('find')}
        </button>
        <Segmented
          label={say('show')}
          value={show}
          options={[
            { value: 'all', label: say('all', { n: Counts.All }) },
            { value: 'missing', label: say('missingTab', { n: Counts.Missing }) },
            { value: 'kegs', label: say('kegs', { n: Counts.Kegs }) },
            { value: 'recipes', label: say('recipes', { n: Counts.Recipes }) },
          ]}
          onChange={(next) => {
            onSkip(0)
            change({ show: next === 'all' ? undefined : next }, 'replace')
          }}
        />
      </form>
      {Products.length === 0 ? (
        <Empty title={say('nothing')}>
          <button type="button" className="btn" onClick={() => change({ q: undefined, show: undefined }, 'replace')}>
            {say('showAll')}
          </button>
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="scroll" tabIndex={0} aria-label={say('title')} onKeyDown={moveBetweenCells}>
          <table className={`plain ${styles.products}`}>
            <caption className="sr">{say('title')}</caption>
            <thead>
              <tr>
                {(
                  ['Name', 'Supplier', 'PackSize', 'OrderMinimum', 'LeadDays', 'Least', 'Most', 'Beverage', 'Abv', 'VolumeMl', 'Container', 'Made'] as const
                ).map((key) => (
                  <th scope="col" key={key}>
                    {say(key)}
                  </th>
                ))}
              </tr>
            </thead>
            {missing.length > 0 && (
              <tbody>
                <tr className={styles.band}>
                  <th colSpan={12} scope="rowgroup">
                    {say('somethingMissing')}
                  </th>
                </tr>
                {lines(missing)}
              </tbody>
            )}
            {complete.length > 0 && (
              <tbody>
                <tr className={styles.ok}>
                  <th colSpan={12} scope="rowgroup">
                    {say('complete')}
                  </th>
                </tr>
                {lines(complete)}
              </tbody>
            )}
          </table>
        </section>
      )}
      {answer.Total > skip + Products.length && (
        <p className="acts">
          <button type="button" className="btn" onClick={() => onSkip(skip + PRODUCTS_AT_ONCE)}>
            {say('next', { n: Math.min(PRODUCTS_AT_ONCE, answer.Total - skip - Products.length), all: answer.Total })}
          </button>
        </p>
      )}
    </section>
  )
}

/** Arrow keys up and down, and Enter, go to the same cell of another row. */
const moveBetweenCells = (event: React.KeyboardEvent<HTMLElement>): void => {
  const step = event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const cell = event.target
  if (step === 0 || !(cell instanceof HTMLInputElement) || cell.dataset.cell === undefined) return
  const column = [...event.currentTarget.querySelectorAll<HTMLInputElement>(`input[data-cell="${cell.dataset.cell}"]`)]
  const next = column[column.indexOf(cell) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}
