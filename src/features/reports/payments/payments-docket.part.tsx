import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import { call } from '#ui/api.ts'
import { Proof } from '#ui/docket.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { callKey } from '#ui/use-call.ts'
import type { ListedPayment, PaymentList } from './listed-payments.rules.ts'
import type { OpenedPayments } from './opened-payments.rules.ts'
import { PagedDocket } from './paged-docket.part.tsx'
import { paymentListWords } from './payment-list.messages.ts'
import type { Listed } from './payment-list.rules.ts'
import { PaymentStatus } from './payment-status.part.tsx'
import { PaymentName, usePaymentText } from './payment-text.part.tsx'
import { payments } from './payments.contract.ts'
import { paymentsWords } from './payments.messages.ts'
import styles from './payments-docket.module.css'

interface Props {
  opened: OpenedPayments & { what: Listed | 'Payout' }
  /** The days and locations of the page. */
  query: Record<string, string>
  currency: string
  /** The figure as the page shows it; undefined where it is not on the page. */
  amount: number | undefined
  place: string
  range: string
  onClose: () => void
  onRefresh: () => void
}

/** The payments behind a figure, and the proof that they add up to it. */
export const PaymentsDocket = ({ opened, query, currency, amount, place, range, onClose, onRefresh }: Props) => {
  const say = useSay(paymentListWords)
  const sayAll = useSay(paymentsWords)
  const { language } = useLanguage()
  const asked = askedOf(opened, query, currency)
  const list = useInfiniteQuery({
    queryKey: [...callKey(payments.paymentList, { query: asked as never }), 'pages'],
    queryFn: ({ pageParam, signal }) => call(payments.paymentList, { query: { ...asked, ...(pageParam ? { After: pageParam } : {}) } as never }, signal),
    initialPageParam: '',
    getNextPageParam: (page: PaymentList) => page.Next,
  })
  const pages = list.data?.pages
  const first = pages?.[0]
  const isPayout = opened.what === 'Payout'
  const title = isPayout
    ? sayAll('payoutTitle')
    : opened.what === 'Net' && opened.where
      ? sayAll(`where.${opened.where}`)
      : say(`figure.${opened.what as Listed}`)
  return (
    <PagedDocket
      title={title}
      aside={isPayout ? say('whole') : opened.day ? dayText(opened.day, language) : range}
      place={place}
      list={list}
      exported={{ path: payments.paymentList.path, query: asked }}
      onClose={onClose}
    >
      <p className={styles.filter}>
        <PaymentStatus opened={opened} />
      </p>
      {first && pages && <Rows list={first} rows={pages.flatMap((page) => page.Payments)} currency={currency} amount={amount} onRefresh={onRefresh} />}
    </PagedDocket>
  )
}

/** The query of the payments behind a figure. */
const askedOf = ({ what, day, locationId, where, payoutId, state }: OpenedPayments, query: Record<string, string>, currency: string): Record<string, string> =>
  given({
    ...query,
    ...(day ? { FromDate: day, ToDate: day } : {}),
    ...(typeof locationId === 'number' ? { Locations: String(locationId) } : {}),
    Figure: what === 'Payout' ? 'Net' : what,
    Currency: currency,
    NoLocation: locationId === null ? '1' : undefined,
    Where: where,
    PayoutId: payoutId,
    WholePayout: what === 'Payout' ? '1' : undefined,
    State: state,
  })

interface RowsProps {
  list: PaymentList
  rows: readonly ListedPayment[]
  currency: string
  amount: number | undefined
  onRefresh: () => void
}

const Rows = ({ list, rows, currency, amount, onRefresh }: RowsProps) => {
  const say = useSay(paymentListWords)
  const { language } = useLanguage()
  const text = usePaymentText(currency)
  const state = list.State && say(`state.${list.State}`)
  if (list.Count === 0) return <p className="meta">{state ? say('noneInState', { state }) : say('none')}</p>
  const total = list.Total ?? 0
  return (
    <>
      <p className="fig">
        <BigFigure figure="Takings" value={total} currency={currency} />
      </p>
      <p className="meta">{say.count('rows', list.Count)}</p>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{say('payment')}</th>
            <th scope="col" className="num">
              {say(`figure.${list.Figure}`)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PaymentLine key={row.Id} row={row} figure={list.Figure} />
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say(`figure.${list.Figure}`)}</th>
            <td className="num">{text.plain(total)}</td>
          </tr>
        </tfoot>
      </table>
      {rows.length < list.Count && (
        <p className="note">{say('shownOf', { shown: numberText(rows.length, language), all: numberText(list.Count, language) })}</p>
      )}
      {state ? (
        <p className="note">{say('onlyState', { state })}</p>
      ) : (
        <Verdict total={total} count={list.Count} amount={amount} currency={currency} onRefresh={onRefresh} />
      )}
    </>
  )
}

const PaymentLine = ({ row, figure }: { row: ListedPayment; figure: Listed }) => {
  const say = useSay(paymentListWords)
  const { language } = useLanguage()
  const text = usePaymentText(row.Currency)
  const kinds = ['charge', 'refund', 'dispute', 'fee', 'failed'] as const
  const kind = kinds.find((one) => one === row.Kind) ?? 'other'
  const day = row.ArrivesOn && dayText(row.ArrivesOn, language, 'short')
  const where =
    row.PayoutId === null
      ? row.Kind === 'failed' || figure === 'OpenDisputes'
        ? ''
        : say('atStripe')
      : say(row.PayoutStatus === 'paid' ? 'inTheBank' : 'onTheWay', { day: day ?? '' })
  const notes = [
    `${dayText(row.At.slice(0, 10), language, 'short')}, ${row.At.slice(11, 16)}`,
    row.Location ?? say('noLocation'),
    row.Card ?? '',
    row.State === null || row.State === 'Paid' || row.State === 'Failed' ? '' : say(`state.${row.State}`),
    row.Failure ?? '',
    row.AnswerBy ? say('answerBy', { time: `${dayText(row.AnswerBy.slice(0, 10), language, 'short')}, ${row.AnswerBy.slice(11, 16)}` }) : where,
  ].filter(Boolean)
  return (
    <tr>
      <td>
        {say(`kind.${kind}`)} {figure !== 'Volume' && row.Amount !== row.Value && text.plain(row.Amount)}{' '}
        <PaymentName id={row.PaymentId ?? row.Id} isPayment={row.State !== null} />
        <small>{notes.join(' · ')}</small>
      </td>
      <td className="num">{text.plain(row.Value)}</td>
    </tr>
  )
}

interface VerdictProps {
  total: number
  count: number
  amount: number | undefined
  currency: string
  onRefresh: () => void
}

const Verdict = ({ total, count, amount, currency, onRefresh }: VerdictProps): ReactNode => {
  const say = useSay(paymentListWords)
  const text = usePaymentText(currency)
  if (amount === undefined) return null
  if (amount === total) return <Proof holds>{say.count('proof', count, { total: text.plain(total) })}</Proof>
  const again = (
    <button type="button" className="text-btn" onClick={onRefresh}>
      {say('refresh')}
    </button>
  )
  return (
    <Proof holds={false} detail={again}>
      {say('disproof', { total: text.plain(total), figure: text.plain(amount) })}
    </Proof>
  )
}
