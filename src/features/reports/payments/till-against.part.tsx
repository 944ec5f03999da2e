import { useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { usePaymentText } from './payment-text.part.tsx'
import styles from './till-against.module.css'
import { DayRow, Foot, Head, type TillRow } from './till-against-rows.part.tsx'
import { tillMatchWords } from './till-match.messages.ts'
import type { TillAnswer } from './till-sides.rules.ts'

interface Props {
  answer: TillAnswer
  currency: string
  opened: string | undefined
}

const MANY_ROWS = 42
const differs = ({ OnlyTill, OnlyProvider }: TillRow) => OnlyTill + OnlyProvider > 0

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
      <Scroll label={say('title')}>
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
      </Scroll>
      <CardMedia answer={answer} />
      <p className="note">
        {say('rule')} {hand && hand.ByHand > 0 && say('byHandNote', { n: text.count(hand.ByHand), amount: text.signed(hand.ByHandDifference) })}
      </p>
    </section>
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
