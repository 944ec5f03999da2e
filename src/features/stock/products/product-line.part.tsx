import { useState } from 'react'
import { BEVERAGES, CONTAINERS } from '#features/stock/spec.rules.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type Changes, type NumberCell, numberOf } from './changes.rules.ts'
import { ProductParts } from './product-parts.part.tsx'
import type { ProductRow, ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

interface Props {
  row: ProductRow
  answer: ProductsAnswer
  mayEdit: boolean
  change: Changes[string]
  onChange: (part: Changes[string]) => void
}

/** A product as a row of cells, and what it is made of opened under it. */
export const ProductLine = ({ row, answer, mayEdit, change, onChange }: Props) => {
  const say = useSay(productWords)
  const [isOpen, setOpen] = useState(false)
  const number = (name: NumberCell) => (
    <td data-label={say(name)}>
      <NumberCellInput
        name={name}
        label={`${row.Name}: ${say(name)}`}
        value={name in change ? (change[name] as number | null) : row[name]}
        isMissing={(row.Missing as readonly string[]).includes(name)}
        isChanged={change[name] !== undefined}
        mayEdit={mayEdit}
        onChange={(value) => onChange({ [name]: value })}
      />
    </td>
  )
  return (
    <>
      <tr>
        <th scope="row">
          {row.Name}
          <small>PLU {row.Plu}</small>
        </th>
        <td data-label={say('Supplier')}>
          <Choice
            label={`${row.Name}: ${say('Supplier')}`}
            value={change.Supplier ?? row.Supplier}
            options={[['', say('none')], ...answer.Suppliers.map(({ Name }) => [Name, Name] as const)]}
            isMissing={row.Missing.includes('Supplier')}
            isChanged={change.Supplier !== undefined}
            mayEdit={mayEdit}
            onChange={(Supplier) => Supplier !== '' && onChange({ Supplier })}
          />
        </td>
        {number('PackSize')}
        {number('OrderMinimum')}
        {number('LeadDays')}
        {number('Least')}
        {number('Most')}
        <td data-label={say('Beverage')}>
          <Choice
            label={`${row.Name}: ${say('Beverage')}`}
            value={change.Beverage ?? row.Beverage}
            options={[['', '–'], ...BEVERAGES.map((one) => [one, say(one === 'none' ? 'noAlcohol' : one)] as const)]}
            isMissing={false}
            isChanged={change.Beverage !== undefined}
            mayEdit={mayEdit}
            onChange={(Beverage) => onChange({ Beverage: Beverage as ProductRow['Beverage'] })}
          />
        </td>
        {number('Abv')}
        {number('VolumeMl')}
        <td data-label={say('Container')}>
          <Choice
            label={`${row.Name}: ${say('Container')}`}
            value={change.Container ?? row.Container}
            options={[['', '–'], ...CONTAINERS.map((one) => [one, say(one)] as const)]}
            isMissing={false}
            isChanged={change.Container !== undefined}
            mayEdit={mayEdit}
            onChange={(Container) => onChange({ Container: Container as ProductRow['Container'], Draught: Container === 'keg' || Container === 'cask' })}
          />
        </td>
        <td data-label={say('Made')}>
          <button type="button" className={styles.made} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Made row={row} isChanged={change.Parts !== undefined} />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.opened}>
          <td colSpan={12}>
            <ProductParts row={row} answer={answer} parts={change.Parts} mayEdit={mayEdit} onChange={(Parts) => onChange({ Parts })} />
          </td>
        </tr>
      )}
    </>
  )
}

const Made = ({ row, isChanged }: { row: ProductRow; isChanged: boolean }) => {
  const say = useSay(productWords)
  const { language } = useLanguage()
  const [only] = row.Parts
  if (isChanged) return <b>{say('edit')}</b>
  if (row.Missing.includes('Parts')) return <b className={styles.missingText}>{say('addCell')}</b>
  if (!only) return row.Stocked ? say('soldWhole') : say('notStocked')
  if (row.Parts.length > 1) return say('partsOf', { n: row.Parts.length })
  return only.VolumeMl === null ? `${only.Quantity} × ${only.Name}` : say('poured', { ml: numberText(only.VolumeMl, language, 2), name: only.Name })
}

interface CellProps {
  label: string
  isMissing: boolean
  isChanged: boolean
  mayEdit: boolean
}

const cellClass = ({ isMissing, isChanged }: CellProps, isWrong: boolean) =>
  [styles.cell, isMissing && !isChanged ? styles.missing : '', isChanged ? styles.dirty : '', isWrong ? styles.wrong : ''].join(' ')

const NumberCellInput = (props: CellProps & { name: NumberCell; value: number | null; onChange: (value: number | null | undefined) => void }) => {
  const say = useSay(productWords)
  const { name, value, label, isMissing, mayEdit, onChange } = props
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (value === null ? '' : String(value))
  const isWrong = typed !== undefined && Number.isNaN(numberOf(typed))
  return (
    <input
      className={cellClass(props, isWrong)}
      data-cell={name}
      inputMode="decimal"
      value={shown}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      placeholder={isMissing ? say('addCell') : ''}
      readOnly={!mayEdit}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = numberOf(event.target.value)
        if (!Number.isNaN(next)) onChange(next)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        setTyped(undefined)
        onChange(undefined)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

const Choice = (props: CellProps & { value: string; options: readonly (readonly [string, string])[]; onChange: (value: string) => void }) => (
  <select
    className={cellClass(props, false)}
    value={props.value}
    aria-label={props.label}
    disabled={!props.mayEdit}
    onChange={(event) => props.onChange(event.target.value)}
  >
    {props.options.map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)
