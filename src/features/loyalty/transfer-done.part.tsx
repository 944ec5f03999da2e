import { useState } from 'react'
import { maskedNumber } from '#shared/card-number.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { cardPath, useCardText } from './card-text.part.tsx'
import type { Details } from './loyalty.contract.ts'
import { DonePanel } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'
import { Reverse } from './reverse.part.tsx'
import type { Transfer } from './transfer.form.tsx'

/** A transfer that was made; both cards as they stand after it. */
export interface Transferred extends Transfer {
  movementId: string
}

/** The receipt of a transfer, and the way to take it back. */
export const TransferDone = ({ done, onAgain }: { done: Transferred; onAgain: () => void }) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const [reversing, setReversing] = useState(false)
  const [reversed, setReversed] = useState(false)
  const { from, to, points, movementId } = done
  const named = (card: Details) => `${text.holder(card)}, ${maskedNumber(card.CardNumber)}`
  const standing = (card: Details) =>
    card.Owed > 0
      ? say('nowOwes', { name: text.holder(card), card: maskedNumber(card.CardNumber), points: text.points(card.Owed) })
      : say('nowHas', { name: text.holder(card), card: maskedNumber(card.CardNumber), points: text.points(card.Points) })
  return (
    <DonePanel
      title={say.count('moved', points)}
      acts={
        <>
          <button type="button" className="btn primary" onClick={onAgain}>
            {say('transferAgain')}
          </button>
          <Go to={cardPath(to.CardNumber)} search={{}} className="btn">
            {say('openCard')}
          </Go>
          {!reversed && (
            <button type="button" className="btn" onClick={() => setReversing(true)}>
              {say('reverseThis')}
            </button>
          )}
        </>
      }
    >
      <p>{say('movedBody', { from: named(from), to: named(to) })}</p>
      {!reversed && (
        <>
          <p>{standing(from)}</p>
          <p>{standing(to)}</p>
        </>
      )}
      <p>
        <small>{say('entry', { id: movementId })}</small>
      </p>
      {reversing && (
        <Reverse
          movementId={movementId}
          most={points}
          about={say('movedBody', { from: named(from), to: named(to) })}
          onDone={() => setReversed(true)}
          onClose={() => setReversing(false)}
        />
      )}
    </DonePanel>
  )
}
