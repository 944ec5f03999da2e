import { type ReactNode, useState } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { numberText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { SentPart } from './cells.rules.ts'
import { numberOf } from './edits.rules.ts'
import { PickItem } from './pick-item.part.tsx'
import type { ProductPart, ProductRow, ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'
import { takenInAll, takenOf } from './serve.rules.ts'

interface Props {
  row: ProductRow
  parts: readonly SentPart[]
  answer: ProductsAnswer
  mayEdit: boolean
  onChange: (parts: SentPart[]) => void
  since: ReactNode
}

type Item = Pick<ProductRow, 'Plu' | 'Name' | 'VolumeMl' | 'Abv' | 'LastCost'>

/** A mixed drink: what one of it takes of each stock item, and what that makes it cost and hold of alcohol. */
export const Recipe = ({ row, parts, answer, mayEdit, onChange, since }: Props) => {
  const say = useSay(productWords)
  const { language } = useLanguage()
  const text = useStockText(answer.Currency)
  const [picked, setPicked] = useState<readonly Item[]>([])
  const [picking, setPicking] = useState(false)
  const known = parts.map((part) => partOf(part, row, [...picked, ...answer.Products]))
  const all = takenInAll(known)
  const set = (at: number, part: SentPart) => onChange(parts.map((one, i) => (i === at ? part : one)))
  const figure = (value: number | null, digits = 2) => (value === null ? '–' : numberText(value, language, digits))
  return (
    <div className={styles.conv}>
      <div>
        <h2>
          {say('recipeWord')} {since}
        </h2>
        <table className={`plain ${styles.recipe}`}>
          <caption className="sr">{say('recipeOf', { name: row.Name })}</caption>
          <thead>
            <tr>
              <th scope="col">{say('fromStock')}</th>
              <th scope="col" className="num">
                {say('amount')}
              </th>
              <th scope="col" className="num">
                {say('Abv')}
              </th>
              <th scope="col" className="num">
                {say('standardDrinks')}
              </th>
              <th scope="col" className="num">
                {say('cost')}
              </th>
              {mayEdit && <td />}
            </tr>
          </thead>
          <tbody>
            {known.map((part, at) => {
              const taken = takenOf(part)
              const sent = parts[at] as SentPart
              return (
                <tr key={`${part.Plu} ${parts.length}`}>
                  <th scope="row">{part.Name}</th>
                  <td className="num">
                    <Amount name={part.Name} part={sent} mayEdit={mayEdit} onChange={(next) => set(at, next)} />
                  </td>
                  <td className="num">{part.ItemAbv === null ? '–' : part.ItemAbv.toFixed(1)}</td>
                  <td className="num">{figure(taken.standardDrinks)}</td>
                  <td className="num">{taken.cost === null ? '–' : text.money(taken.cost)}</td>
                  {mayEdit && (
                    <td>
                      <button
                        type="button"
                        className="x"
                        aria-label={say('removeNamed', { name: part.Name })}
                        onClick={() => onChange(parts.filter((_, i) => i !== at))}
                      >
                        <Icon name="close" />
                      </button>
                    </td>
                  )}
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr className="sum">
              <th scope="row">{say('oneOf', { name: row.Name })}</th>
              <td className="num">{all.ml === null ? '–' : say('mlText', { n: figure(all.ml) })}</td>
              <td className="num">{all.abv === null ? '–' : all.abv.toFixed(1)}</td>
              <td className="num">{figure(all.standardDrinks)}</td>
              <td className="num">{all.cost === null ? '–' : text.money(all.cost)}</td>
              {mayEdit && <td />}
            </tr>
          </tfoot>
        </table>
      </div>
      <div>
        <h2>{say('whatChanges')}</h2>
        <p className="note">
          {say('takesEach', { what: known.map((part) => partText(part, language)).join(', ') })}{' '}
          {all.alcohol !== null && say('alcohol', { n: figure(all.alcohol, 4) })} {say('holdsFrom', { day: text.day(answer.On) })}
        </p>
        {mayEdit && (
          <p className={styles.acts}>
            <button type="button" className="btn" onClick={() => setPicking(true)}>
              {say('addPart')}
            </button>
          </p>
        )}
      </div>
      {picking && (
        <PickItem
          onClose={() => setPicking(false)}
          onPick={(item) => {
            setPicking(false)
            setPicked([...picked, item])
            onChange([
              ...parts.filter(({ Plu }) => Plu !== '' && Plu !== item.Plu),
              { Plu: item.Plu, ...(item.VolumeMl === null ? { Quantity: '1' } : { VolumeMl: 30 }) },
            ])
          }}
        />
      )}
    </div>
  )
}

const partOf = (part: SentPart, row: ProductRow, items: readonly Item[]): ProductPart => {
  const item = items.find(({ Plu }) => Plu === part.Plu)
  const there = row.Parts.find(({ Plu }) => Plu === part.Plu)
  return {
    Plu: part.Plu,
    Name: item?.Name ?? there?.Name ?? part.Plu,
    VolumeMl: part.VolumeMl ?? null,
    Quantity: part.Quantity === undefined ? null : Number(part.Quantity),
    Loss: part.Loss ?? 0,
    ItemMl: item?.VolumeMl ?? there?.ItemMl ?? null,
    ItemAbv: item?.Abv ?? there?.ItemAbv ?? null,
    ItemCost: item?.LastCost ?? there?.ItemCost ?? null,
  }
}

const partText = ({ Name, VolumeMl, Quantity }: ProductPart, language: 'en' | 'jp'): string =>
  VolumeMl === null ? `${numberText(Quantity ?? 0, language, 4)} × ${Name}` : `${numberText(VolumeMl, language, 2)} ml ${Name}`

/** How much of an item: millilitres, or units of it. */
const Amount = ({ name, part, mayEdit, onChange }: { name: string; part: SentPart; mayEdit: boolean; onChange: (part: SentPart) => void }) => {
  const say = useSay(productWords)
  const isVolume = part.VolumeMl !== undefined
  const { VolumeMl: _v, Quantity: _q, ...others } = part
  return (
    <span className={styles.amount}>
      <input
        className={styles.cell}
        inputMode="decimal"
        readOnly={!mayEdit}
        aria-label={say('amountOf', { name })}
        defaultValue={isVolume ? part.VolumeMl : part.Quantity}
        onChange={(event) => {
          const next = numberOf(event.target.value)
          const amount = next === null || Number.isNaN(next) ? 0 : next
          onChange(isVolume ? { ...others, VolumeMl: amount } : { ...others, Quantity: String(amount) })
        }}
      />
      {mayEdit ? (
        <select
          className={styles.cell}
          aria-label={say('unitOf', { name })}
          value={isVolume ? 'ml' : 'units'}
          onChange={(event) =>
            onChange(event.target.value === 'ml' ? { ...others, VolumeMl: Number(part.Quantity ?? 0) } : { ...others, Quantity: String(part.VolumeMl ?? 0) })
          }
        >
          <option value="ml">ml</option>
          <option value="units">{say('unitsWord')}</option>
        </select>
      ) : (
        <span>{isVolume ? 'ml' : say('unitsWord')}</span>
      )}
    </span>
  )
}
