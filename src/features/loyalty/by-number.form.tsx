import { type FormEvent, type ReactNode, useState } from 'react'
import { maskedNumber } from '#shared/card-number.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useSend } from '#ui/use-call.ts'
import { typedPoints } from './balance.rules.ts'
import { typedOrSwiped } from './card-search.rules.ts'
import { useCardText } from './card-text.part.tsx'
import { loyalty } from './loyalty.contract.ts'
import { AmountField, DonePanel, PlaceChoice, usePlaces, WordsField } from './move-fields.part.tsx'
import { moveWords } from './moves.messages.ts'
import styles from './moves.module.css'

/** What is typed for whoever may change cards and not look at them: card numbers instead of a search, and no balances before it is done. */
const useTyped = () => {
  const places = usePlaces()
  const empty = { card: '', other: '', amount: '', direction: 'add' as 'add' | 'remove', locationId: places[0]?.LocationId ?? 0, words: '' }
  const [draft, setDraft] = useState(empty)
  const [tried, setTried] = useState(false)
  const [card, other] = [typedOrSwiped(draft.card), typedOrSwiped(draft.other)]
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const clear = () => {
    setDraft(empty)
    setTried(false)
  }
  return { draft, change, clear, card, other, points: typedPoints(draft.amount), words: draft.words.trim(), tried, setTried }
}

type Typed = ReturnType<typeof useTyped>

const NumberField = ({ label, typed: { draft, change, tried }, name }: { label: string; typed: Typed; name: 'card' | 'other' }) => {
  const say = useSay(moveWords)
  const missing = tried && typedOrSwiped(draft[name]) === ''
  return (
    <Field
      label={label}
      value={draft[name]}
      hint={say('byNumberHint')}
      wrong={missing ? say('needNumber') : undefined}
      onChange={(number) => change({ [name]: number })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
    />
  )
}

interface FrameProps {
  typed: Typed
  verb: string
  ready: boolean
  busy: boolean
  error: unknown
  onSubmit: () => void
  children: ReactNode
}

const Frame = ({ typed, verb, ready, busy, error, onSubmit, children }: FrameProps) => {
  const say = useSay(moveWords)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    typed.setTried(true)
    if (ready) onSubmit()
  }
  return (
    <form className="form" noValidate onSubmit={submit}>
      <p className="note">{say('byNumberWhy')}</p>
      {children}
      <PlaceChoice value={typed.draft.locationId} onChange={(locationId) => typed.change({ locationId })} />
      <Refusal error={error} />
      <div className={styles.acts}>
        <button type="submit" className="btn primary big" disabled={busy} aria-busy={busy}>
          {verb}
        </button>
      </div>
    </form>
  )
}

interface DoneProps {
  title: string
  children: ReactNode
  waits?: boolean
  typed: Typed
  onAgain: () => void
}

const DoneWith = ({ title, children, waits = false, typed, onAgain }: DoneProps) => {
  const say = useSay(moveWords)
  const again = () => {
    typed.clear()
    onAgain()
  }
  return (
    <DonePanel
      title={title}
      waits={waits}
      acts={
        <button type="button" className="btn primary" onClick={again}>
          {say('again')}
        </button>
      }
    >
      <p>{children}</p>
    </DonePanel>
  )
}

/** Adjusts a card that is named by its number. */
export const AdjustByNumber = () => {
  const say = useSay(moveWords)
  const words = useSay(ui)
  const text = useCardText()
  const typed = useTyped()
  const { draft, change, card, points, tried } = typed
  const send = useSend(loyalty.adjustPoints, { quiet: true })
  const add = draft.direction === 'add'
  if (send.data) {
    const { CardNumber, Points, Owed, State } = send.data
    const now = say(Owed > 0 ? 'numberOwes' : 'numberHas', { card: maskedNumber(CardNumber), points: text.points(Owed > 0 ? Owed : Points) })
    return (
      <DoneWith
        title={State === 'Pending' ? say('waiting') : say.count(add ? 'addedDone' : 'removedDone', points ?? 0)}
        waits={State === 'Pending'}
        typed={typed}
        onAgain={send.reset}
      >
        {State === 'Pending' ? say('waitingBody') : now}
      </DoneWith>
    )
  }
  const adjust = () => send.mutate({ params: { card }, body: { Points: (points ?? 0) * (add ? 1 : -1), LocationId: draft.locationId, Comments: typed.words } })
  return (
    <Frame
      typed={typed}
      verb={points ? say.count(add ? 'addN' : 'removeN', points) : say(add ? 'addAny' : 'removeAny')}
      ready={card !== '' && !!points && typed.words !== ''}
      busy={send.isPending}
      error={send.error}
      onSubmit={adjust}
    >
      <NumberField label={say('pick')} typed={typed} name="card" />
      <div className={styles.direction}>
        <Segmented
          label={say('direction')}
          value={draft.direction}
          onChange={(direction) => change({ direction })}
          options={[
            { value: 'add', label: say('add') },
            { value: 'remove', label: say('remove') },
          ]}
        />
      </div>
      <AmountField value={draft.amount} onChange={(amount) => change({ amount })} wrong={tried && !points ? say('wholeNumber') : undefined} />
      <WordsField
        label={say('reason')}
        value={draft.words}
        hint={say('reasonHint')}
        wrong={tried && typed.words === '' ? words('required') : undefined}
        onChange={(reason) => change({ words: reason })}
      />
    </Frame>
  )
}

/** Moves points between two cards that are named by their numbers. */
export const TransferByNumber = () => {
  const say = useSay(moveWords)
  const text = useCardText()
  const typed = useTyped()
  const [asking, setAsking] = useState(false)
  const { draft, change, card, other, points, tried } = typed
  const send = useSend(loyalty.transferPoints, { quiet: true })
  const cards = { from: maskedNumber(card), to: maskedNumber(other) }
  if (send.data)
    return (
      <DoneWith title={say.count('moved', points ?? 0)} typed={typed} onAgain={send.reset}>
        {say('movedBody', cards)}
      </DoneWith>
    )
  const move = () =>
    send.mutate(
      { params: { from: card, to: other }, body: { Points: points ?? 0, LocationId: draft.locationId, Comments: typed.words } },
      { onSettled: () => setAsking(false) },
    )
  return (
    <Frame
      typed={typed}
      verb={say('review')}
      ready={card !== '' && other !== '' && !!points}
      busy={send.isPending}
      error={send.error}
      onSubmit={() => setAsking(true)}
    >
      <NumberField label={say('fromCard')} typed={typed} name="card" />
      <NumberField label={say('toCard')} typed={typed} name="other" />
      <AmountField value={draft.amount} onChange={(amount) => change({ amount })} wrong={tried && !points ? say('wholeNumber') : undefined} />
      <WordsField label={say('comments')} value={draft.words} onChange={(comments) => change({ words: comments })} />
      {asking && (
        <AskFirst
          title={say('moveAsk', { points: text.points(points ?? 0), ...cards })}
          verb={say.count('moveN', points ?? 0)}
          busy={send.isPending}
          error={undefined}
          onDo={move}
          onClose={() => setAsking(false)}
        >
          <p>{say('movePart')}</p>
        </AskFirst>
      )}
    </Frame>
  )
}

/** Replaces a card that is named by its number. */
export const ReplaceByNumber = () => {
  const say = useSay(moveWords)
  const text = useCardText()
  const typed = useTyped()
  const [asking, setAsking] = useState(false)
  const { draft, change, card, other } = typed
  const send = useSend(loyalty.replaceCard, { quiet: true })
  const cards = { old: maskedNumber(card), new: maskedNumber(other) }
  if (send.data)
    return (
      <DoneWith title={say('replaced')} typed={typed} onAgain={send.reset}>
        {say('replacedBody', { points: text.points(send.data.Points), card: cards.new, old: cards.old })}
      </DoneWith>
    )
  const replace = () =>
    send.mutate({ params: { old: card, new: other }, body: { LocationId: draft.locationId, Comments: typed.words } }, { onSettled: () => setAsking(false) })
  return (
    <Frame typed={typed} verb={say('review')} ready={card !== '' && other !== ''} busy={send.isPending} error={send.error} onSubmit={() => setAsking(true)}>
      <NumberField label={say('oldCard')} typed={typed} name="card" />
      <NumberField label={say('newCard')} typed={typed} name="other" />
      <WordsField label={say('comments')} value={draft.words} onChange={(comments) => change({ words: comments })} />
      {asking && (
        <AskFirst
          title={say('replaceAsk', cards)}
          verb={say('replaceDo')}
          busy={send.isPending}
          error={undefined}
          onDo={replace}
          onClose={() => setAsking(false)}
        >
          <p>{say('stopsForGood')}</p>
        </AskFirst>
      )}
    </Frame>
  )
}
