import { dayText } from '#shared/cell-text.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { PaymentsAnswer } from './payment-sums.rules.ts'
import { OpensPayments } from './payment-text.part.tsx'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'

/** How far a payout is, as Stripe names it; a state that is new there is shown as it came. */
const STATES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

/** What reaches the bank, and when; each payout opens all it pays out. */
export const Payouts = ({ answer, opened }: { answer: PaymentsAnswer; opened: string | undefined }) => {
  const say = useSay(paymentsWords)
  const { language } = useLanguage()
  const stateText = (status: string) => {
    const known = STATES.find((state) => state === status)
    return known ? say(`payout.${known}`) : status
  }
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>
          {say('payouts')} <small>{say('payoutsBasis')}</small>
        </h2>
      </div>
      {answer.Payouts.length === 0 ? (
        <p className="note">{say('noPayouts')}</p>
      ) : (
        <Scroll label={say('payouts')}>
          <table className="plain">
            <caption className="sr">{say('payouts')}</caption>
            <thead>
              <tr>
                <th scope="col">{say('arrives')}</th>
                <th scope="col">{say('location')}</th>
                <th scope="col">{say('status')}</th>
                <th scope="col" className="num">
                  {say('Payments')}
                </th>
                <th scope="col" className="num">
                  {say('amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {answer.Payouts.map((one) => (
                <tr key={one.PayoutId}>
                  <th scope="row">{dayText(one.ArrivesOn, language)}</th>
                  <td>{one.Location ?? say('noLocation')}</td>
                  <td>{stateText(one.Status)}</td>
                  <td className="num">{numberText(one.Payments, language)}</td>
                  <td className="num">
                    <OpensPayments to={{ what: 'Payout', payoutId: one.PayoutId }} opened={opened} value={one.Amount}>
                      {moneyText(one.Amount, one.Currency, language, 'plain')}
                    </OpensPayments>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {answer.PayoutCount > answer.Payouts.length && (
        <p className="note">{say('payoutsLeftOff', { shown: numberText(answer.Payouts.length, language), all: numberText(answer.PayoutCount, language) })}</p>
      )}
    </section>
  )
}
