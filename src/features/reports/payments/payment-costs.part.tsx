import { dayText } from '#shared/cell-text.ts'
import { numberText, percentText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { PaymentsAnswer } from './payment-sums.rules.ts'
import { OpensPayments, usePaymentText } from './payment-text.part.tsx'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'

interface Props {
  answer: PaymentsAnswer
  currency: string
  opened: string | undefined
}

const MONEY = ['Volume', 'OurFee', 'OurFeeTaken', 'ProviderFee'] as const

/** What card payments cost at each location: the house's fee by its rates, what was taken for it, and the provider's own. */
export const PaymentCosts = ({ answer, currency, opened }: Props) => {
  const say = useSay(paymentsWords)
  const text = usePaymentText(currency)
  const { language } = useLanguage()
  const places = answer.Places.filter((one) => one.Currency === currency)
  const total = answer.Totals.find((one) => one.Currency === currency)
  const share = ({ Volume, Fees }: (typeof places)[number] | NonNullable<typeof total>) => (Volume > 0 ? percentText(Fees / Volume, language, false) : '–')
  const rateText = ({ PercentageFee, FixedFee }: Pick<PaymentsAnswer, 'PercentageFee' | 'FixedFee'>) =>
    say('rates', { percent: numberText(PercentageFee, language, 2), fixed: text.plain(FixedFee) })
  const rates = answer.FeeRates.length === 0 ? [{ ...answer, FromDay: null }] : answer.FeeRates
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>
          {say('costs')} <small>{currency}</small>
        </h2>
      </div>
      <Scroll label={say('costs')}>
        <table className={`plain ${styles.costs}`}>
          <caption className="sr">{say('costs')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('location')}</th>
              <th scope="col" className="num">
                {say('Payments')}
              </th>
              {MONEY.map((key) => (
                <th scope="col" className="num" key={key}>
                  {say(key)}
                  {key === 'OurFee' &&
                    rates.map((one) => (
                      <small key={one.FromDay}>
                        {one.FromDay === null ? rateText(one) : say('ratesFrom', { day: dayText(one.FromDay, language, 'short'), rates: rateText(one) })}
                      </small>
                    ))}
                </th>
              ))}
              <th scope="col" className="num">
                {say('feesOfVolume')}
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((one) => (
              <tr key={one.LocationId}>
                <th scope="row">{one.Location ?? say('noLocation')}</th>
                <td className="num">{text.count(one.Payments)}</td>
                {MONEY.map((key) => (
                  <td className="num" key={key}>
                    <OpensPayments to={{ what: key, locationId: one.LocationId }} opened={opened} value={one[key]}>
                      {text.plain(one[key])}
                    </OpensPayments>
                  </td>
                ))}
                <td className="num">{share(one)}</td>
              </tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr className="sum">
                <th scope="row">{say('total')}</th>
                <td className="num">{text.count(total.Payments)}</td>
                {MONEY.map((key) => (
                  <td className="num" key={key}>
                    <OpensPayments to={{ what: key }} opened={opened} value={total[key]}>
                      {text.plain(total[key])}
                    </OpensPayments>
                  </td>
                ))}
                <td className="num">{share(total)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </Scroll>
      <p className="note">{say('feeRule')}</p>
    </section>
  )
}
