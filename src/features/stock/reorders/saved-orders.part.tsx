import { useState } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { OrderRefusal } from './order-refusal.part.tsx'
import { type Order, orderCalls } from './orders.contract.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import styles from './reorders.module.css'
import { type SavedOrder, savedOrderCalls } from './saved-orders.contract.ts'
import type { OrderList } from './use-order-list.part.ts'

interface Props {
  saved: readonly SavedOrder[]
  list: OrderList
  mayEdit: boolean
  onMade: (orders: readonly Order[]) => void
  onChanged: () => void
}

/** Order lists that are saved for later, by whomever: gone on with, made or thrown away. */
export const SavedOrders = ({ saved, list, mayEdit, onMade, onChanged }: Props) => {
  const say = useSay(reorderScreenWords)
  const [dropping, setDropping] = useState<SavedOrder>()
  const make = useSend(orderCalls.makeOrders, { quiet: true, onDone: ({ Orders }) => onMade(Orders) })
  const drop = useSend(savedOrderCalls.dropSavedOrder, {
    quiet: true,
    onDone: (_, sent) => {
      list.letGo(String(sent.params.savedId))
      setDropping(undefined)
      onChanged()
    },
  })
  if (saved.length === 0 && !make.error) return null
  return (
    <section className={styles.supplier} aria-label={say('savedTitle')}>
      <div className="bar-head">
        <h2>{say('savedTitle')}</h2>
        <p className={styles.due}>{say('savedHint')}</p>
      </div>
      <OrderRefusal error={make.error} />
      <ul className={styles.saved}>
        {saved.map((one) => (
          <li key={one.SavedId}>
            <Told one={one} isContinued={list.continued.some(({ SavedId, Version }) => SavedId === one.SavedId && Version === one.Version)} />
            {mayEdit && (
              <span className={styles.acts}>
                <button type="button" className="btn" onClick={() => list.goOn(one)}>
                  {say('continue')}
                </button>
                <button
                  type="button"
                  className="btn"
                  disabled={one.Packs === 0 || make.isPending}
                  onClick={() => make.mutate({ body: bodyOf(one) }, { onError: onChanged })}
                >
                  {say.count('makeLists', 1)}
                </button>
                <button
                  type="button"
                  className="btn"
                  onClick={() => {
                    drop.reset()
                    setDropping(one)
                  }}
                >
                  {say('throwAway')}
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {dropping && (
        <AskFirst
          title={say('throwAwayTitle', { supplier: dropping.Supplier })}
          verb={say('throwAway')}
          busy={drop.isPending}
          error={drop.error}
          onClose={() => setDropping(undefined)}
          onDo={() => drop.mutate({ params: { savedId: dropping.SavedId }, query: { Version: String(dropping.Version) } as never }, { onError: onChanged })}
        >
          <p>{say('throwAwayHint')}</p>
        </AskFirst>
      )}
    </section>
  )
}

/** The list as it is saved, to be made as it is. */
const bodyOf = ({ LocationId, SupplierId, SavedId, Version, Note, Lines }: SavedOrder) => ({
  LocationId,
  Lines: Lines.filter(({ Packs }) => Packs > 0).map(({ Plu, Packs }) => ({ Plu, Packs })),
  Notes: Note === '' ? [] : [{ SupplierId, Note }],
  Known: [{ SavedId, Version }],
})

const Told = ({ one, isContinued }: { one: SavedOrder; isContinued: boolean }) => {
  const say = useSay(reorderScreenWords)
  const text = useStockText(one.Currency)
  const at = text.at(one.SavedAt, one.LocationId)
  return (
    <p>
      <b>{one.Supplier}</b> {[say.count('packs', one.Packs), one.Cost === null ? '' : text.sum(one.Cost)].filter(Boolean).join(', ')}
      <small>{one.SavedBy === null ? say('savedAtTime', { at }) : say('savedBy', { name: one.SavedBy, at })}</small>
      {one.Note !== '' && <small>{one.Note}</small>}
      {isContinued && (
        <small>
          <b>{say('goingOn')}</b>
        </small>
      )}
    </p>
  )
}
