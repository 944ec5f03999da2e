import { BEVERAGES, CONTAINERS } from '#features/stock/spec.rules.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Cell, NumberCell } from './cells.rules.ts'
import { type Complaint, type Edit, type Edited, shownCell } from './edits.rules.ts'
import type { ProductRow, ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

/** What every cell of a product needs to know. */
export interface CellProps {
  row: Edited
  edit: Edit | undefined
  missing: readonly string[]
  complaints: readonly Complaint[]
  mayEdit: boolean
  onChange: (row: Edited, cells: Edit['cells']) => void
  /** The id of the label that names it on a form; in the table it names itself. */
  labelledBy?: string
}

/** Names the sentence about a cell that is wrong. */
export const wrongId = (plu: string, cell: Cell): string => `wrong-${encodeURIComponent(plu)}-${cell}`

const stateOf = ({ row, edit, missing, complaints, labelledBy }: CellProps, cell: Cell, say: (key: 'Name') => string) => {
  const isChanged = edit !== undefined && Object.hasOwn(edit.cells, cell)
  const isWrong = complaints.some((one) => one.plu === row.Plu && one.cell === cell)
  const isMissing = missing.includes(cell) && !isChanged
  return {
    isMissing,
    attributes: {
      className: [styles.cell, isMissing ? styles.missing : '', isChanged ? styles.dirty : '', isWrong ? styles.wrong : ''].filter(Boolean).join(' '),
      'aria-invalid': isWrong || undefined,
      'aria-describedby': isWrong ? wrongId(row.Plu, cell) : undefined,
      'data-cell': cell,
      ...(labelledBy ? { id: labelledBy } : { 'aria-label': `${say(cell as 'Name')}, ${row.Name}` }),
    },
  }
}

/** A number of a product, as it is typed. Escape takes it back. */
export const NumberCellField = (props: CellProps & { cell: NumberCell }) => {
  const say = useSay(productWords)
  const { language } = useLanguage()
  const { row, edit, cell, mayEdit, onChange } = props
  const { isMissing, attributes } = stateOf(props, cell, say)
  const value = shownCell(row, edit, cell)
  const shown = typeof value === 'string' ? value : typeof value === 'number' ? writtenNumber(cell, value, language) : ''
  if (!mayEdit && shown === '') return <span className="nil">–</span>
  return (
    <input
      {...attributes}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      placeholder={isMissing ? say('addCell') : ''}
      readOnly={!mayEdit}
      onChange={(event) => onChange(row, { [cell]: event.target.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !Object.hasOwn(edit?.cells ?? {}, cell)) return
        event.preventDefault()
        onChange(row, { [cell]: undefined })
      }}
    />
  )
}

/** A strength has a decimal, a price that has cents has both of them, what is large is grouped. */
const writtenNumber = (cell: NumberCell, value: number, language: 'en' | 'jp'): string => {
  if (cell === 'Abv' && Number.isInteger(value * 10)) return value.toFixed(1)
  const written = numberText(value, language, 4)
  return (cell === 'PackCost' || cell === 'ListPrice') && /\.\d$/.test(written) ? `${written}0` : written
}

/** One of a few answers. */
export const ChoiceCell = (props: CellProps & { cell: 'Supplier' | 'Beverage' | 'Container'; answer: ProductsAnswer }) => {
  const say = useSay(productWords)
  const { row, edit, cell, answer, mayEdit, onChange } = props
  const { isMissing, attributes } = stateOf(props, cell, say)
  const value = String(shownCell(row, edit, cell) ?? '')
  const change = (next: string) => onChange(row, cell === 'Container' ? { Container: next, Draught: next === 'keg' || next === 'cask' } : { [cell]: next })
  const options = optionsOf(cell, answer, say)
  if (!mayEdit) return <span>{options.find(([option]) => option === value)?.[1] || <span className="nil">–</span>}</span>
  return (
    <select
      {...attributes}
      value={value}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange(row, { [cell]: undefined, ...(cell === 'Container' ? { Draught: undefined } : {}) })
      }}
    >
      {(cell !== 'Supplier' || value === '') && <option value="">{isMissing ? say('addCell') : '–'}</option>}
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  )
}

const optionsOf = (cell: 'Supplier' | 'Beverage' | 'Container', answer: ProductsAnswer, say: (key: 'noAlcohol') => string): [string, string][] => {
  if (cell === 'Supplier') return answer.Suppliers.map(({ Name }) => [Name, Name])
  if (cell === 'Beverage') return BEVERAGES.map((one) => [one, say((one === 'none' ? 'noAlcohol' : one) as 'noAlcohol')])
  return CONTAINERS.map((one) => [one, say(one as 'noAlcohol')])
}

/** A few words of a product, such as the supplier's code. */
export const TextCell = (props: CellProps & { cell: 'SupplierCode' | 'Unit' | 'TariffItem'; longest: number }) => {
  const say = useSay(productWords)
  const { row, edit, cell, longest, mayEdit, onChange } = props
  const { attributes } = stateOf(props, cell, say)
  return (
    <input
      {...attributes}
      data-text=""
      maxLength={longest}
      value={String(shownCell(row, edit, cell) ?? '')}
      readOnly={!mayEdit}
      onChange={(event) => onChange(row, { [cell]: event.target.value })}
      onKeyDown={(event) => event.key === 'Escape' && onChange(row, { [cell]: undefined })}
    />
  )
}

/** The sentences about what is wrong in a row, each with what was probably meant. */
export const WrongLines = ({ row, complaints, onChange }: Pick<CellProps, 'row' | 'complaints' | 'onChange'>) => {
  const say = useSay(productWords)
  return complaints
    .filter(({ plu }) => plu === row.Plu)
    .map(({ cell, key, instead }) => (
      <p className={styles.bad} id={wrongId(row.Plu, cell)} key={cell}>
        {say(key)}{' '}
        {instead !== undefined && (
          <>
            {say('didYouMeanBefore')}
            <button type="button" className="text-btn" onClick={() => onChange(row, { [cell]: instead })}>
              {instead}
            </button>
            {say('didYouMeanAfter')}
          </>
        )}
      </p>
    ))
}

/** Whether a product is made of others, so that nobody buys it. */
export const isMade = (row: ProductRow, edit: Edit | undefined): boolean => {
  const parts = shownCell(row, edit, 'Parts') as { Plu: string }[]
  return parts.some(({ Plu }) => Plu !== row.Plu) || shownCell(row, edit, 'Stocked') === false
}
