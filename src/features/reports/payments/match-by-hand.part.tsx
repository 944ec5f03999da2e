import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { FramedReceipt } from './framed-receipt.part.tsx'
import { type AtTill, type OnePayment, onePayment } from './one-payment.contract.ts'
import { onePaymentWords } from './one-payment.messages.ts'
import { usePaymentText } from './payment-text.part.tsx'
import styles from './payments-docket.module.css'

/** What the reader may do beside looking. */
export interface Rights {
  /** Open receipts. */
  mayList: boolean
  /** Match payments by hand. */
  mayMatch: boolean
  /** The card media that are compared, as the address has them. */
  media: string | undefined
}

const compared = (media: string | undefined) => (media ? { Media: media } : {}) as never

/** Receipts that a payment may be tied to, or a reason why there is none. */
export const MatchForm = ({
  movementId,
  candidates,
  currency,
  mayList,
  media,
}: Rights & { movementId: string; candidates: AtTill['Candidates']; currency: string }) => {
  const say = useSay(onePaymentWords)
  const text = usePaymentText(currency)
  const cache = useQueryClient()
  const [explains, setExplains] = useState(false)
  const tie = useSend(onePayment.tie, { quiet: true, onDone: () => done('matchedNow') })
  const done = (word: 'matchedNow' | 'explainedNow') => {
    toast.success(say(word))
    void cache.invalidateQueries()
  }
  const differs = (difference: number) => (difference === 0 ? say('same') : say(difference > 0 ? 'more' : 'less', { amount: text.plain(Math.abs(difference)) }))
  return (
    <>
      {candidates.length > 0 && <h4>{say('candidates')}</h4>}
      {candidates.map((one, i) => (
        <div key={`${one.SaleId} ${one.PaymentNo}`}>
          <FramedReceipt tender={one} amount={one.Amount} currency={currency} mayList={mayList} note={differs(one.Difference)} />
          <p className={styles.buttons}>
            <button
              type="button"
              className={i === 0 && one.Difference === 0 ? 'btn primary' : 'btn'}
              disabled={tie.isPending}
              onClick={() => tie.mutate({ params: { movementId }, query: compared(media), body: { SaleId: one.SaleId, PaymentNo: one.PaymentNo } })}
            >
              {say('matchWith', { receipt: one.Receipt })}
            </button>
          </p>
        </div>
      ))}
      <Refusal error={tie.error} />
      {explains ? (
        <ExplainForm movementId={movementId} media={media} onDone={() => done('explainedNow')} onCancel={() => setExplains(false)} />
      ) : (
        <p className={styles.buttons}>
          <button type="button" className="btn" onClick={() => setExplains(true)}>
            {say('explainInstead')}
          </button>
        </p>
      )}
      <p className="note">{say('matchNote')}</p>
    </>
  )
}

const ExplainForm = ({ movementId, media, onDone, onCancel }: { movementId: string; media: string | undefined; onDone: () => void; onCancel: () => void }) => {
  const say = useSay(onePaymentWords)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useSend(onePayment.explain, { quiet: true, onDone })
  const { form, onSubmit, wrong } = useForm({
    value: { Reason: reason },
    body: onePayment.explain.body,
    error,
    onSend: (body) => mutate({ params: { movementId }, query: compared(media), body }),
  })
  return (
    <form ref={form} className={styles.explain} onSubmit={onSubmit} noValidate>
      <Field small label={say('reason')} value={reason} wrong={wrong('Reason')} maxLength={500} onChange={setReason} />
      <Refusal error={error} fields={['Reason']} />
      <p className={styles.buttons}>
        <button type="submit" className="btn primary" disabled={isPending} aria-busy={isPending}>
          {say('explain')}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          {say('cancel')}
        </button>
      </p>
    </form>
  )
}

/** What somebody tied or explained, with who and when; whoever may match takes it back. */
export const SaidByHand = ({ movement, currency, mayList, mayMatch, media }: Rights & { movement: OnePayment['Movements'][number]; currency: string }) => {
  const say = useSay(onePaymentWords)
  const { language } = useLanguage()
  const text = usePaymentText(currency)
  const cache = useQueryClient()
  const { mutate, isPending, error } = useSend(onePayment.untie, {
    quiet: true,
    onDone: () => {
      toast.success(say('untiedNow'))
      void cache.invalidateQueries()
    },
  })
  const { AtTill: said, Amount, MovementId, Kind, Day } = movement
  if (!said?.ByHand) return null
  const { Reason, TenderAmount, By, At } = said.ByHand
  const day = dayText(Day, language, 'short')
  const isRefund = Kind === 'refund'
  const difference = TenderAmount === null ? 0 : Math.round((TenderAmount - Amount) * 10_000) / 10_000
  return (
    <>
      <p>{Reason === null ? say(isRefund ? 'refundTied' : 'tiedByHand', { day }) : say(isRefund ? 'refundExplained' : 'explained', { day, reason: Reason })}</p>
      {said.Tender && <FramedReceipt tender={said.Tender} amount={TenderAmount ?? Amount} currency={currency} mayList={mayList} />}
      {difference !== 0 && <p>{say('tenderHas', { amount: text.plain(TenderAmount ?? 0), difference: text.signed(difference) })}</p>}
      <p className="meta">{say('saidBy', { by: By, time: `${dayText(At.slice(0, 10), language)}, ${At.slice(11, 16)}` })}</p>
      <Refusal error={error} />
      {mayMatch && (
        <p className={styles.buttons}>
          <button type="button" className="btn" disabled={isPending} onClick={() => mutate({ params: { movementId: MovementId }, query: compared(media) })}>
            {say(Reason === null ? 'untie' : 'untieReason')}
          </button>
        </p>
      )}
    </>
  )
}
