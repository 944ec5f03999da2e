import { useStockText } from '#features/stock/stock-text.part.ts'
import { useSay } from '#ui/language.tsx'
import { numberOf } from './changes.rules.ts'
import type { ProductChange, ProductRow, ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

type Sent = NonNullable<ProductChange['Parts']>[number]

interface Props {
  row: ProductRow
  answer: ProductsAnswer
  /** As they are to be, where they were changed. */
  parts: readonly Sent[] | undefined
  mayEdit: boolean
  onChange: (parts: Sent[]) => void
}

const sentOf = ({ Plu, VolumeMl, Quantity, Loss }: ProductRow['Parts'][number]): Sent => ({
  Plu,
  ...(VolumeMl === null ? {} : { VolumeMl }),
  ...(Quantity === null ? {} : { Quantity: String(Quantity) }),
  ...(Loss > 0 ? { Loss } : {}),
})

/** What one sale takes from stock: a volume poured or units of stock items, with what this changes beside it. */
export const ProductParts = ({ row, answer, parts, mayEdit, onChange }: Props) => {
  const say = useSay(productWords)
  const text = useStockText(answer.Currency)
  const shown = parts ?? row.Parts.map(sentOf)
  const set = (at: number, change: Partial<Sent>) => onChange(shown.map((part, i) => (i === at ? { ...part, ...change } : part)))
  const nameOf = (plu: string) => answer.Products.find(({ Plu }) => Plu === plu)?.Name ?? row.Parts.find(({ Plu }) => Plu === plu)?.Name ?? ''
  return (
    <div className={styles.parts}>
      <div>
        <h3>
          {say('recipe')} {row.Since !== null && row.Since > '0002' && <small>{say('since', { day: text.day(row.Since) })}</small>}
        </h3>
        {shown.length === 0 && <p className="note">{row.Stocked ? say('soldWhole') : say('notStocked')}</p>}
        {shown.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own while they are typed.
          <div className={styles.part} key={at}>
            <label>
              <small>{say('fromStock')}</small>
              <input value={part.Plu} readOnly={!mayEdit} onChange={(event) => set(at, { Plu: event.target.value })} />
              <small>{nameOf(part.Plu)}</small>
            </label>
            <label>
              <small>{say('ml')}</small>
              <input
                inputMode="decimal"
                readOnly={!mayEdit}
                defaultValue={part.VolumeMl ?? ''}
                onChange={(event) => {
                  const { Quantity: _, ...others } = part
                  const ml = numberOf(event.target.value)
                  onChange(shown.map((one, i) => (i === at ? { ...others, ...(ml === null || Number.isNaN(ml) ? {} : { VolumeMl: ml }) } : one)))
                }}
              />
            </label>
            <label>
              <small>{say('units')}</small>
              <input
                inputMode="decimal"
                readOnly={!mayEdit}
                defaultValue={part.Quantity ?? ''}
                onChange={(event) => {
                  const { VolumeMl: _, ...others } = part
                  onChange(shown.map((one, i) => (i === at ? { ...others, ...(event.target.value === '' ? {} : { Quantity: event.target.value }) } : one)))
                }}
              />
            </label>
            <label>
              <small>{say('loss')}</small>
              <input
                inputMode="decimal"
                readOnly={!mayEdit}
                defaultValue={part.Loss ?? ''}
                onChange={(event) => set(at, { Loss: numberOf(event.target.value) ?? 0 })}
              />
            </label>
            {mayEdit && (
              <button type="button" className="btn" onClick={() => onChange(shown.filter((_, i) => i !== at))}>
                {say('removePart')}
              </button>
            )}
          </div>
        ))}
        {mayEdit && (
          <button type="button" className="btn" onClick={() => onChange([...shown, { Plu: row.Container === 'keg' ? row.Plu : '', VolumeMl: 425 }])}>
            {say('addPart')}
          </button>
        )}
      </div>
      <div>
        <h3>{say('whatChanges')}</h3>
        <p className="note">
          {row.ServeCost !== null && say('serve', { cost: text.sum(row.ServeCost) })} {row.StandardDrinks !== null && say('drinks', { n: row.StandardDrinks })}
        </p>
        <p className="note">{say('holdsFrom', { day: text.day(answer.On) })}</p>
      </div>
    </div>
  )
}
