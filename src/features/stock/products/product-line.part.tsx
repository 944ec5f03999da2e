import { numberText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { type CellProps, ChoiceCell, isMade, NumberCellField, WrongLines } from './cell.part.tsx'
import type { NumberCell, SentPart } from './cells.rules.ts'
import { type Edits, shownCell } from './edits.rules.ts'
import { OpenedProduct } from './opened-product.part.tsx'
import type { ProductRow, ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

export interface LineProps extends Pick<CellProps, 'complaints' | 'mayEdit' | 'onChange'> {
  row: ProductRow
  answer: ProductsAnswer
  edits: Edits
  /** Whether min and max of a location stand in the table. */
  hasLevels: boolean
  isOpen: boolean
  onOpen: () => void
}

/** A product as a row of cells, what is wrong with them, and what it is made of opened under it. */
export const ProductLine = (props: LineProps) => {
  const say = useSay(productWords)
  const { row, answer, edits, complaints, mayEdit, onChange, hasLevels, isOpen, onOpen } = props
  const edit = edits[row.Plu]
  const cell = { row, edit, missing: row.Missing, complaints, mayEdit, onChange }
  const columns = hasLevels ? 12 : 10
  const made = isMade(row, edit)
  const bought = (name: NumberCell) => <td className="num">{made ? <MadeHere /> : <NumberCellField {...cell} cell={name} />}</td>
  const isWrong = complaints.some(({ plu }) => plu === row.Plu)
  return (
    <>
      <tr className={isOpen ? styles.openRow : undefined}>
        <th scope="row">
          <button type="button" className={styles.name} aria-expanded={isOpen} onClick={onOpen}>
            {row.Name}
          </button>
          <small>PLU {row.Plu}</small>
        </th>
        <td>{made ? <MadeHere /> : <ChoiceCell {...cell} cell="Supplier" answer={answer} />}</td>
        {bought('PackSize')}
        {bought('OrderMinimum')}
        {bought('LeadDays')}
        {hasLevels && bought('Least')}
        {hasLevels && bought('Most')}
        <td>{made ? <MadeHere /> : <ChoiceCell {...cell} cell="Beverage" answer={answer} />}</td>
        <td className="num">{made ? <MadeHere /> : <NumberCellField {...cell} cell="Abv" />}</td>
        <td className="num">
          <NumberCellField {...cell} cell="VolumeMl" />
        </td>
        <td>{made ? <span className={styles.plainCell}>{say('recipeWord')}</span> : <ChoiceCell {...cell} cell="Container" answer={answer} />}</td>
        <td>
          <button type="button" className={styles.made} onClick={onOpen}>
            <Made row={row} parts={shownCell(row, edit, 'Parts') as SentPart[]} isStocked={shownCell(row, edit, 'Stocked') !== false} />
          </button>
        </td>
      </tr>
      {isWrong && (
        <tr className={styles.errline}>
          <td colSpan={columns}>
            <WrongLines row={row} complaints={complaints} onChange={onChange} />
          </td>
        </tr>
      )}
      {isOpen && (
        <tr className={styles.opened}>
          <td colSpan={columns}>
            <OpenedProduct {...cell} row={row} answer={answer} edits={edits} />
          </td>
        </tr>
      )}
    </>
  )
}

const MadeHere = () => {
  const say = useSay(productWords)
  return (
    <>
      <span className={`nil ${styles.plainCell}`} aria-hidden="true">
        –
      </span>
      <span className="sr">{say('madeHere')}</span>
    </>
  )
}

/** What a product is made of or poured as, in a few words. */
export const Made = ({ row, parts, isStocked }: { row: ProductRow; parts: readonly SentPart[]; isStocked: boolean }) => {
  const say = useSay(productWords)
  const { language } = useLanguage()
  const [only] = parts
  if (parts.length > 1) return say('partsOf', { n: parts.length })
  if (only) {
    const name = row.Parts.find(({ Plu }) => Plu === only.Plu)?.Name ?? only.Plu
    if (only.VolumeMl === undefined) return `${only.Quantity ?? ''} × ${name}`
    return only.Plu === row.Plu
      ? say('pouredOf', { ml: numberText(only.VolumeMl, language, 2) })
      : say('poured', { ml: numberText(only.VolumeMl, language, 2), name })
  }
  const [glass, ...others] = row.UsedBy
  if (glass) {
    const [pour, ...more] = glass.Parts
    const isPour = more.length === 0 && pour?.VolumeMl != null
    const name = isPour ? `${glass.Name} ${say('mlText', { n: numberText(pour.VolumeMl ?? 0, language, 2) })}` : say('usedIn', { name: glass.Name })
    return others.length === 0 ? name : say('andMore', { name, n: others.length })
  }
  if (row.Missing.includes('Parts'))
    return (
      <b className={styles.missingText}>
        <Icon name="alert" /> {say('addParts')}
      </b>
    )
  return isStocked ? say('soldWhole') : say('notStocked')
}
