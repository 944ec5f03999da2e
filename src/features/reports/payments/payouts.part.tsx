import { dayText } from '#shared/cell-text.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { PaymentsAnswer } from './payments.contract.ts'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'

/** How far a payout is, as Stripe names it; a state that is new there is shown as it came. */
const STATES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

/** What reaches the bank, and when. */
export const Payouts = ({ answer }: { answer: PaymentsAnswer }) => {
  const say = useSay(paymentsWords)
  const { language } = useLanguage()
  const stateText = (status: string) => {
    const known = STATES.find((state) => state === status)
    return known ? say(`payout.${known}`) : status
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('payouts')} tabIndex={0}>
      <h2>{say('payouts')}</h2>
      {answer.Payouts.length === 0 ? (
        <p className="note">{say('noPayouts')}</p>
      ) : (
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
                <td className="num">{moneyText(one.Amount, one.Currency, language, 'plain')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
