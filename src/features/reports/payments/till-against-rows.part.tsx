import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { OpensPayments, usePaymentText } from './payment-text.part.tsx'
import styles from './till-against.module.css'
import { tillMatchWords } from './till-match.messages.ts'
import type { TillAnswer } from './till-sides.rules.ts'

/** A location on a trading day. */
export type TillRow = TillAnswer['Days'][number]

/** What the columns of till and provider are. @param isMany whether there are several locations */
export const Head = ({ isMany }: { isMany: boolean }) => {
  const say = useSay(tillMatchWords)
  return (
    <thead>
      <tr>
        <th scope="col">{say('day')}</th>
        {isMany && <th scope="col">{say('location')}</th>}
        {(['Till', 'Provider', 'Difference', 'Matched', 'OnlyTill', 'OnlyProvider'] as const).map((key) => (
          <th scope="col" key={key} className={key === 'Matched' ? `num ${styles.left}` : 'num'}>
            {say(key)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A day of a location. */
export const DayRow = ({ row, isMany, opened }: { row: TillRow; isMany: boolean; opened: string | undefined }) => {
  const { language } = useLanguage()
  return (
    <tr>
      <th scope="row">{dayText(row.Day, language, 'short')}</th>
      {isMany && <td className={styles.word}>{row.Location}</td>}
      <Cells row={row} at={{ day: row.Day, locationId: row.LocationId }} currency={row.Currency} opened={opened} />
    </tr>
  )
}

interface CellsProps {
  row: Omit<TillRow, 'Day' | 'LocationId' | 'Location' | 'Currency'>
  at: { day?: string; locationId?: number }
  currency: string
  opened: string | undefined
}

const Cells = ({ row, at, currency, opened }: CellsProps) => {
  const text = usePaymentText(currency)
  const say = useSay(tillMatchWords)
  const only = (count: number, amount: number) => (count === 0 ? text.count(0) : `${text.count(count)} · ${text.plain(amount)}`)
  return (
    <>
      <td className="num">{text.plain(row.Till)}</td>
      <td className="num">{text.plain(row.Provider)}</td>
      <td className={row.Difference === 0 ? 'num nil' : row.OnlyTill + row.OnlyProvider === 0 ? 'num' : `num ${styles.off}`}>{text.signed(row.Difference)}</td>
      <td className={`num ${styles.left}`}>
        <OpensPayments to={{ what: 'Matched', ...at }} opened={opened} value={row.Matched}>
          {text.count(row.Matched)}
        </OpensPayments>
        {row.ByHand > 0 && <small className={styles.hand}>{say('byHand', { n: text.count(row.ByHand) })}</small>}
      </td>
      <td className={row.OnlyTill === 0 ? 'num nil' : `num ${styles.off}`}>
        <OpensPayments to={{ what: 'OnlyTill', ...at }} opened={opened} value={row.OnlyTill}>
          {only(row.OnlyTill, row.OnlyTillAmount)}
        </OpensPayments>
      </td>
      <td className={row.OnlyProvider === 0 ? 'num nil' : `num ${styles.off}`}>
        <OpensPayments to={{ what: 'OnlyProvider', ...at }} opened={opened} value={row.OnlyProvider}>
          {only(row.OnlyProvider, row.OnlyProviderAmount)}
        </OpensPayments>
      </td>
    </>
  )
}

interface FootProps {
  answer: TillAnswer
  currency: string
  isMany: boolean
  opened: string | undefined
}

/** What was compared, what was not and why, and all cards of the tills. */
export const Foot = ({ answer, currency, isMany, opened }: FootProps) => {
  const say = useSay(tillMatchWords)
  const text = usePaymentText(currency)
  const total = answer.Totals.find((one) => one.Currency === currency)
  const rest = answer.Places.filter((one) => one.Currency === currency && (one.NotCompared !== 0 || one.State === 'Reading'))
  const lead = isMany ? 2 : 1
  if (!total) return null
  return (
    <tfoot>
      <tr className="sum">
        <th scope="row" colSpan={lead}>
          {say('compared')}
        </th>
        <Cells row={total} at={{}} currency={currency} opened={opened} />
      </tr>
      {rest.map((one) => (
        <tr key={one.LocationId} className={styles.ties}>
          <th scope="row" colSpan={lead}>
            {one.Location}
          </th>
          <td className="num">{text.plain(one.NotCompared)}</td>
          <td colSpan={5} className={styles.why}>
            {say(one.State === 'NotLinked' ? 'notLinked' : one.State === 'Reading' ? 'reading' : 'notKnown')}
          </td>
        </tr>
      ))}
      <tr className={styles.ties}>
        <th scope="row" colSpan={lead}>
          <b>{say('allCards')}</b>
        </th>
        <td className="num">
          <b>{text.plain(total.AllCards)}</b>
        </td>
        <td colSpan={5} className={styles.why}>
          {say('allCardsHint')}
        </td>
      </tr>
    </tfoot>
  )
}
