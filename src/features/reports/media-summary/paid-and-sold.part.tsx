import type { CSSProperties } from 'react'
import { useFigureText } from '#features/reports/kit/screen/figure-text.part.tsx'
import { percentText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { MediaAnswer } from './media-summary.contract.ts'
import { mediaWords } from './media-summary.messages.ts'
import styles from './paid-and-sold.module.css'

/** Each media's share as a bar of parts, and the proof that what was paid is what was sold. */
export const PaidAndSold = ({ answer }: { answer: MediaAnswer }) => {
  const say = useSay(mediaWords)
  return (
    <section className={styles.paid} aria-label={say('shareOf')}>
      {answer.Totals.map((total) => (
        <div key={total.Currency}>
          <Shares media={answer.Media.filter(({ Currency, Net }) => Currency === total.Currency && (Net ?? 0) > 0)} />
          <Agreed total={total} />
        </div>
      ))}
    </section>
  )
}

const SERIES = ['--s1', '--s2', '--s3', '--s4', '--s5']

const Shares = ({ media }: { media: MediaAnswer['Media'] }) => {
  const say = useSay(mediaWords)
  const { language } = useLanguage()
  if (media.length < 2) return null
  const shown = media.map(({ MediaKey, Name, Share }, i) => ({
    key: MediaKey,
    name: Name,
    share: percentText((Share ?? 0) / 100, language, false),
    look: { flexGrow: Math.max(Share ?? 0, 0.5), '--series': `var(${SERIES[i] ?? '--ink-3'})` } as CSSProperties,
  }))
  return (
    <>
      <p className={styles.bar} aria-hidden="true">
        {shown.map(({ key, look }) => (
          <i key={key} style={look} />
        ))}
      </p>
      <ul className={styles.shares}>
        {shown.map(({ key, name, share, look }) => (
          <li key={key} style={look} title={say('shareBar', { media: name, share })}>
            <span>
              {name} <b>{share}</b>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const Agreed = ({ total: { Currency, Net, Takings, Difference } }: { total: MediaAnswer['Totals'][number] }) => {
  const say = useSay(mediaWords)
  const { full } = useFigureText(Currency)
  const agrees = Difference === 0
  return (
    <div className={agrees ? 'proof' : 'proof off'} role="status">
      <Icon name={agrees ? 'check' : 'attention'} />
      <div>
        <p>
          <b>{say(agrees ? 'proofTitle' : 'proofOff')}</b> {say('proof', { net: full(Net ?? 0), takings: full(Takings) })}
        </p>
        {!agrees && <p>{say('proofDifference', { difference: full(Difference) })}</p>}
      </div>
    </div>
  )
}
