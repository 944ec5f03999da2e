import { useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { useSettled } from '#ui/settled.ts'
import { useCall } from '#ui/use-call.ts'
import { type ProductRow, productCalls } from './products.contract.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

const SHOWN = 30

/** Chooses a stock item: what is kept in stock and not made of others. */
export const PickItem = ({ onPick, onClose }: { onPick: (item: ProductRow) => void; onClose: () => void }) => {
  const say = useSay(productWords)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { data } = useCall(productCalls.stockProducts, { query: { ...(search === '' ? {} : { Search: search.slice(0, 100) }), Take: '200' } } as never, {
    keepLast: true,
  })
  const items = (data?.Products ?? []).filter(({ Stocked, Parts, Plu }) => Stocked && Parts.every((part) => part.Plu === Plu)).slice(0, SHOWN)
  return (
    <Modal title={say('chooseItem')} onClose={onClose}>
      <div className="field">
        <label htmlFor="pick-item">{say('search')}</label>
        <input id="pick-item" type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </div>
      <ul className={styles.picks}>
        {items.map((item) => (
          <li key={item.Plu}>
            <button type="button" onClick={() => onPick(item)}>
              {item.Name} <small>PLU {item.Plu}</small>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
