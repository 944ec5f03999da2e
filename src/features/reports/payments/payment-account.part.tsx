import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { PaymentsAnswer } from './payment-sums.rules.ts'
import { OpensPayments, usePaymentText } from './payment-text.part.tsx'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'

interface Props {
  answer: PaymentsAnswer
  currency: string
  opened: string | undefined
}

/** From volume to net, and where the net is: both end on the same figure. */
export const PaymentAccount = (props: Props) => (
  <section className={styles.account}>
    <CameIn {...props} />
    <WhereItIs {...props} />
  </section>
)

const CameIn = ({ answer, currency, opened }: Props) => {
  const say = useSay(paymentsWords)
  const text = usePaymentText(currency)
  const total = answer.Totals.find((one) => one.Currency === currency)
  if (!total) return null
  const rows = [
    { what: 'Volume', amount: total.Volume },
    { what: 'Refunds', amount: total.Refunds },
    { what: 'Disputed', amount: total.Disputed },
    ...(total.Other === 0 ? [] : [{ what: 'Other' as const, amount: total.Other }]),
    { what: 'OurFeeTaken', amount: -total.OurFeeTaken },
    { what: 'ProviderFee', amount: -total.ProviderFee },
  ] as const
  return (
    <table>
      <caption>{say('cameIn')}</caption>
      <tbody>
        {rows.map(({ what, amount }) => (
          <tr key={what}>
            <th scope="row">{say(what === 'Volume' ? 'Volume' : `less.${what}`)}</th>
            <td>
              <OpensPayments to={{ what }} opened={opened} value={amount}>
                {text.plain(amount)}
              </OpensPayments>
            </td>
          </tr>
        ))}
      </tbody>
      <Sum name={say('Net')} amount={total.Net} opened={opened} currency={currency} />
    </table>
  )
}

const Sum = ({ name, amount, opened, currency }: { name: string; amount: number; opened: string | undefined; currency: string }) => {
  const text = usePaymentText(currency)
  return (
    <tfoot>
      <tr className="sum">
        <th scope="row">{name}</th>
        <td>
          <OpensPayments to={{ what: 'Net' }} opened={opened} value={amount}>
            {text.plain(amount)}
          </OpensPayments>
        </td>
      </tr>
    </tfoot>
  )
}

const WhereItIs = ({ answer, currency, opened }: Props) => {
  const say = useSay(paymentsWords)
  const { language } = useLanguage()
  const text = usePaymentText(currency)
  const rows = answer.Arrivals.filter((one) => one.Currency === currency && (one.Payments !== 0 || one.Net !== 0))
  const net = answer.Totals.find((one) => one.Currency === currency)?.Net ?? 0
  const payments = (n: number) => say.count('payments', n, { payments: text.count(n) })
  return (
    <table>
      <caption>{say('whereItIs')}</caption>
      <tbody>
        {rows.map(({ Where, PayoutId, ArrivesOn, Payments, Net, Status }) => (
          <tr key={`${Where} ${PayoutId}`}>
            <th scope="row">
              {Where === 'way' && ArrivesOn ? dayText(ArrivesOn, language, 'short') : say(`where.${Where}`)}{' '}
              <small>
                {Where === 'way' && say(Status === 'failed' || Status === 'canceled' ? 'notArrived' : 'onTheWay')}
                {payments(Payments)}
              </small>
            </th>
            <td>
              <OpensPayments to={{ what: 'Net', where: Where, ...(PayoutId ? { payoutId: PayoutId } : {}) }} opened={opened} value={Net}>
                {text.plain(Net)}
              </OpensPayments>
            </td>
          </tr>
        ))}
      </tbody>
      <Sum name={say('Net')} amount={net} opened={opened} currency={currency} />
    </table>
  )
}
