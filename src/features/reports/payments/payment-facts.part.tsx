import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { OnePayment } from './one-payment.contract.ts'
import { onePaymentWords } from './one-payment.messages.ts'
import { writeOpened } from './opened-payments.rules.ts'
import { paymentListWords } from './payment-list.messages.ts'
import { usePaymentText } from './payment-text.part.tsx'
import styles from './payments-docket.module.css'

/** Disputes, payouts and the account of a payment. */
export const PaymentFacts = ({ payment }: { payment: OnePayment }) => (
  <>
    <Disputes payment={payment} />
    {payment.Movements.length > 0 && <Payouts payment={payment} />}
    <CameFrom payment={payment} />
  </>
)

const Disputes = ({ payment }: { payment: OnePayment }) => {
  const say = useSay(onePaymentWords)
  const { language } = useLanguage()
  const text = usePaymentText(payment.Currency)
  const day = (at: string) => dayText(at.slice(0, 10), language, 'short')
  if (payment.Disputes.length === 0) return null
  return (
    <section className={styles.about}>
      <h3>{say('dispute')}</h3>
      {payment.Disputes.map(({ DisputeId, Amount, At, Reason, Status, AnswerBy }) => (
        <p key={DisputeId}>
          {say('disputeLine', { amount: text.plain(Amount), day: day(At), reason: Reason.replaceAll('_', ' '), status: Status.replaceAll('_', ' ') })}{' '}
          {AnswerBy && Status.endsWith('needs_response') && say('answerBy', { time: `${day(AnswerBy)}, ${AnswerBy.slice(11, 16)}` })}
        </p>
      ))}
    </section>
  )
}

/** Where each movement is: the payment by itself, and refunds and disputes with what they are. */
const Payouts = ({ payment }: { payment: OnePayment }) => {
  const say = useSay(onePaymentWords)
  const sayList = useSay(paymentListWords)
  const { language } = useLanguage()
  const kinds = ['charge', 'refund', 'dispute', 'fee'] as const
  const { Movements } = payment
  const whereIs = ({ PayoutId, PayoutStatus, ArrivesOn }: OnePayment['Movements'][number]) => {
    const day = ArrivesOn ? dayText(ArrivesOn, language, 'short') : ''
    if (PayoutId === null) return say('atStripe')
    return say(PayoutStatus === 'paid' ? 'paidOut' : PayoutStatus === 'failed' || PayoutStatus === 'canceled' ? 'notArrived' : 'onTheWay', { day })
  }
  return (
    <section className={styles.about}>
      <h3>{say('payouts')}</h3>
      {Movements.map((one) => (
        <p key={one.MovementId}>
          {Movements.length > 1 &&
            `${say('ofMovement', { kind: sayList(`kind.${kinds.find((kind) => kind === one.Kind) ?? 'other'}`), day: dayText(one.Day, language, 'short') })}: `}
          {whereIs(one)}{' '}
          {one.PayoutId && (
            <Go change={{ paid: writeOpened({ what: 'Payout', payoutId: one.PayoutId }), payment: undefined, receipt: undefined }}>{say('openPayout')}</Go>
          )}
        </p>
      ))}
    </section>
  )
}

const CameFrom = ({ payment: { PaymentId, Account } }: { payment: OnePayment }) => {
  const say = useSay(onePaymentWords)
  return (
    <section className={styles.about}>
      <h3>{say('cameFrom')}</h3>
      <p>
        {say('account', { account: Account.AccountId ?? '', place: Account.Location ?? say('wholeVenue') })} {say('paymentName')} <code>{PaymentId}</code>
      </p>
      {!Account.IsLive && <p className="meta">{say('testAccount')}</p>}
    </section>
  )
}
