import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { OnePayment } from './one-payment.contract.ts'
import { onePaymentWords } from './one-payment.messages.ts'
import { usePaymentText } from './payment-text.part.tsx'
import styles from './payments-docket.module.css'
import { tillMatchWords } from './till-match.messages.ts'

type Movement = OnePayment['Movements'][number]

/** The receipt of the till that the payment and each refund match, or why there is none. */
export const PaymentAtTill = ({ payment, mayList }: { payment: OnePayment; mayList: boolean }) => {
  const say = useSay(onePaymentWords)
  const shown = payment.Movements.filter(({ AtTill }) => AtTill !== null)
  if (shown.length === 0) return null
  return (
    <section className={styles.about}>
      <h3>{say('atTill')}</h3>
      {shown.map((movement) => (
        <OneAtTill key={movement.MovementId} movement={movement} payment={payment} mayList={mayList} />
      ))}
    </section>
  )
}

const OneAtTill = ({ movement, payment, mayList }: { movement: Movement; payment: OnePayment; mayList: boolean }) => {
  const say = useSay(onePaymentWords)
  const { language } = useLanguage()
  const { AtTill, Kind, Day } = movement
  const isRefund = Kind === 'refund'
  const day = dayText(Day, language, 'short')
  if (!AtTill) return null
  if (AtTill.State === 'NotCompared') return <p>{say(payment.LocationId === null ? 'noLocation' : 'notCompared')}</p>
  if (AtTill.Tender)
    return (
      <>
        <p>{isRefund ? say('refundMatchedWith', { day }) : say('matchedWith')}</p>
        <Receipt tender={AtTill.Tender} amount={movement.Amount} currency={payment.Currency} mayList={mayList} />
      </>
    )
  return (
    <>
      <p>{isRefund ? say('refundAlone', { day }) : say('alone')}</p>
      <Near near={AtTill.Near} mayList={mayList} />
    </>
  )
}

interface ReceiptProps {
  tender: NonNullable<NonNullable<Movement['AtTill']>['Tender']>
  amount: number
  currency: string
  mayList: boolean
}

/** A receipt with its tender, framed: when, at which till, by whom and how it was paid. */
const Receipt = ({ tender, amount, currency, mayList }: ReceiptProps) => {
  const { language } = useLanguage()
  const text = usePaymentText(currency)
  return (
    <p className={styles.receipt}>
      <b>
        {mayList ? <Go change={{ receipt: tender.SaleId }}>{tender.Receipt}</Go> : tender.Receipt}
        <span>{text.plain(amount)}</span>
      </b>
      <small>
        {[`${dayText(tender.At.slice(0, 10), language, 'short')}, ${tender.At.slice(11, 16)}`, tender.TerminalId, tender.Clerk ?? '', tender.Media]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </p>
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
