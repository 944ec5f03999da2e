import { useEffect, useId, useRef, useState } from 'react'
import { maskedNumber } from '#shared/card-number.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { useFoundCards } from './card-calls.part.ts'
import styles from './card-pick.module.css'
import { cardWithNumber, fieldsToAsk, typedOrSwiped } from './card-search.rules.ts'
import { useCardText } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import type { Details } from './loyalty.contract.ts'
import { moveWords } from './moves.messages.ts'

interface PickProps {
  label: string
  card: Details | undefined
  onPick: (card: Details | undefined) => void
  /** What is wrong with the card that was picked. */
  wrong?: string | undefined
}

const MOST = 5
const PAUSE_MS = 250

/** A card by its number or its holder's name; once one is picked, its holder and balance stand here. */
export const CardPick = ({ label, card, onPick, wrong }: PickProps) => {
  const id = useId()
  return card ? (
    <div className="field">
      <span id={id}>{label}</span>
      <Picked card={card} labelledBy={id} onChange={() => onPick(undefined)} />
      {wrong && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
    </div>
  ) : (
    <Finding label={label} onPick={onPick} />
  )
}

const Picked = ({ card, labelledBy, onChange }: { card: Details; labelledBy: string; onChange: () => void }) => {
  const say = useSay(moveWords)
  const sayCard = useSay(cardWords)
  const text = useCardText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would repeat the label above.
    <div className={styles.picked} role="group" aria-labelledby={labelledBy}>
      <p>
        <b>{text.holder(card)}</b>
        <small>
          {maskedNumber(card.CardNumber)}, {say('holderNow', { status: sayCard(card.Status), points: text.points(card.Points) })}
          {card.Owed > 0 && `, ${say('owedNow', { points: text.points(card.Owed) })}`}
        </small>
      </p>
      <button type="button" className="text-btn" onClick={onChange}>
        {say('pickChange')}
      </button>
    </div>
  )
}

const Finding = ({ label, onPick }: { label: string; onPick: (card: Details) => void }) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typedOrSwiped(typed))
  const { data, error, isFetching } = useFoundCards(wanted, 'Any')
  const isCurrent = wanted === typedOrSwiped(typed) && !isFetching
  const exact = isCurrent && data ? cardWithNumber(data.cards, wanted) : undefined
  const pick = useRef(onPick)
  pick.current = onPick
  // A card reader types the whole number: nobody has to choose then.
  useEffect(() => {
    if (exact) pick.current(exact)
  }, [exact])
  const askable = wanted !== '' && fieldsToAsk(wanted, 'Any').length > 0
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Enter ends what a card reader types; it must not send the form around.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p className="hint" id={`${id}-hint`}>
        {say('pickHint')}
      </p>
      <Refusal error={error} />
      <div role="status">
        {askable && isCurrent && data && !exact && (
          <>
            <p className={styles.said}>{say(data.cards.length === 0 ? 'pickNone' : 'pickSeveral')}</p>
            <ul className={styles.list}>
              {data.cards.slice(0, MOST).map((card) => (
                <li key={card.CardNumber}>
                  <button type="button" onClick={() => onPick(card)}>
                    <b>{text.holder(card)}</b>
                    <small>
                      {maskedNumber(card.CardNumber)}, {text.points(card.Points)}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
            {(data.more || data.cards.length > MOST) && <p className={styles.said}>{say('pickMore')}</p>}
          </>
        )}
      </div>
    </div>
  )
}

/** A text once nothing was typed for a moment: not every letter is a search. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
