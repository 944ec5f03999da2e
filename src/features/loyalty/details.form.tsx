import { useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { Nil } from '#ui/data-table.tsx'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { useSend } from '#ui/use-call.ts'
import { useCardsChanged } from './card-calls.part.ts'
import { useCardText } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import styles from './details.module.css'
import { type Details, loyalty } from './loyalty.contract.ts'

const OWN = ['Name', 'Email', 'Phone', 'Tier'] as const
type Draft = Record<(typeof OWN)[number], string>
const FIELDS = OWN.map((field) => `Details.${field}`)

/** Whose card it is: to fill in for those who may, to read for the others. */
export const CardDetails = ({ card, mayEdit }: { card: Details; mayEdit: boolean }) =>
  mayEdit ? (
    <div className={styles.beside}>
      <DetailsForm card={card} />
      <BlockCard card={card} />
    </div>
  ) : (
    <DetailsFacts card={card} />
  )

const DetailsFacts = ({ card }: { card: Details }) => {
  const say = useSay(cardWords)
  const { language } = useLanguage()
  const facts: [string, string | null][] = [
    [say('holder'), card.Name || null],
    [say('Email'), card.Email],
    [say('Phone'), card.Phone],
    [say('tier'), card.Tier],
    [say('joined'), dayText(card.Joined, language)],
  ]
  return (
    <dl className={`facts ${styles.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || <Nil />}</dd>
        </div>
      ))}
    </dl>
  )
}

const DetailsForm = ({ card }: { card: Details }) => {
  const say = useSay(cardWords)
  const words = useSay(ui)
  const changed = useCardsChanged()
  const [draft, setDraft] = useState<Draft>({ Name: card.Name, Email: card.Email ?? '', Phone: card.Phone ?? '', Tier: card.Tier ?? '' })
  const send = useSend(loyalty.setDetails, {
    quiet: true,
    onDone: () => {
      toast.success(words('saved'))
      return changed()
    },
  })
  // What somebody else changed meanwhile stays: only what was changed here is sent.
  const isChanged = (field: keyof Draft) => draft[field].trim() !== (card[field] ?? '')
  const sent = Object.fromEntries(OWN.filter(isChanged).map((field) => [field, draft[field].trim()]))
  const { form, onSubmit, wrong } = useForm({
    value: sent,
    error: send.error,
    onSend: (Details) => send.mutate({ params: { card: card.CardNumber }, body: { Details } }),
  })
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (text: string) => setDraft({ ...draft, [name]: text }),
    wrong: wrong(`Details.${name}`) && (name === 'Email' ? say('emailWrong') : wrong(`Details.${name}`)),
    autoComplete: 'off',
  })
  const optional = (name: 'Email' | 'Phone' | 'tier') => (
    <>
      {say(name)} <small>{say('optional')}</small>
    </>
  )
  return (
    <form ref={form} className="form" noValidate onSubmit={onSubmit}>
      <Field label={say('holder')} {...field('Name')} maxLength={100} />
      <Field label={optional('Email')} type="email" inputMode="email" {...field('Email')} />
      <Field label={optional('Phone')} type="tel" {...field('Phone')} maxLength={40} />
      <Field label={optional('tier')} {...field('Tier')} maxLength={40} />
      <Refusal error={send.error} fields={FIELDS} />
      <div className="acts">
        <button type="submit" className="btn primary big" disabled={Object.keys(sent).length === 0 || send.isPending} aria-busy={send.isPending}>
          {say('save')}
        </button>
      </div>
    </form>
  )
}

const BlockCard = ({ card }: { card: Details }) => {
  const say = useSay(cardWords)
  const text = useCardText()
  const changed = useCardsChanged()
  const [asking, setAsking] = useState(false)
  const { language } = useLanguage()
  const isBlocked = card.Status === 'Blocked'
  const send = useSend(loyalty.setDetails, {
    quiet: asking,
    onDone: () => {
      setAsking(false)
      toast.success(say(isBlocked ? 'unblocked' : 'blocked'))
      return changed()
    },
  })
  const set = (Status: 'Active' | 'Blocked') => send.mutate({ params: { card: card.CardNumber }, body: { Details: { Status } } })
  return (
    <section className={styles.block}>
      <h2>{say('status')}</h2>
      <p>{say(isBlocked ? 'unblockHint' : 'blockHint')}</p>
      <p>
        <button
          type="button"
          className={isBlocked ? 'btn' : 'btn stop'}
          disabled={send.isPending}
          aria-busy={send.isPending}
          onClick={() => (isBlocked ? set('Active') : setAsking(true))}
        >
          {say(isBlocked ? 'unblock' : 'block')}
        </button>
      </p>
      <p className="note">
        {say('joined')}: {dayText(card.Joined, language)}
      </p>
      {asking && (
        <AskFirst
          title={say('blockAsk', { name: text.holder(card) })}
          verb={say('block')}
          busy={send.isPending}
          error={send.error}
          onDo={() => set('Blocked')}
          onClose={() => setAsking(false)}
        >
          <p>{say('blockAsked', { points: text.points(card.Points) })}</p>
        </AskFirst>
      )}
    </section>
  )
}
