import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { ui } from '#ui/ui.messages.ts'
import { callKey } from '#ui/use-call.ts'
import { cardPath } from './card-text.part.tsx'
import { cardWords } from './cards.messages.ts'
import { type Details, loyalty } from './loyalty.contract.ts'
import styles from './new-card.module.css'

interface NewCardProps {
  /** The number that was searched for; may be empty. */
  number: string
  onMade: (number: string) => void
  onClose: () => void
}

const FIELDS = ['CardNumber', 'Details.Name', 'Details.Email', 'Details.Phone']

/** A new card: its number, and whose it is. A number that is a card already is never written over. */
export const NewCard = ({ number, onMade, onClose }: NewCardProps) => {
  const say = useSay(cardWords)
  const words = useSay(ui)
  const queries = useQueryClient()
  const [draft, setDraft] = useState({ CardNumber: number, Name: '', Email: '', Phone: '' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [taken, setTaken] = useState<Details & { asked: string }>()
  const send = async () => {
    setBusy(true)
    setError(undefined)
    const params = { card: draft.CardNumber.trim() }
    try {
      const known = await cardOf(params.card)
      setTaken(known && { ...known, asked: draft.CardNumber })
      if (known) return
      const Details = Object.fromEntries((['Name', 'Email', 'Phone'] as const).map((field) => [field, draft[field].trim()]).filter(([, text]) => text !== ''))
      const made = await call(loyalty.setDetails, { params, body: { Details } })
      queries.setQueryData(callKey(loyalty.details, { params: { card: made.Details.CardNumber } }), made)
      toast.success(say('created'))
      onMade(made.Details.CardNumber)
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  const { form, onSubmit, wrong } = useForm({ value: { ...draft, card: draft.CardNumber }, error, onSend: () => void send() })
  const [missing, setMissing] = useState(false)
  const field = (name: keyof typeof draft) => ({ value: draft[name], onChange: (text: string) => setDraft({ ...draft, [name]: text }), autoComplete: 'off' })
  const optional = (name: 'Email' | 'Phone') => (
    <>
      {say(name)} <small>{say('optional')}</small>
    </>
  )
  const takenBy = taken?.asked === draft.CardNumber && (
    <>
      {taken.Name ? say('inUse', { name: taken.Name }) : say('inUseNoName')} <Go to={cardPath(taken.CardNumber)}>{say('openIt')}</Go>
    </>
  )
  return (
    <Modal
      title={say('createTitle')}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words('cancel')}
          </button>
          <button type="submit" form="new-card" className="btn primary" disabled={busy} aria-busy={busy}>
            {say('create')}
          </button>
        </>
      }
    >
      <form
        id="new-card"
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          const empty = draft.CardNumber.trim() === ''
          setMissing(empty)
          if (empty) event.preventDefault()
          else onSubmit(event)
        }}
      >
        <Field
          label={say('number')}
          {...field('CardNumber')}
          maxLength={64}
          wrong={missing && draft.CardNumber.trim() === '' ? words('required') : (wrong('CardNumber') ?? wrong('card'))}
        />
        {takenBy && (
          <p className={styles.taken} role="alert">
            {takenBy}
          </p>
        )}
        <Field label={say('holder')} {...field('Name')} maxLength={100} wrong={wrong('Details.Name')} />
        <Field label={optional('Email')} type="email" inputMode="email" {...field('Email')} wrong={wrong('Details.Email') && say('emailWrong')} />
        <Field label={optional('Phone')} type="tel" {...field('Phone')} maxLength={40} wrong={wrong('Details.Phone')} />
        <Refusal error={error} fields={FIELDS} />
      </form>
    </Modal>
  )
}

/** The card of a number; undefined where the number is none yet. */
const cardOf = async (card: string): Promise<Details | undefined> => {
  try {
    return (await call(loyalty.details, { params: { card } })).Details
  } catch (error) {
    if (error instanceof CallError && error.code === 'CardNotFound') return undefined
    throw error
  }
}
