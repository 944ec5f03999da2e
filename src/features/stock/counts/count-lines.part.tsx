import { useState } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { plainNumber } from '#shared/typed-number.ts'
import { useSay } from '#ui/language.tsx'
import { countWords } from './counts.messages.ts'
import styles from './counts.module.css'

interface Product {
  Plu: string
  Name: string
  Unit: string
  PackSize: number | null
}

interface Props {
  products: readonly Product[]
  quantities: Readonly<Record<string, number>>
  onCount: (plu: string, quantity: number | undefined) => void
}

/** The products of a section, one under the other: packs and single units where it comes in packs. */
export const CountLines = ({ products, quantities, onCount }: Props) => {
  const say = useSay(countWords)
  const missing = products.filter(({ Plu }) => quantities[Plu] === undefined)
  return (
    <>
      <p className={styles.hint}>{say('blind')}</p>
      <ul className={styles.lines}>
        {products.map((product) => (
          <Line key={product.Plu} product={product} quantity={quantities[product.Plu]} onCount={(quantity) => onCount(product.Plu, quantity)} />
        ))}
      </ul>
      {missing.length > 0 && (
        <button type="button" className="btn" onClick={() => missing.map(({ Plu }) => onCount(Plu, 0))}>
          {say.count('restIsZero', missing.length)}
        </button>
      )}
    </>
  )
}

const Line = ({ product, quantity, onCount }: { product: Product; quantity: number | undefined; onCount: (quantity: number | undefined) => void }) => {
  const say = useSay(countWords)
  const text = useStockText('AUD')
  const size = product.PackSize !== null && product.PackSize > 1 ? product.PackSize : undefined
  const whole = size && quantity !== undefined ? Math.floor(quantity / size + 1e-9) : 0
  const [packs, setPacks] = useState(quantity === undefined || !size ? '' : String(whole))
  const [units, setUnits] = useState(quantity === undefined ? '' : String(Math.round((quantity - whole * (size ?? 0)) * 10_000) / 10_000))
  // What "the rest is 0" says is shown; what was typed is not written over.
  const shownUnits = units === '' && packs === '' && quantity === 0 ? '0' : units
  const tell = (nextPacks: string, nextUnits: string) => {
    setPacks(nextPacks)
    setUnits(nextUnits)
    const sum = Number(nextPacks || 0) * (size ?? 0) + Number(nextUnits || 0)
    onCount(nextPacks === '' && nextUnits === '' ? undefined : Math.round(sum * 10_000) / 10_000)
  }
  const number = (typed: string) => plainNumber(typed).replace(/[^\d.]/g, '')
  return (
    <li>
      <p>
        <b>{product.Name}</b>
        <small>PLU {product.Plu}</small>
      </p>
      {size && (
        <label>
          <input inputMode="numeric" value={packs} onChange={(event) => tell(number(event.target.value).replace('.', ''), units)} />
          <small>{say('packsOf', { size: text.quantity(size) })}</small>
        </label>
      )}
      <label>
        <input
          inputMode="decimal"
          value={shownUnits}
          onChange={(event) => tell(packs, number(event.target.value))}
          aria-label={`${product.Name}: ${text.unit(product.Unit, 2)}`}
        />
        <small>{text.unit(product.Unit, 2)}</small>
      </label>
    </li>
  )
}
