import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { ChoiceCell, isMade, NumberCellField, WrongLines } from './cell.part.tsx'
import type { NumberCell, SentPart } from './cells.rules.ts'
import { shownCell } from './edits.rules.ts'
import { Labelled, OpenedProduct } from './opened-product.part.tsx'
import { Made } from './product-line.part.tsx'
import type { ListProps } from './product-list.part.tsx'
import type { ProductRow } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

/** Products on a phone: a list, and one of them as a form. */
export const ProductsOnPhone = (props: ListProps) => {
  const [url, change] = useUrlState()
  const { answer, edits } = props
  const at = answer.Products.findIndex(({ Plu }) => Plu === url.plu)
  const row = answer.Products[at]
  if (row) return <ProductForm {...props} row={row} next={answer.Products[at + 1]} />
  return (
    <ul className={styles.phoneList}>
      {answer.Products.map((one) => (
        <li key={one.Plu}>
          <button type="button" onClick={() => change({ plu: one.Plu })}>
            <PhoneRow row={one} isChanged={edits[one.Plu] !== undefined} />
          </button>
        </li>
      ))}
    </ul>
  )
}

const PhoneRow = ({ row, isChanged }: { row: ProductRow; isChanged: boolean }) => {
  const say = useSay(productWords)
  return (
    <>
      <span>
        <b>{row.Name}</b>
        <small>
          PLU {row.Plu}
          {row.Supplier !== '' && ` · ${row.Supplier}`}
        </small>
        {row.Missing.length > 0 ? (
          <small className={styles.missingText}>
            <Icon name="alert" /> {say('misses', { what: row.Missing.map((cell) => say(cell)).join(', ') })}
          </small>
        ) : (
          <small>
            <Made
              row={row}
              parts={row.Parts.map(({ Plu, VolumeMl, Quantity }) => ({ Plu, ...(VolumeMl === null ? { Quantity: String(Quantity) } : { VolumeMl }) }))}
              isStocked={row.Stocked}
            />
          </small>
        )}
      </span>
      {isChanged && <em>{say('notSaved')}</em>}
      <Icon name="right" />
    </>
  )
}

const ProductForm = (props: ListProps & { row: ProductRow; next: ProductRow | undefined }) => {
  const say = useSay(productWords)
  const [, change] = useUrlState()
  const { row, next, answer, edits, complaints, mayEdit, onChange, hasLevels } = props
  const edit = edits[row.Plu]
  const cell = { row, edit, missing: row.Missing, complaints, mayEdit, onChange }
  const made = isMade(row, edit)
  const number = (name: NumberCell) => <Labelled label={say(name)}>{(id) => <NumberCellField {...cell} cell={name} labelledBy={id} />}</Labelled>
  const choice = (name: 'Supplier' | 'Beverage' | 'Container') => (
    <Labelled label={say(name)}>{(id) => <ChoiceCell {...cell} cell={name} answer={answer} labelledBy={id} />}</Labelled>
  )
  return (
    <section className={styles.form}>
      <p>
        <button type="button" className="text-btn" onClick={() => change({ plu: undefined })}>
          <Icon name="left" /> {say('allProducts')}
        </button>
      </p>
      <h2>
        {row.Name} <small>PLU {row.Plu}</small>
      </h2>
      <WrongLines row={row} complaints={complaints} onChange={onChange} />
      <div className={styles.formGrid}>
        {!made && choice('Supplier')}
        {!made && number('PackSize')}
        {!made && number('OrderMinimum')}
        {!made && number('LeadDays')}
        {hasLevels && !made && number('Least')}
        {hasLevels && !made && number('Most')}
        {!made && choice('Beverage')}
        {!made && choice('Container')}
        {!made && number('Abv')}
        {number('VolumeMl')}
      </div>
      <h3>
        {say('Made')}: <Made row={row} parts={shownCell(row, edit, 'Parts') as SentPart[]} isStocked={shownCell(row, edit, 'Stocked') !== false} />
      </h3>
      <OpenedProduct {...cell} answer={answer} edits={edits} />
      {next && (
        <p className={styles.acts}>
          <button type="button" className="btn" onClick={() => change({ plu: next.Plu })}>
            {say('nextProduct', { name: next.Name })}
          </button>
        </p>
      )}
    </section>
  )
}
