import { useRef, useState } from 'react'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { buyerCalls, type KeptBuyer, type SentBuyer, STATES } from './buyers.contract.ts'
import { buyerWords } from './buyers.messages.ts'
import styles from './buyers.module.css'

interface Props {
  mayEdit: boolean
  onClose: () => void
}

/** Who buys to sell again, by the card their purchases are rung up on. */
export const Buyers = ({ mayEdit, onClose }: Props) => {
  const say = useSay(buyerWords)
  const { data, error, refetch } = useCall(buyerCalls.licensedBuyers, {})
  const [changed, setChanged] = useState<KeptBuyer>()
  const top = useRef<HTMLParagraphElement>(null)
  // What had the focus goes with its row or form; without a new place Escape would no longer reach the dialog.
  const backToTop = () => {
    setChanged(undefined)
    top.current?.focus()
  }
  const done = () => {
    backToTop()
    refetch()
  }
  return (
    <Modal title={say('title')} onClose={onClose} sheet>
      <p ref={top} tabIndex={-1} className={styles.about}>
        {say('about')}
      </p>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data ? (
        <>
          <BuyerList buyers={data.Buyers} mayEdit={mayEdit} onChange={setChanged} onDone={done} />
          {mayEdit ? (
            <BuyerForm key={changed?.BuyerId ?? data.Buyers.length} buyer={changed} onDone={done} onBack={backToTop} />
          ) : (
            <p className="note">{say('readOnly')}</p>
          )}
        </>
      ) : (
        <Waiting rows={3} />
      )}
    </Modal>
  )
}

interface ListProps {
  buyers: readonly KeptBuyer[]
  mayEdit: boolean
  onChange: (buyer: KeptBuyer) => void
  onDone: () => void
}

const BuyerList = ({ buyers, mayEdit, onChange, onDone }: ListProps) => {
  const say = useSay(buyerWords)
  const remove = useSend(buyerCalls.removeLicensedBuyer, { onDone })
  if (buyers.length === 0) return <p className="note">{say('none')}</p>
  return (
    <ul className={styles.list}>
      {buyers.map((buyer) => (
        <li key={buyer.BuyerId}>
          <b>{buyer.Name}</b>
          <small>{say('facts', { licence: buyer.Licence, place: `${buyer.State} ${buyer.Postcode}`.trim(), card: buyer.CardNumber })}</small>
          {mayEdit && (
            <p className={styles.acts}>
              <button type="button" className="text-btn" aria-label={say('changeOf', { name: buyer.Name })} onClick={() => onChange(buyer)}>
                {say('change')}
              </button>
              <button
                type="button"
                className="text-btn"
                aria-label={say('removeOf', { name: buyer.Name })}
                aria-busy={remove.isPending}
                onClick={() => !remove.isPending && remove.mutate({ params: { buyerId: buyer.BuyerId } })}
              >
                {say('remove')}
              </button>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const NEW: SentBuyer = { Name: '', Licence: '', State: 'VIC', Postcode: '', CardNumber: '' }
const FIELDS = ['Name', 'Licence', 'State', 'Postcode', 'CardNumber'] as const

interface FormProps {
  buyer: KeptBuyer | undefined
  onDone: () => void
  onBack: () => void
}

const BuyerForm = ({ buyer, onDone, onBack }: FormProps) => {
  const say = useSay(buyerWords)
  const { BuyerId: _, ...kept } = buyer ?? { ...NEW, BuyerId: '' }
  const [draft, setDraft] = useState<SentBuyer>(kept)
  const saved = () => {
    toast.success(say('saved'))
    onDone()
  }
  const add = useSend(buyerCalls.addLicensedBuyer, { quiet: true, onDone: saved })
  const change = useSend(buyerCalls.changeLicensedBuyer, { quiet: true, onDone: saved })
  const sending = buyer ? change : add
  const { form, onSubmit, wrong } = useForm({
    value: draft,
    body: buyerCalls.addLicensedBuyer.body,
    error: sending.error,
    // The button stays enabled while it is sent, so that the focus stays in the dialog and Escape closes it.
    onSend: (body) => !sending.isPending && (buyer ? change.mutate({ params: { buyerId: buyer.BuyerId }, body }) : add.mutate({ body })),
  })
  const field = (name: Exclude<(typeof FIELDS)[number], 'State'>, hint?: string) => (
    <Field label={say(name)} small hint={hint} value={draft[name]} wrong={wrong(name)} onChange={(value) => setDraft({ ...draft, [name]: value })} />
  )
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={styles.form}>
      <h3>{buyer ? say('changing', { name: buyer.Name }) : say('newBuyer')}</h3>
      {field('Name')}
      {field('Licence')}
      <div className={styles.pair}>
        <Choose
          label={say('State')}
          small
          value={draft.State}
          options={STATES.map((state) => [state, state])}
          wrong={wrong('State')}
          onChange={(State) => setDraft({ ...draft, State: State as SentBuyer['State'] })}
        />
        {field('Postcode')}
      </div>
      {field('CardNumber', say('cardHint'))}
      <Refusal error={sending.error} fields={FIELDS} />
      <p className={styles.acts}>
        <button type="submit" className="btn primary" aria-busy={sending.isPending}>
          {say(buyer ? 'save' : 'add')}
        </button>
        {buyer && (
          <button type="button" className="btn" onClick={onBack}>
            {say('back')}
          </button>
        )}
      </p>
    </form>
  )
}
