import { type ReactNode, useState } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { CellProps } from './cell.part.tsx'
import type { SentPart } from './cells.rules.ts'
import { type Edited, type Edits, numberIn, numberOf, shownCell } from './edits.rules.ts'
import { Labelled } from './opened-product.part.tsx'
import { PickItem } from './pick-item.part.tsx'
import type { ProductPart, ProductRow, ProductsAnswer } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'
import { takenOf } from './serve.rules.ts'

interface Props extends Pick<CellProps, 'mayEdit' | 'onChange'> {
  /** What is poured from, where its row is at hand. */
  item: ProductRow | undefined
  /** What is poured. */
  glass: Edited
  part: ProductPart
  answer: ProductsAnswer
  edits: Edits
  since: ReactNode
}

/** A keg divided into glasses: what it holds, what a glass takes, what is lost on the way, and what that makes a glass cost. */
export const Pour = ({ item, glass, part, answer, edits, mayEdit, onChange, since }: Props) => {
  const say = useSay(productWords)
  const { language } = useLanguage()
  const text = useStockText(answer.Currency)
  const [picking, setPicking] = useState(false)
  const [sent = { Plu: part.Plu }] = shownCell(glass, edits[glass.Plu], 'Parts') as SentPart[]
  const from = item ?? answer.Products.find(({ Plu }) => Plu === sent.Plu)
  const itemMl = from ? numberIn(from, edits[from.Plu], 'VolumeMl') : part.ItemMl
  const itemAbv = from ? numberIn(from, edits[from.Plu], 'Abv') : part.ItemAbv
  const ItemCost = from?.LastCost ?? part.ItemCost
  const Loss = sent.Loss ?? 0
  const VolumeMl = sent.VolumeMl ?? null
  const now = takenOf({ VolumeMl, Quantity: null, Loss, ItemMl: itemMl, ItemAbv: itemAbv, ItemCost })
  const whole = itemMl !== null && VolumeMl ? itemMl / VolumeMl : null
  const toSell = whole === null || Loss >= 100 ? null : whole * (1 - Loss / 100)
  const change = (changed: Partial<SentPart>) => onChange(glass, { Parts: [{ ...sent, ...changed }] })
  const figure = (value: number | null) => (value === null ? '–' : numberText(value, language, 2))
  const name = from?.Name ?? (part.Name || sent.Plu)
  return (
    <div className={styles.conv}>
      <div>
        <h2>
          {glass.Plu === sent.Plu ? say('pourOwn', { name }) : say('pour', { item: name || '…', glass: glass.Name })} {since}
        </h2>
        <div className={styles.sumline}>
          <Labelled label={say('boughtAs')}>
            {(id) => (
              <span>
                <input
                  id={id}
                  className={styles.cell}
                  inputMode="decimal"
                  readOnly={!mayEdit || !from}
                  key={from?.Plu ?? 'none'}
                  defaultValue={itemMl === null ? '' : String(itemMl / 1000)}
                  onChange={(event) => from && onChange(from, { VolumeMl: mlText(event.target.value) })}
                />{' '}
                L
              </span>
            )}
          </Labelled>
          <span aria-hidden="true">÷</span>
          <Labelled label={say('pouredAs')}>
            {(id) => (
              <span>
                <input
                  id={id}
                  className={styles.cell}
                  inputMode="decimal"
                  readOnly={!mayEdit}
                  defaultValue={VolumeMl === null ? '' : String(VolumeMl / 1000)}
                  onChange={(event) => change({ VolumeMl: ml(event.target.value) })}
                />{' '}
                L
              </span>
            )}
          </Labelled>
          <span aria-hidden="true">=</span>
          <div>
            <small>{say('perKeg')}</small>
            <b>{figure(whole)}</b>
          </div>
          <span aria-hidden="true">−</span>
          <Labelled label={say('lineLoss')}>
            {(id) => (
              <input
                id={id}
                className={styles.cell}
                inputMode="decimal"
                readOnly={!mayEdit}
                defaultValue={String(Loss)}
                onChange={(event) => {
                  const next = numberOf(event.target.value) ?? 0
                  if (!Number.isNaN(next)) change({ Loss: next })
                }}
              />
            )}
          </Labelled>
          <span aria-hidden="true">=</span>
          <div>
            <small>{say('toSell')}</small>
            <b>{figure(toSell)}</b>
          </div>
        </div>
        {VolumeMl !== null && itemMl !== null && VolumeMl > itemMl && <p className={styles.bad}>{say('glassTooLarge', { name })}</p>}
        {mayEdit && glass.Plu !== item?.Plu && !item && (
          <p className={styles.acts}>
            <button type="button" className="btn" onClick={() => setPicking(true)}>
              {say(sent.Plu === '' ? 'chooseItem' : 'chooseOther')}
            </button>
          </p>
        )}
      </div>
      <div>
        <h2>{say('whatChanges')}</h2>
        <p className="note">
          {now.cost !== null &&
            ItemCost !== null &&
            say('costOfGlass', { item: text.money(ItemCost), glasses: figure(toSell), cost: text.sum(Math.round(now.cost * 100) / 100) })}{' '}
          {now.standardDrinks !== null && say('drinks', { n: figure(now.standardDrinks) })}{' '}
          {now.alcohol !== null && say('alcohol', { n: numberText(now.alcohol, language, 4) })}
          {now.alcohol === null && say('noAbvYet')} {say('holdsFrom', { day: text.day(answer.On) })}
        </p>
      </div>
      {picking && (
        <PickItem
          onClose={() => setPicking(false)}
          onPick={({ Plu }) => {
            setPicking(false)
            change({ Plu })
          }}
        />
      )}
    </div>
  )
}

/** Litres as they were typed, in millilitres; a volume that cannot be read is none, which is refused. */
const ml = (litres: string): number => {
  const number = numberOf(litres)
  return number === null || Number.isNaN(number) ? 0 : Math.round(number * 1_000_000) / 1000
}
const mlText = (litres: string): string => (numberOf(litres) === null ? '' : Number.isNaN(numberOf(litres)) ? litres : String(ml(litres)))
