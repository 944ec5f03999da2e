import { type FormEvent, useState } from 'react'
import { cardKey, maskedNumber } from '#shared/card-number.ts'
import type { Language } from '#shared/messages.ts'
import { refusalText } from '#ui/call-error.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { ui } from '#ui/ui.messages.ts'
import { isBelowZero, typedPoints } from './balance.rules.ts'
import { CardPick } from './card-pick.part.tsx'
import { useCardText } from './card-text.part.tsx'
import type { Details } from './loyalty.contract.ts'
import { AmountField, PlaceChoice, usePlaces, WordsField } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'
import styles from './moves.module.css'
import type { Transfer, TransferDraft } from './transfer.form.tsx'

interface FieldsProps {
  draft: TransferDraft
  onChange: (draft: TransferDraft) => void
  onReview: (transfer: Transfer) => void
}

/** Which cards, how many points, where and why. */
export const TransferFields = ({ draft, onChange, onReview }: FieldsProps) => {
  const say = useSay(moveWords)
  const words = useSay(ui)
  const text = useCardText()
  const { language } = useLanguage()
  const [first] = usePlaces()
  const [tried, setTried] = useState(false)
  const { from, to, amount, comments } = draft
  const locationId = draft.locationId || first?.LocationId || 0
  const change = (changes: Partial<TransferDraft>) => onChange({ ...draft, ...changes })
  const points = typedPoints(amount)
  const isSame = from && to && cardKey(from.CardNumber) === cardKey(to.CardNumber)
  const belowZero = from !== undefined && isBelowZero(from, -(points ?? 0))
  const wrongAmount = belowZero ? refusalText('TotalBelowZero', {}, language) : tried && !points ? say('wholeNumber') : undefined
  const wrongFrom = unusable(from, language)
  const wrongTo = isSame ? refusalText('SameCard', {}, language) : unusable(to, language)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!from || !to || !points || belowZero || wrongFrom || wrongTo) return
    onReview({ from, to, points, locationId, comments: comments.trim() })
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <CardPick label={say('fromCard')} card={from} wrong={wrongFrom} onPick={(card) => change({ from: card })} />
      <CardPick label={say('toCard')} card={to} wrong={wrongTo} onPick={(card) => change({ to: card })} />
      {tried && (!from || !to) && (
        <p className={styles.missing} role="alert">
          {from ? say('toCard') : say('fromCard')}: {words('required')}
        </p>
      )}
      {(from || to) && (
        <p className={styles.swap}>
          <button type="button" className="text-btn" onClick={() => change({ from: to, to: from })}>
            {say('swap')}
          </button>
        </p>
      )}
      <AmountField value={amount} onChange={(typed) => change({ amount: typed })} wrong={wrongAmount} />
      {from && from.Points > 0 && (
        <p className={styles.swap}>
          <button type="button" className="text-btn" onClick={() => change({ amount: String(from.Points) })}>
            {say('all', { points: text.points(from.Points) })}
          </button>
        </p>
      )}
      <PlaceChoice value={locationId} onChange={(chosen) => change({ locationId: chosen })} />
      <WordsField label={say('comments')} value={comments} onChange={(typed) => change({ comments: typed })} />
      <div className="acts">
        <button type="submit" className="btn primary big">
          {say('review')}
        </button>
      </div>
    </form>
  )
}

/** Why points cannot be moved from or to a card. */
const unusable = (card: Details | undefined, language: Language): string | undefined => {
  if (!card || card.Status === 'Active') return undefined
  return refusalText(card.Status === 'Blocked' ? 'CardBlocked' : 'CardReplaced', { card: maskedNumber(card.CardNumber) }, language)
}
