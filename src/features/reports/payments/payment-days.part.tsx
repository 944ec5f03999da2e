import { useState } from 'react'
import { dayText, plainDayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { incompleteIn, type PaymentsAnswer } from './payment-sums.rules.ts'
import { OpensPayments, usePaymentText } from './payment-text.part.tsx'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'

const MONEY = ['Volume', 'Refunds', 'Disputed', 'OurFee', 'ProviderFee', 'Net'] as const
const ROWS_AT_FIRST = 62

interface Props {
  answer: PaymentsAnswer
  currency: string
  opened: string | undefined
}

/** Each trading day at each location, the newest first; every figure opens its payments. */
export const PaymentDays = ({ answer, currency, opened }: Props) => {
  const say = useSay(paymentsWords)
  const { language } = useLanguage()
  const text = usePaymentText(currency)
  const [shown, setShown] = useState(ROWS_AT_FIRST)
  const days = answer.Days.filter((one) => one.Currency === currency)
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>
          {say('days')} <small>{say('daysBasis')}</small>
        </h2>
      </div>
      {incompleteIn(answer).map(({ LocationId, Location, Day }) => (
        <p className="note" key={LocationId}>
          {say('completeFrom', { place: Location, day: plainDayText(Day, language) })}
        </p>
      ))}
      <Scroll label={say('days')}>
        <table className={`plain ${styles.days}`}>
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
            {days.slice(0, shown).map((one) => (
              <tr key={`${one.Day} ${one.LocationId}`}>
                <th scope="row">{dayText(one.Day, language)}</th>
                <td>{one.Location ?? say('noLocation')}</td>
                <td className="num">{text.count(one.Payments)}</td>
                {MONEY.map((key) => (
                  <td className="num" key={key}>
                    <OpensPayments to={{ what: key, day: one.Day, locationId: one.LocationId }} opened={opened} value={one[key]}>
                      {text.plain(one[key])}
                    </OpensPayments>
                  </td>
                ))}
                <td className="num">
                  <OpensPayments to={{ what: 'Failed', day: one.Day, locationId: one.LocationId }} opened={opened} value={one.Failed}>
                    {text.count(one.Failed)}
                  </OpensPayments>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {days.length > shown && (
        <p className={styles.more}>
          <button type="button" className="btn" onClick={() => setShown(days.length)}>
            {say('allRows', { n: text.count(days.length) })}
          </button>
        </p>
      )}
    </section>
  )
}
