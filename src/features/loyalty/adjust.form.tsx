import { type FormEvent, useState } from 'react'
import { maskedNumber } from '#shared/card-number.ts'
import { refusalText } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useSend } from '#ui/use-call.ts'
import { isBelowZero, standingAfter, typedPoints } from './balance.rules.ts'
import { useCardsChanged, usePointsConfig } from './card-calls.part.ts'
import { CardPick } from './card-pick.part.tsx'
import { cardPath, useCardText } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import { type Details, loyalty } from './loyalty.contract.ts'
import { AmountField, BeforeAfter, DonePanel, PlaceChoice, Unusable, usePlaces, WordsField } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'
import styles from './moves.module.css'
import { Reverse } from './reverse.part.tsx'

interface Adjusted {
  card: Details
  change: number
  after: { Points: number; Owed: number }
  movementId: string
  waits: boolean
}

/** Adds or takes points by hand. `fixed`: on the screen of a card, which is the one meant. */
export const AdjustForm = ({ fixed }: { fixed?: Details }) => {
  const [picked, setPicked] = useState<Details>()
  const [done, setDone] = useState<Adjusted>()
  const card = fixed ?? picked
  const again = () => {
    setDone(undefined)
    setPicked(undefined)
  }
  if (done) return <Done done={done} fixed={fixed !== undefined} onAgain={again} />
  return <Fill key={card?.CardNumber ?? ''} card={card} fixed={fixed !== undefined} onPick={setPicked} onDone={setDone} />
}

interface FillProps {
  card: Details | undefined
  fixed: boolean
  onPick: (card: Details | undefined) => void
  onDone: (done: Adjusted) => void
}

const Fill = ({ card, fixed, onPick, onDone }: FillProps) => {
  const say = useSay(moveWords)
  const words = useSay(ui)
  const sayCard = useSay(cardWords)
  const text = useCardText()
  const { language } = useLanguage()
  const changed = useCardsChanged()
  const places = usePlaces()
  const limit = usePointsConfig()?.AdjustmentLimit
  const [direction, setDirection] = useState<'add' | 'remove'>('add')
  const [amount, setAmount] = useState('')
  const [place, setPlace] = useState(places[0]?.LocationId ?? 0)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const points = typedPoints(amount)
  const change = (points ?? 0) * (direction === 'add' ? 1 : -1)
  const belowZero = card !== undefined && isBelowZero(card, change)
  const waits = limit !== undefined && (points ?? 0) > limit
  const wrongAmount = belowZero ? refusalText('TotalBelowZero', {}, language) : tried && !points ? say('wholeNumber') : undefined
  const wrongReason = tried && reason.trim() === '' ? words('required') : undefined
  const send = useSend(loyalty.adjustPoints, {
    quiet: true,
    onDone: ({ Points, Owed, MovementId, State }) => {
      if (card) onDone({ card, change, after: { Points, Owed }, movementId: MovementId, waits: State === 'Pending' })
      return changed()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!card || !points || belowZero || reason.trim() === '') return
    send.mutate({ params: { card: card.CardNumber }, body: { Points: change, LocationId: place, Comments: reason.trim() } })
  }
  const verb = !points
    ? say(direction === 'add' ? 'addAny' : 'removeAny')
    : waits
      ? say.count('askN', points)
      : say.count(direction === 'add' ? 'addN' : 'removeN', points)
  if (card && card.Status !== 'Active')
    return (
      <>
        {!fixed && <CardPick label={say('pick')} card={card} onPick={onPick} />}
        <Unusable to={cardPath(card.CardNumber)} act={sayCard('tab-details')}>
          {refusalText(card.Status === 'Blocked' ? 'CardBlocked' : 'CardReplaced', { card: maskedNumber(card.CardNumber) }, language)}
        </Unusable>
      </>
    )
  return (
    <div className={styles.beside}>
      <form className="form" noValidate onSubmit={submit}>
        {!fixed && <CardPick label={say('pick')} card={card} onPick={onPick} />}
        {card && (
          <>
            <div className={styles.direction}>
              <Segmented
                label={say('direction')}
                value={direction}
                onChange={setDirection}
                options={[
                  { value: 'add', label: say('add') },
                  { value: 'remove', label: say('remove') },
                ]}
              />
            </div>
            <AmountField value={amount} onChange={setAmount} wrong={wrongAmount} />
            <PlaceChoice value={place} onChange={setPlace} />
            <WordsField label={say('reason')} value={reason} onChange={setReason} wrong={wrongReason} hint={say('reasonHint')} />
            {waits && !belowZero && <p className="note">{say('overLimit', { limit: text.points(limit ?? 0) })}</p>}
            <Refusal error={send.error} />
            <div className="acts">
              <button type="submit" className="btn primary big" disabled={send.isPending} aria-busy={send.isPending}>
                {verb}
              </button>
            </div>
          </>
        )}
      </form>
      {card && (
        <BeforeAfter
          name={text.holder(card)}
          aside={maskedNumber(card.CardNumber)}
          before={card}
          after={standingAfter(card, change)}
          change={points && !belowZero ? { label: say(direction === 'add' ? 'added' : 'removed'), value: text.signed(change) } : undefined}
        />
      )}
    </div>
  )
}

const Done = ({ done, fixed, onAgain }: { done: Adjusted; fixed: boolean; onAgain: () => void }) => {
  const say = useSay(moveWords)
  const text = useCardText()
  const [reversing, setReversing] = useState(false)
  const [reversed, setReversed] = useState(false)
  const { card, change, after, waits, movementId } = done
  const points = Math.abs(change)
  const named = { name: text.holder(card), card: maskedNumber(card.CardNumber) }
  const title = waits ? say('waiting') : say.count(change > 0 ? 'addedDone' : 'removedDone', points)
  return (
    <DonePanel
      title={title}
      waits={waits}
      acts={
        <>
          <button type="button" className="btn primary" onClick={onAgain}>
            {say(fixed ? 'againHere' : 'again')}
          </button>
          <Go to={cardPath(card.CardNumber)} search={{}} className="btn">
            {say('seeUsage')}
          </Go>
          {!waits && !reversed && (
            <button type="button" className="btn" onClick={() => setReversing(true)}>
              {say('reverseThis')}
            </button>
          )}
        </>
      }
    >
      <p>
        {waits
          ? say('waitingBody')
          : after.Owed > 0
            ? say('nowOwes', { ...named, points: text.points(after.Owed) })
            : say('nowHas', { ...named, points: text.points(after.Points) })}
      </p>
      <p>
        <small>{say('entry', { id: movementId })}</small>
      </p>
      {reversing && <Reverse movementId={movementId} most={points} about={title} onDone={() => setReversed(true)} onClose={() => setReversing(false)} />}
    </DonePanel>
  )
}
