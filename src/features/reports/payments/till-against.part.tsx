import { useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { OpensPayments, usePaymentText } from './payment-text.part.tsx'
import type { TillAnswer } from './payments.contract.ts'
import styles from './till-against.module.css'
import { tillMatchWords } from './till-match.messages.ts'

interface Props {
  answer: TillAnswer
  currency: string
  opened: string | undefined
}

type Row = TillAnswer['Days'][number]
const MANY_ROWS = 42
const differs = ({ OnlyTill, OnlyProvider }: Row) => OnlyTill + OnlyProvider > 0

/** The tills beside the provider, by location and trading day. */
export const TillAgainst = ({ answer, currency, opened }: Props) => {
  const say = useSay(tillMatchWords)
  const all = answer.Days.filter((one) => one.Currency === currency)
  const [chosen, setChosen] = useState<'all' | 'differing' | undefined>(undefined)
  const show = chosen ?? (all.length > MANY_ROWS ? 'differing' : 'all')
  const rows = show === 'all' ? all : all.filter(differs)
  const text = usePaymentText(currency)
  const hand = answer.Totals.find((one) => one.Currency === currency)
  const isMany = new Set(all.map(({ LocationId }) => LocationId)).size > 1
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>
          {say('title')} <small>{say('basis', { currency })}</small>
        </h2>
        <Segmented
          label={say('rows')}
          value={show}
          onChange={setChosen}
          options={[
            { value: 'all', label: say('allDays') },
            { value: 'differing', label: say('onlyDifferences') },
          ]}
        />
      </div>
      <Stopped answer={answer} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="scroll" aria-label={say('title')} tabIndex={0}>
        <table className={`plain ${styles.match}`}>
          <caption className="sr">{say('title')}</caption>
          <Head isMany={isMany} />
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td colSpan={isMany ? 8 : 7} className={styles.word}>
                  {say(all.length === 0 ? 'nothing' : 'noneDiffers')}
                </td>
              </tr>
            )}
            {rows.map((row) => (
              <DayRow key={`${row.Day} ${row.LocationId}`} row={row} isMany={isMany} opened={opened} />
            ))}
          </tbody>
          <Foot answer={answer} currency={currency} isMany={isMany} opened={opened} />
        </table>
      </section>
      <CardMedia answer={answer} />
      <p className="note">
        {say('rule')} {hand && hand.ByHand > 0 && say('byHandNote', { n: text.count(hand.ByHand), amount: text.signed(hand.ByHandDifference) })}
      </p>
    </section>
  )
}

const Head = ({ isMany }: { isMany: boolean }) => {
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

const DayRow = ({ row, isMany, opened }: { row: Row; isMany: boolean; opened: string | undefined }) => {
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
  row: Omit<Row, 'Day' | 'LocationId' | 'Location' | 'Currency'>
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

/** What was compared, what was not and why, and all cards of the tills. */
const Foot = ({ answer, currency, isMany, opened }: Props & { isMany: boolean }) => {
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

const Stopped = ({ answer }: { answer: TillAnswer }) => {
  const say = useSay(tillMatchWords)
  const { language } = useLanguage()
  const stopped = answer.Places.flatMap(({ StoppedAt }) => StoppedAt ?? []).sort()[0]
  if (!stopped) return null
  return (
    <div className="callout warn" role="status">
      <Icon name="attention" />
      <p>{say('stopped', { time: `${dayText(stopped.slice(0, 10), language, 'short')}, ${stopped.slice(11, 16)}` })}</p>
    </div>
  )
}

/** Which media of the tills are compared; another provider may take some of them. */
const CardMedia = ({ answer: { CardMedia: media } }: { answer: TillAnswer }) => {
  const say = useSay(tillMatchWords)
  const text = usePaymentText('AUD')
  if (media.length < 2) return null
  const chosen = media.filter(({ IsCompared }) => IsCompared).map(({ MediaKey }) => MediaKey)
  const changed = (key: number) => {
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]
    return next.length === media.length || next.length === 0 ? undefined : next.toSorted((a, b) => a - b).join(',')
  }
  return (
    <fieldset className={styles.media}>
      <legend>{say('mediaTaken')}</legend>
      {media.map(({ MediaKey, Name, IsCompared, Tenders }) => (
        <Go
          key={MediaKey}
          className={IsCompared ? styles.on : styles.out}
          change={{ media: changed(MediaKey), paid: undefined }}
          aria-current={IsCompared ? 'true' : undefined}
        >
          {IsCompared && <Icon name="check" />}
          {Name} <small>{text.count(Tenders)}</small>
        </Go>
      ))}
      <small>{say('mediaHint')}</small>
    </fieldset>
  )
}
