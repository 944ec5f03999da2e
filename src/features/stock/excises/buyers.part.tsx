import { useRef, useState } from 'react'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { type BuyersAnswer, LICENCE_STATES, licensedBuyers, type SentBuyer } from './buyers.contract.ts'
import { buyerWords } from './buyers.messages.ts'
import styles from './buyers.module.css'

/** Who buys to sell again: by the card their purchases are rung up on. */
export const Buyers = ({ onClose }: { onClose: () => void }) => {
  const say = useSay(buyerWords)
  const { data, error, refetch } = useCall(licensedBuyers.licensedBuyers, {})
  const about = useRef<HTMLParagraphElement>(null)
  // The button that took a buyer off goes with its row: the focus stays in the dialog, so that Escape closes it.
  const removed = () => {
    about.current?.focus()
    void refetch()
  }
  return (
    <Modal title={say('title')} onClose={onClose} sheet>
      <p ref={about} tabIndex={-1}>
        {say('about')}
      </p>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data ? (
        <>
          <Listed answer={data} onRemoved={removed} />
          {data.MayChange ? <BuyerForm onDone={() => refetch()} /> : <p className="note">{say('readOnly')}</p>}
        </>
      ) : (
        <Waiting />
      )}
    </Modal>
  )
}

const Listed = ({ answer, onRemoved }: { answer: BuyersAnswer; onRemoved: () => void }) => {
  const say = useSay(buyerWords)
  const remove = useSend(licensedBuyers.removeLicensedBuyer, {
    onDone: () => {
      toast.success(say('removed'))
      onRemoved()
    },
  })
  if (answer.Buyers.length === 0) return <p className="note">{say('none')}</p>
  return (
    <ul className={styles.list}>
      {answer.Buyers.map((buyer) => (
        <li key={buyer.BuyerId}>
          <b>{buyer.State}</b>
          <span>{buyer.Name}</span>
          <small>
            {[`${say('Licence')} ${buyer.Licence}`, buyer.Postcode, `${say('CardNumber')} ${buyer.CardNumber}`].filter((one) => one !== '').join(' · ')}
          </small>
          {answer.MayChange && (
            <button
              type="button"
              aria-busy={remove.isPending}
              aria-label={say('removeNamed', { name: buyer.Name })}
              onClick={() => !remove.isPending && remove.mutate({ params: { buyerId: buyer.BuyerId } })}
            >
              {say('remove')}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const NEW: Required<SentBuyer> = { Name: '', Licence: '', Postcode: '', State: 'VIC', CardNumber: '' }
const FIELDS = ['Name', 'Licence', 'Postcode', 'CardNumber'] as const

const BuyerForm = ({ onDone }: { onDone: () => void }) => {
  const say = useSay(buyerWords)
  const [draft, setDraft] = useState(NEW)
  const send = useSend(licensedBuyers.keepLicensedBuyer, {
    quiet: true,
    onDone: () => {
      toast.success(say('kept'))
      setDraft(NEW)
      onDone()
    },
  })
  const { form, onSubmit, wrong } = useForm({
    value: draft,
    body: licensedBuyers.keepLicensedBuyer.body,
    error: send.error,
    // The button stays enabled, so that the focus stays in the dialog and Escape closes it.
    onSend: (body) => !send.isPending && send.mutate({ body }),
  })
  return (
    <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
      <p className="note">{say('sameCard')}</p>
      <div className={styles.pair}>
        {FIELDS.map((name) => (
          <Field key={name} label={say(name)} value={draft[name]} wrong={wrong(name)} onChange={(value) => setDraft({ ...draft, [name]: value })} />
        ))}
        <Choose
          label={say('State')}
          value={draft.State}
          options={LICENCE_STATES.map((state) => [state, state])}
          onChange={(State) => setDraft({ ...draft, State: State as SentBuyer['State'] })}
        />
      </div>
      <Refusal error={send.error} fields={FIELDS} />
      <p className={`acts ${styles.acts}`}>
        <button type="submit" className="btn primary" aria-busy={send.isPending}>
          {say('add')}
        </button>
      </p>
    </form>
  )
}
