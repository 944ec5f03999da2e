import { dayText } from '#shared/cell-text.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { PaymentsAnswer } from './payments.contract.ts'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'

const MONEY = ['Volume', 'Refunds', 'Disputed', 'OurFee', 'ProviderFee', 'Net'] as const
type Figures = PaymentsAnswer['Totals'][number]

/** Each trading day at each location, and what all come to. */
export const PaymentDays = ({ answer }: { answer: PaymentsAnswer }) => {
  const say = useSay(paymentsWords)
  const { language } = useLanguage()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('days')} tabIndex={0}>
      <h2>{say('days')}</h2>
      <table className="plain">
        <caption className="sr">{say('days')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('day')}</th>
            <th scope="col">{say('location')}</th>
            {(['Payments', ...MONEY, 'Failed'] as const).map((key) => (
              <th scope="col" className="num" key={key}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.Days.map((day) => (
            <tr key={`${day.Day} ${day.LocationId} ${day.Currency}`}>
              <th scope="row">{dayText(day.Day, language)}</th>
              <td>{day.Location ?? say('noLocation')}</td>
              <Cells of={day} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {answer.Totals.map((total) => (
            <tr key={total.Currency} className={styles.sum}>
              <th scope="row">{say('total')}</th>
              <td>{total.Currency}</td>
              <Cells of={total} />
            </tr>
          ))}
        </tfoot>
      </table>
      <p className="note">{say('feeRule')}</p>
    </section>
  )
}

const Cells = ({ of }: { of: Figures }) => {
  const { language } = useLanguage()
  return (
    <>
      <td className="num">{numberText(of.Payments, language)}</td>
      {MONEY.map((key) => (
        <td className="num" key={key}>
          {moneyText(of[key], of.Currency, language, 'plain')}
        </td>
      ))}
      <td className="num">{numberText(of.Failed, language)}</td>
    </>
  )
}
