import { useState } from 'react'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { useCardsChanged } from './card-calls.part.ts'
import { maskedNumber } from './card-number.rules.ts'
import { cardPath, useCardText } from './card-text.part.tsx'
import { type Details, loyalty } from './loyalty.contract.ts'
import { DonePanel, Steps } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'
import styles from './moves.module.css'
import { ReplaceFields } from './replace-fields.part.tsx'

/** A replacement that may be made. */
export interface Replacement {
  old: Details
  number: string
  locationId: number
  comments: string
}

interface Replaced {
  old: Details
  card: Details
}

/** A new card takes the place of another. `fixed`: of the card whose screen it is; `number`: the new card's, where it is known. */
export const ReplaceForm = ({ fixed, number = '' }: { fixed?: Details; number?: string }) => {
  const [draft, setDraft] = useState({ old: fixed, number, locationId: 0, comments: '' })
  const [review, setReview] = useState<Replacement>()
  const [done, setDone] = useState<Replaced>()
  return (
    <>
      <Steps first="stepCards" at={done ? 2 : review ? 1 : 0} />
      {done ? (
        <Done {...done} />
      ) : review ? (
        <Review replacement={review} onBack={() => setReview(undefined)} onDone={setDone} />
      ) : (
        <ReplaceFields draft={draft} onChange={setDraft} onReview={setReview} />
      )}
    </>
  )
}

const Review = ({ replacement, onBack, onDone }: { replacement: Replacement; onBack: () => void; onDone: (done: Replaced) => void }) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const changed = useCardsChanged()
  const { old, number, locationId, comments } = replacement
  const send = useSend(loyalty.replaceCard, {
    quiet: true,
    onDone: ({ Details: card }) => {
      onDone({ old, card })
      return changed()
    },
  })
  const replace = () =>
    send.mutate({ params: { old: old.CardNumber, new: number }, body: { LocationId: locationId, ...(comments ? { Comments: comments } : {}) } })
  const moves = [
    old.Owed > 0 ? say('movesOwed', { points: text.points(old.Owed) }) : say('movesPoints', { points: text.points(old.Points) }),
    say('movesHolder', { name: text.holder(old) }),
    say('movesHistory'),
  ]
  return (
    <>
      <h2 className={styles.ask}>{say('replaceAsk', { old: maskedNumber(old.CardNumber), new: maskedNumber(number) })}</h2>
      <section className={styles.narrow}>
        <h3>{say('whatMoves')}</h3>
        <ul className={styles.moves}>
          {moves.map((what) => (
            <li key={what}>
              <Icon name="check" /> {what}
            </li>
          ))}
        </ul>
        <div className="callout warn">
          <Icon name="attention" />
          <p>
            <b>{say('stopsForGood')}</b>
          </p>
        </div>
        {comments && (
          <p>
            {say('comments')}: {comments}
          </p>
        )}
        <Refusal error={send.error} />
        <div className={styles.acts}>
          <button type="button" className="btn primary big" disabled={send.isPending} aria-busy={send.isPending} onClick={replace}>
            {say('replaceDo')}
          </button>
          <button type="button" className="btn big" onClick={onBack}>
            {say('back')}
          </button>
        </div>
      </section>
    </>
  )
}

const Done = ({ old, card }: Replaced) => {
  const say = useSay(moveWords)
  const text = useCardText()
  return (
    <DonePanel
      title={say('replaced')}
      acts={
        <Go to={cardPath(card.CardNumber)} search={{}} className="btn primary">
          {say('openNew')}
        </Go>
      }
    >
      <p>
        {say('replacedBody', {
          points: text.points(card.Owed > 0 ? -card.Owed : card.Points),
          card: maskedNumber(card.CardNumber),
          old: maskedNumber(old.CardNumber),
        })}
      </p>
    </DonePanel>
  )
}
