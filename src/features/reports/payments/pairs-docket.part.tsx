import { useInfiniteQuery } from '@tanstack/react-query'
import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { call } from '#ui/api.ts'
import { Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { callKey } from '#ui/use-call.ts'
import type { OpenedPayments } from './opened-payments.rules.ts'
import { PagedDocket } from './paged-docket.part.tsx'
import { paymentListWords } from './payment-list.messages.ts'
import { PaymentName, usePaymentText } from './payment-text.part.tsx'
import { payments } from './payments.contract.ts'
import styles from './payments-docket.module.css'
import { tillMatchWords } from './till-match.messages.ts'
import { handText } from './till-match-table.rules.ts'
import type { MatchPair, PairsAnswer } from './till-pairs.rules.ts'

interface Props {
  opened: OpenedPayments & { what: MatchPair['State'] }
  query: Record<string, string>
  currency: string
  /** What the page shows: how many, and their amount; undefined where it does not. */
  figure: { count: number; amount: number } | undefined
  place: string
  range: string
  /** Whether receipts may be opened. */
  mayList: boolean
  onClose: () => void
}

/** Tenders and payments of one side of the comparison, or both where they match. */
export const PairsDocket = ({ opened, query, currency, figure, place, range, mayList, onClose }: Props) => {
  const say = useSay(tillMatchWords)
  const { language } = useLanguage()
  const { what, day, locationId } = opened
  const asked = given({
    ...query,
    ...(day ? { FromDate: day, ToDate: day } : {}),
    ...(typeof locationId === 'number' ? { Locations: String(locationId) } : {}),
    State: what,
  })
  const list = useInfiniteQuery({
    queryKey: [...callKey(payments.tillPairs, { query: asked as never }), 'pages'],
    queryFn: ({ pageParam, signal }) => call(payments.tillPairs, { query: { ...asked, ...(pageParam ? { After: pageParam } : {}) } as never }, signal),
    initialPageParam: '',
    getNextPageParam: (page: PairsAnswer) => page.Next,
  })
  const pairs = list.data?.pages.flatMap((page) => page.Pairs).filter((pair) => pair.Currency === currency)
  return (
    <PagedDocket
      title={say(`state.${what}`)}
      aside={day ? dayText(day, language) : range}
      place={place}
      list={list}
      exported={{ path: payments.tillPairs.path, query: asked }}
      onClose={onClose}
    >
      {pairs && (
        <Pairs pairs={pairs} figure={figure} currency={currency} mayList={mayList} leftOff={list.data?.pages[0]?.LeftOff ?? 0} isWhole={!list.hasNextPage} />
      )}
    </PagedDocket>
  )
}

interface PairsProps extends Pick<Props, 'figure' | 'currency' | 'mayList'> {
  pairs: readonly MatchPair[]
  leftOff: number
  /** Whether all pages are here, so that they can be added up. */
  isWhole: boolean
}

const Pairs = ({ pairs, figure, currency, mayList, leftOff, isWhole }: PairsProps) => {
  const say = useSay(tillMatchWords)
  const sayList = useSay(paymentListWords)
  const text = usePaymentText(currency)
  if (pairs.length === 0) return <p className="meta">{sayList('none')}</p>
  const sum = pairs.reduce((total, { Amount }) => total + Math.round(Amount * 10_000), 0) / 10_000
  const amount = figure?.amount ?? sum
  return (
    <>
      <p className="fig">
        <BigFigure figure="Takings" value={amount} currency={currency} />
      </p>
      <p className="meta">{say.count('pairs', figure?.count ?? pairs.length)}</p>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{say('found')}</th>
            <th scope="col" className="num">
              {say('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <PairRow
              key={`${pair.Tender?.SaleId} ${pair.Tender?.At} ${pair.Payment?.PaymentId} ${pair.Payment?.At} ${pair.Amount}`}
              pair={pair}
              mayList={mayList}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('amount')}</th>
            <td className="num">{text.plain(amount)}</td>
          </tr>
        </tfoot>
      </table>
      {!isWhole && figure && <p className="note">{say('shown', { n: text.count(pairs.length), all: text.count(figure.count) })}</p>}
      {leftOff > 0 && <p className="note">{say('leftOff', { n: text.count(leftOff) })}</p>}
      {isWhole && leftOff === 0 && figure && (
        <Proof holds={sum === figure.amount && pairs.length === figure.count}>
          {sum === figure.amount
            ? say.count('pairsProof', pairs.length, { total: text.plain(sum) })
            : say('pairsDisproof', { total: text.plain(sum), figure: text.plain(figure.amount) })}
        </Proof>
      )}
    </>
  )
}

const PairRow = ({ pair: { Tender, Payment, Near, ByHand, Location, Amount, Currency, State }, mayList }: { pair: MatchPair; mayList: boolean }) => {
  const say = useSay(tillMatchWords)
  const { language } = useLanguage()
  const text = usePaymentText(Currency)
  const time = (at: string) => `${dayText(at.slice(0, 10), language, 'short')}, ${at.slice(11, 16)}`
  return (
    <tr>
      <td>
        {Tender && (
          <>
            {mayList ? <Go change={{ receipt: Tender.SaleId }}>{Tender.Receipt}</Go> : Tender.Receipt}{' '}
            <small>{[time(Tender.At), Location, Tender.TerminalId, Tender.Clerk ?? '', Tender.Media].filter(Boolean).join(' · ')}</small>
          </>
        )}
        {Payment && (
          <>
            <PaymentName id={Payment.PaymentId} />
            <small>{[time(Payment.At), Tender ? '' : Location, Payment.Card ?? ''].filter(Boolean).join(' · ')}</small>
          </>
        )}
        {ByHand && (
          <small>
            {handText(ByHand, say)}{' '}
            {ByHand.TenderAmount !== null && ByHand.TenderAmount !== Amount && say('handAmount', { amount: text.plain(ByHand.TenderAmount) })}
          </small>
        )}
        {State !== 'Matched' && (
          <small>
            {Near ? say(`near.${Near.Kind}`, { time: Near.At.slice(11, 16), receipt: Near.Receipt ?? '', media: Near.Media ?? '' }) : say('nothingNear')}
            {Near?.SaleId && mayList && (
              <>
                {' '}
                <Go change={{ receipt: Near.SaleId }}>{say('openReceipt', { receipt: Near.Receipt ?? '' })}</Go>
              </>
            )}
          </small>
        )}
      </td>
      <td className="num">{text.plain(Amount)}</td>
    </tr>
  )
}
