import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { OpensPayments, usePaymentText } from './payment-text.part.tsx'
import styles from './till-against.module.css'
import { tillMatchWords } from './till-match.messages.ts'
import type { MatchPair } from './till-pairs.rules.ts'

interface AloneProps {
  pairs: readonly MatchPair[]
  leftOff: number
  opened: string | undefined
  /** The payment that is open beside the page. */
  payment: string | undefined
}

/** What stands alone on either side, with what may explain it. */
export const Alone = ({ pairs, leftOff, opened, payment }: AloneProps) => {
  const say = useSay(tillMatchWords)
  if (pairs.length === 0) return null
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>
          {say('notMatched')} <small>{say.count('alone', pairs.length + leftOff)}</small>
        </h2>
      </div>
      <Scroll label={say('notMatched')}>
        <table className={`plain ${styles.lone}`}>
          <caption className="sr">{say('notMatched')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('when')}</th>
              <th scope="col">{say('found')}</th>
              <th scope="col" className="opt">
                {say('think')}
              </th>
              <th scope="col" className="num">
                {say('amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {pairs.slice(0, SHOWN_ALONE).map((pair) => (
              <AloneRow
                key={`${pair.Tender?.SaleId} ${pair.Payment?.PaymentId} ${pair.Amount} ${(pair.Tender ?? pair.Payment)?.At}`}
                pair={pair}
                opened={opened}
                payment={payment}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
      {pairs.length + leftOff > SHOWN_ALONE && <p className="note">{say('shownAlone', { n: SHOWN_ALONE })}</p>}
    </section>
  )
}

const SHOWN_ALONE = 20

const AloneRow = ({ pair, opened, payment }: { pair: MatchPair } & Pick<AloneProps, 'opened' | 'payment'>) => {
  const say = useSay(tillMatchWords)
  const { language } = useLanguage()
  const text = usePaymentText(pair.Currency)
  const at = (pair.Tender ?? pair.Payment)?.At ?? ''
  const why = pair.Near
    ? say(`near.${pair.Near.Kind}`, { time: pair.Near.At.slice(11, 16), receipt: pair.Near.Receipt ?? '', media: pair.Near.Media ?? '' })
    : say('nothingNear')
  return (
    <tr>
      <th scope="row">
        {dayText(at.slice(0, 10), language, 'short')}, {at.slice(11, 16)}
        <small>{pair.Location}</small>
      </th>
      <td>
        {say(`state.${pair.State}`)}
        <small>{pair.Tender ? `${pair.Tender.Receipt} · ${pair.Tender.Media}` : pair.Payment?.Card}</small>
        <small className={styles.brief}>{why}</small>
      </td>
      <td className="opt">{why}</td>
      <td className="num">
        {pair.Payment ? (
          <Go
            change={{ payment: pair.Payment.PaymentId, paid: undefined, receipt: undefined }}
            aria-current={payment === pair.Payment.PaymentId ? 'true' : undefined}
          >
            {text.plain(pair.Amount)}
          </Go>
        ) : (
          <OpensPayments to={{ what: pair.State, day: pair.Day, locationId: pair.LocationId }} opened={opened} value={pair.Amount}>
            {text.plain(pair.Amount)}
          </OpensPayments>
        )}
      </td>
    </tr>
  )
}
