import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { FramedReceipt } from './framed-receipt.part.tsx'
import { MatchForm, type Rights, SaidByHand } from './match-by-hand.part.tsx'
import type { OnePayment } from './one-payment.contract.ts'
import { onePaymentWords } from './one-payment.messages.ts'
import styles from './payments-docket.module.css'
import { tillMatchWords } from './till-match.messages.ts'

type Movement = OnePayment['Movements'][number]

/** The receipt of the till that the payment and each refund match, or why there is none. */
export const PaymentAtTill = ({ payment, ...rest }: { payment: OnePayment } & Rights) => {
  const say = useSay(onePaymentWords)
  const shown = payment.Movements.filter(({ AtTill }) => AtTill !== null)
  if (shown.length === 0) return null
  return (
    <section className={styles.about}>
      <h3>{say('atTill')}</h3>
      {shown.map((movement) => (
        <OneAtTill key={movement.MovementId} movement={movement} payment={payment} {...rest} />
      ))}
    </section>
  )
}

const OneAtTill = ({ movement, payment, ...rest }: { movement: Movement; payment: OnePayment } & Rights) => {
  const say = useSay(onePaymentWords)
  const { language } = useLanguage()
  const { AtTill, Kind, Day } = movement
  const isRefund = Kind === 'refund'
  const day = dayText(Day, language, 'short')
  if (!AtTill) return null
  if (AtTill.State === 'NotCompared') return <p>{say(payment.LocationId === null ? 'noLocation' : 'notCompared')}</p>
  if (AtTill.ByHand) return <SaidByHand movement={movement} currency={payment.Currency} {...rest} />
  if (AtTill.Tender)
    return (
      <>
        <p>{isRefund ? say('refundMatchedWith', { day }) : say('matchedWith')}</p>
        <FramedReceipt tender={AtTill.Tender} amount={movement.Amount} currency={payment.Currency} mayList={rest.mayList} />
      </>
    )
  return (
    <>
      <p>{isRefund ? say('refundAlone', { day }) : say('alone')}</p>
      <Near near={AtTill.Near} mayList={rest.mayList} />
      {rest.mayMatch && <MatchForm movementId={movement.MovementId} candidates={AtTill.Candidates} currency={payment.Currency} {...rest} />}
    </>
  )
}

const Near = ({ near, mayList }: { near: NonNullable<Movement['AtTill']>['Near']; mayList: boolean }) => {
  const say = useSay(tillMatchWords)
  if (!near) return <p className="meta">{say('nothingNear')}</p>
  return (
    <p className="meta">
      {say(`near.${near.Kind}`, { time: near.At.slice(11, 16), receipt: near.Receipt ?? '', media: near.Media ?? '' })}{' '}
      {near.SaleId && mayList && <Go change={{ receipt: near.SaleId }}>{say('openReceipt', { receipt: near.Receipt ?? '' })}</Go>}
    </p>
  )
}
