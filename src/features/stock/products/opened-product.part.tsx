import { useId } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type CellProps, NumberCellField, TextCell } from './cell.part.tsx'
import type { NumberCell, SentPart } from './cells.rules.ts'
import { type Edits, shownCell } from './edits.rules.ts'
import { Pour } from './pour.part.tsx'
import type { ProductRow, ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'
import { Recipe } from './recipe.part.tsx'

interface Props extends CellProps {
  row: ProductRow
  answer: ProductsAnswer
  edits: Edits
}

/** What one sale of a product takes from stock, what is poured from it, and the rest of what it is bought as. */
export const OpenedProduct = (props: Props) => {
  const say = useSay(productWords)
  const text = useStockText(props.answer.Currency)
  const { row, edit, answer, edits, mayEdit, onChange } = props
  const parts = shownCell(row, edit, 'Parts') as SentPart[]
  const isStocked = shownCell(row, edit, 'Stocked') !== false
  const [only] = parts
  const isPour = parts.length === 1 && only?.VolumeMl !== undefined
  const kind = parts.length > 0 ? 'made' : isStocked ? 'whole' : 'nothing'
  const become = (next: string) => {
    const isKeg = row.Container === 'keg' || row.Container === 'cask'
    // Whether it is kept in stock itself follows from what it is made of.
    if (next === 'made') onChange(row, { Parts: [{ Plu: isKeg ? row.Plu : '', VolumeMl: 425 }], Stocked: undefined })
    else onChange(row, { Parts: [], Stocked: next === 'whole' })
  }
  const since = row.Since !== null && row.Since > '1900' && <small>{say('since', { day: text.day(row.Since) })}</small>
  return (
    <div className={styles.inside}>
      {row.UsedBy.map((glass) =>
        glass.Parts.length === 1 && glass.Parts[0]?.VolumeMl != null ? (
          <Pour
            key={glass.Plu}
            item={row}
            glass={glass}
            part={glass.Parts[0]}
            answer={answer}
            edits={edits}
            mayEdit={mayEdit}
            onChange={onChange}
            since={since}
          />
        ) : (
          <p key={glass.Plu} className="note">
            {say('alsoIn', { name: glass.Name })}
          </p>
        ),
      )}
      {isPour && only ? (
        <Pour
          item={only.Plu === row.Plu ? row : undefined}
          glass={row}
          part={row.Parts.find(({ Plu }) => Plu === only.Plu) ?? { ...EMPTY, Plu: only.Plu, Name: only.Plu, VolumeMl: only.VolumeMl ?? null }}
          answer={answer}
          edits={edits}
          mayEdit={mayEdit}
          onChange={onChange}
          since={since}
        />
      ) : (
        parts.length > 0 && <Recipe row={row} parts={parts} answer={answer} mayEdit={mayEdit} onChange={(Parts) => onChange(row, { Parts })} since={since} />
      )}
      {mayEdit && (
        <p className={styles.kinds}>
          <small aria-hidden="true">{say('whatASaleTakes')}</small>
          <Segmented
            label={say('whatASaleTakes')}
            value={kind}
            options={[
              { value: 'whole', label: say('soldWhole') },
              { value: 'made', label: say('madeOf') },
              { value: 'nothing', label: say('notStocked') },
            ]}
            onChange={(next) => next !== kind && become(next)}
          />
          {isPour && only && (
            <button type="button" className="btn" onClick={() => onChange(row, { Parts: [...parts, { Plu: '', VolumeMl: 30 }] })}>
              {say('addPart')}
            </button>
          )}
        </p>
      )}
      <More {...props} />
      {parts.length === 0 && row.UsedBy.length === 0 && <p className="note">{say('holdsFrom', { day: text.day(answer.On) })}</p>}
    </div>
  )
}

const EMPTY = { Quantity: null, Loss: 0, ItemMl: null, ItemAbv: null, ItemCost: null }

/** What the table has no room for. */
const More = (props: Props) => {
  const say = useSay(productWords)
  const { answer } = props
  const { row, edit } = props
  const mayHoldTobacco = ['', 'none'].includes(String(shownCell(row, edit, 'Beverage'))) && (shownCell(row, edit, 'Parts') as SentPart[]).length === 0
  const numbers: NumberCell[] = ['PackCost', 'ListPrice']
  return (
    <div className={styles.more}>
      {numbers.map((cell) => (
        <Labelled key={cell} label={say(cell === 'PackCost' ? 'packCostIn' : 'listPriceIn', { currency: answer.Currency })}>
          {(id) => <NumberCellField {...props} cell={cell} labelledBy={id} />}
        </Labelled>
      ))}
      <Labelled label={say('SupplierCode')}>{(id) => <TextCell {...props} cell="SupplierCode" longest={64} labelledBy={id} />}</Labelled>
      <Labelled label={say('Unit')}>{(id) => <TextCell {...props} cell="Unit" longest={40} labelledBy={id} />}</Labelled>
      {mayHoldTobacco &&
        (['Sticks', 'TobaccoGrams'] as const).map((cell) => (
          <Labelled key={cell} label={say(cell)}>
            {(id) => <NumberCellField {...props} cell={cell} labelledBy={id} />}
          </Labelled>
        ))}
      <Labelled label={say('TariffItem')}>{(id) => <TextCell {...props} cell="TariffItem" longest={20} labelledBy={id} />}</Labelled>
    </div>
  )
}

/** A small field with its name over it. */
export const Labelled = ({ label, children }: { label: string; children: (id: string) => React.ReactNode }) => {
  const id = useId()
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
