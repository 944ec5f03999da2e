import { BigFigure } from '#features/reports/kit/screen/figure-text.part.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Bridge, BridgeAnswer } from './bridge.contract.ts'
import styles from './bridge.module.css'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import { useBridgeText } from './bridge-text.part.tsx'
import { stepTarget, toPayments } from './step-links.part.ts'

/** Where one stands, in a sentence and one figure: what is not explained. */
export const Standing = ({ answer, bridge }: { answer: BridgeAnswer; bridge: Bridge }) => {
  const say = useSay(bridgeScreenWords)
  const { title, text, act } = useSentence(answer, bridge)
  const isRight = bridge.NotExplained === 0
  return (
    <section className={styles.standing}>
      <h2>{title}</h2>
      <p>{text}</p>
      {act && <p className={styles.act}>{act}</p>}
      <p className={styles.zero}>
        <small>{say('notExplained')}</small>
        <b className="fig">
          <BigFigure figure="Takings" value={bridge.NotExplained} currency={bridge.Currency} />
        </b>
        {isRight && (
          <small className={styles.good}>
            <Icon name="check" /> {say('named')}
          </small>
        )}
        {bridge.NotExplained === null && <small>{say('afterCount')}</small>}
      </p>
    </section>
  )
}

const useSentence = ({ Counts, Settles, LongestDays }: BridgeAnswer, bridge: Bridge) => {
  const say = useSay(bridgeScreenWords)
  const { language } = useLanguage()
  const money = useBridgeText(bridge.Currency)
  const { NotExplained, SheetCount, CountedSheets, Currency } = bridge
  const banked = bridge.Steps.find(({ Step }) => Step === 'Banked')?.Amount ?? null
  const missing = (SheetCount ?? 0) - (CountedSheets ?? 0)
  const sheets = (
    <Go className="btn" {...stepTarget('NotCounted', true)}>
      {say.count('openSheets', missing)}
    </Go>
  )
  if (NotExplained !== null && NotExplained !== 0) return { title: say('unexplained', { amount: money.full(NotExplained) }), text: say('unexplainedHint') }
  if (missing > 0) return { title: say.count('notCounted', missing), text: say(banked === null ? 'blindHint' : 'notCountedHint'), act: sheets }
  if (Counts === 'not-permitted') return { title: say('agree'), text: say('notPermitted') }
  if (Counts === 'too-long') return { title: say('agree'), text: say('tooLong', { days: LongestDays }), act: <Go {...toPayments()}>{say('toPayments')}</Go> }
  const isDollar = /dollar/i.test(new Intl.DisplayNames('en', { type: 'currency' }).of(Currency) ?? '')
  const title = say(isDollar ? 'explainedDollar' : 'explained')
  const amountOf = (step: 'Settled' | 'OnTheWay' | 'NotFollowed') => bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? null
  const [settled, rest] = [amountOf('Settled'), amountOf('NotFollowed') ?? 0]
  if (settled !== null) {
    const values = { settled: money.full(settled), way: money.full(0 - (amountOf('OnTheWay') ?? 0)), rest: money.full(0 - rest) }
    return { title, text: say(rest === 0 ? 'whereSettled' : 'whereSettledNotFollowed', values) }
  }
  const [before = '', after = ''] = say('whereItIs', { banked: '|' }).split('|')
  return {
    title,
    text: (
      <span lang={language === 'jp' ? 'ja' : undefined}>
        {before}
        <b>{money.full(banked ?? 0)}</b>
        {after} {Settles === 'not-permitted' && say('noPayments')}
      </span>
    ),
  }
}

/** What the bridge does not reach yet, and why. */
export const NotLinked = ({ mayLink }: { mayLink: boolean }) => {
  const say = useSay(bridgeScreenWords)
  return (
    <section className={styles.notLinked}>
      <h3>{say('notLinked')}</h3>
      <div className={styles.mini} aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <p>
        <b>{say('notLinkedStops')}</b> {say('notLinkedHint')}
      </p>
      {mayLink && (
        <Go className="btn" to="/venue/connections">
          {say('connections')}
        </Go>
      )}
    </section>
  )
}
