import { useState } from 'react'
import { productCalls } from '#features/stock/products/products.contract.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import { purchaseWords } from './purchases.messages.ts'
import styles from './purchases.module.css'

/** A line as it is typed. */
export interface TypedLine {
  Plu: string
  Quantity: string
  Cost: string
}

interface Props {
  lines: readonly TypedLine[]
  wrong: (field: string) => string | undefined
  onChange: (lines: readonly TypedLine[]) => void
  onAdd: () => void
}

/** The lines of an invoice while it is entered; products are offered as one types. */
export const InvoiceLines = ({ lines, wrong, onChange, onAdd }: Props) => {
  const say = useSay(purchaseWords)
  const [typed, setTyped] = useState('')
  const { data } = useCall(productCalls.stockProducts, { query: typed.length < 2 ? {} : { Search: typed.slice(0, 100) } } as never)
  const names = new Map(data?.Products.map(({ Plu, Name }) => [Plu, Name]))
  const set = (at: number, change: Partial<TypedLine>) => onChange(lines.map((line, i) => (i === at ? { ...line, ...change } : line)))
  return (
    <>
      <datalist id="invoice-products">
        {data?.Products.map(({ Plu, Name }) => (
          <option key={Plu} value={Plu}>
            {Name}
          </option>
        ))}
      </datalist>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own while they are typed.
        <fieldset className={styles.entered} key={at}>
          <legend>{say('line', { n: at + 1 })}</legend>
          <Field
            label={say('product')}
            small
            list="invoice-products"
            value={line.Plu}
            hint={names.get(line.Plu)}
            // A product that is there by now is no longer unknown, whoever added it.
            wrong={names.has(line.Plu.trim()) ? undefined : wrong(`Lines.${at}.Plu`)}
            onChange={(Plu) => {
              set(at, { Plu })
              setTyped(Plu.trim())
            }}
          />
          <Field
            label={say('units')}
            small
            inputMode="decimal"
            value={line.Quantity}
            wrong={wrong(`Lines.${at}.Quantity`)}
            onChange={(Quantity) => set(at, { Quantity })}
          />
          <Field
            label={say('costExGst')}
            small
            inputMode="decimal"
            value={line.Cost}
            wrong={wrong(`Lines.${at}.Cost`)}
            onChange={(Cost) => set(at, { Cost })}
          />
          {lines.length > 1 && (
            <button type="button" className="btn" aria-label={say('removeLine', { n: at + 1 })} onClick={() => onChange(lines.filter((_, i) => i !== at))}>
              <Icon name="close" />
            </button>
          )}
        </fieldset>
      ))}
      <p className={styles.add}>
        <button type="button" className="btn" onClick={onAdd}>
          {say('addLine')}
        </button>
      </p>
    </>
  )
}
