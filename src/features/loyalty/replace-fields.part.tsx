import { type FormEvent, useState } from 'react'
import { cardKey, maskedNumber } from '#shared/card-number.ts'
import { refusalText } from '#ui/call-error.ts'
import { Field } from '#ui/field.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { CardPick } from './card-pick.part.tsx'
import { typedOrSwiped } from './card-search.rules.ts'
import type { Details } from './loyalty.contract.ts'
import { PlaceChoice, usePlaces, WordsField } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'
import type { Replacement } from './replace.form.tsx'

interface Draft {
  old: Details | undefined
  number: string
  locationId: number
  comments: string
}

interface FieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
  onReview: (replacement: Replacement) => void
}

/** Which card stops, and which takes its place. */
export const ReplaceFields = ({ draft, onChange, onReview }: FieldsProps) => {
  const say = useSay(moveWords)
  const { language } = useLanguage()
  const [first] = usePlaces()
  const [tried, setTried] = useState(false)
  const { old, comments } = draft
  const number = typedOrSwiped(draft.number)
  const locationId = draft.locationId || first?.LocationId || 0
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  const unusable = old?.Status === 'Replaced' ? refusalText('CardReplaced', { card: maskedNumber(old.CardNumber) }, language) : undefined
  const isSame = old && number !== '' && cardKey(old.CardNumber) === cardKey(number)
  const wrongNumber = isSame ? refusalText('SameCard', {}, language) : tried && number === '' ? say('needNew') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (old && number !== '' && !isSame && !unusable) onReview({ old, number, locationId, comments: comments.trim() })
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <CardPick label={say('oldCard')} card={old} wrong={unusable} onPick={(card) => change({ old: card })} />
      <Field
        label={say('newCard')}
        value={draft.number}
        onChange={(typed) => change({ number: typed })}
        wrong={wrongNumber}
        hint={say('newCardHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
      />
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
