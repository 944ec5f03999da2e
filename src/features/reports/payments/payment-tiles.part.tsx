import type { ReactNode } from 'react'
import { TileFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import tile from '#features/reports/kit/screen/tile.module.css'
import { dayText } from '#shared/cell-text.ts'
import { percentText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { type OpenedPayments, writeOpened } from './opened-payments.rules.ts'
import type { PaymentsAnswer } from './payment-sums.rules.ts'
import { usePaymentText } from './payment-text.part.tsx'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments.module.css'

/** The figures one looks at first; each opens its payments. */
export const PaymentTiles = ({ answer, currency }: { answer: PaymentsAnswer; currency: string }) => {
  const say = useSay(paymentsWords)
  const { language } = useLanguage()
  const text = usePaymentText(currency)
  const total = answer.Totals.find((one) => one.Currency === currency)
  if (!total) return null
  const names = answer.Places.filter((one) => one.Currency === currency && one.Payments > 0).map(({ Location }) => Location ?? say('noLocation'))
  return (
    <section className={`figures ${styles.tiles}`} aria-label={say('figures')} ref={oneStop}>
      <Tile to={{ what: 'Volume' }} title={say('volumeAt')} value={total.Volume} currency={currency} hero>
        {say.count('payments', total.Payments, { payments: text.count(total.Payments) })} ·{' '}
        {names.length > 3 ? say('places', { n: names.length }) : names.join(', ')}
      </Tile>
      <Tile to={{ what: 'Fees' }} title={say('fees')} value={total.Fees} currency={currency}>
        {total.Volume > 0 && say('ofVolume', { percent: percentText(total.Fees / total.Volume, language, false) })}
      </Tile>
      <Tile to={{ what: 'Net' }} title={say('Net')} value={total.Net} currency={currency}>
        {say('netHint')}
      </Tile>
      <Tile to={{ what: 'Failed' }} title={say('failures')} count={total.Failed} currency={currency}>
        {total.Failed > 0 && say('failedHint', { amount: text.plain(total.FailedAmount) })}
      </Tile>
      <Tile to={{ what: 'OpenDisputes' }} title={say('disputesOpen')} count={answer.OpenDisputes} currency={currency} bad={answer.OpenDisputes > 0}>
        {answer.AnswerBy
          ? say(Date.parse(answer.AnswerBy) < Date.parse(answer.AsAt) ? 'answerWasDue' : 'answerBy', {
              day: dayText(answer.AnswerBy.slice(0, 10), language, 'short'),
            })
          : say('noDisputes')}
      </Tile>
    </section>
  )
}

interface TileProps {
  to: OpenedPayments
  title: string
  /** Money, or a number of payments. */
  value?: number
  count?: number
  currency: string
  hero?: boolean
  bad?: boolean
  children?: ReactNode
}

const Tile = ({ to, title, value, count, currency, hero, bad, children }: TileProps) => {
  const text = usePaymentText(currency)
  return (
    <div className={hero ? `${tile.tile} hero` : tile.tile}>
      <h2>{(value ?? count) === 0 ? title : <Go change={{ paid: writeOpened(to), receipt: undefined }}>{title}</Go>}</h2>
      {value === undefined ? <p className="fig">{text.count(count ?? 0)}</p> : <TileFigure figure="Takings" value={value} currency={currency} />}
      <p className={bad ? 'delta bad' : 'delta'}>{children}</p>
    </div>
  )
}
