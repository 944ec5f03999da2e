import { useEffect, useState } from 'react'
import { moneyText, numberText } from '#shared/money.ts'
import { SheetButton } from '#ui/blank.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { fraud } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'
import { LEAST_USES, RULES, WEIGHTS } from './fraud-rules.rules.ts'
import { VenueThreshold } from './venue-threshold.part.tsx'

interface ThresholdProps {
  value: number
  byThreshold: readonly { Uses: number; Cards: number }[]
  onChange: (uses: number) => void
}

/** From how many uses a day a card is listed, and how many cards each answer lists. */
export const FraudThreshold = ({ value, byThreshold, onChange }: ThresholdProps) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  return (
    <section className={styles.thresh} aria-labelledby="threshold">
      <div className="bar-head">
        <h2 id="threshold">{say('threshold')}</h2>
        <TypedThreshold value={value} onChange={onChange} />
      </div>
      <fieldset>
        <legend>{say('eachLists')}</legend>
        {byThreshold.map(({ Uses, Cards }) => (
          <label key={Uses} className={heatOf(Cards)}>
            <input type="radio" name="threshold" className="sr" checked={Uses === value} onChange={() => onChange(Uses)} />
            <b>
              {numberText(Cards, language)}
              <span className="sr"> {say.count('cardsAt', Cards).replace(/^\S+\s*/, '')}</span>
            </b>
            <small>{say.count('uses', Uses)}</small>
          </label>
        ))}
      </fieldset>
      <div className="note" id="threshold-note">
        {say('thresholdNote')} <AllRules />
      </div>
      <VenueThreshold uses={value} />
    </section>
  )
}

const heatOf = (cards: number): string => (cards >= 40 ? 'h4' : cards >= 15 ? 'h3' : cards >= 8 ? 'h2' : cards >= 2 ? 'h1' : 'h0')

const TypedThreshold = ({ value, onChange }: Pick<ThresholdProps, 'value' | 'onChange'>) => {
  const say = useSay(fraudWords)
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const take = () => {
    const uses = Number(typed)
    if (Number.isInteger(uses) && uses >= LEAST_USES && uses !== value) onChange(uses)
    else setTyped(String(value))
  }
  return (
    <label className={styles.other}>
      <span>{say('listUsed')}</span>{' '}
      <input
        type="number"
        inputMode="numeric"
        min={LEAST_USES}
        value={typed}
        aria-describedby="threshold-note"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />{' '}
      <span>{say('timesOrMore')}</span>
    </label>
  )
}

const AllRules = () => {
  const say = useSay(fraudWords)
  return (
    <SheetButton label={say('allRules')} className={styles.link} sheet={() => <RuleList />}>
      {say('allRules')}
    </SheetButton>
  )
}

/** The rules in words, with the venue's thresholds and what each adds to a score. */
const RuleList = () => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const user = useStoredUser()
  const { data } = useCall(fraud.fraudRules, { params: { id: user?.VenueId ?? 0 } }, { enabled: user !== undefined })
  if (!data) return null
  const { Off, LargeSale, ...counts } = data.Rules
  const values = {
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, numberText(count, language)])),
    LargeSale: moneyText(LargeSale, user?.Config?.Currency ?? 'AUD', language),
  }
  return (
    <ol className={styles.rules}>
      {RULES.map((rule) => (
        <li key={rule}>
          <span>
            {say(`${rule}.rule`, values)} {Off.includes(rule) && <small>{say('ruleOff')}</small>}
          </span>
          <b>{WEIGHTS[rule]}</b>
        </li>
      ))}
    </ol>
  )
}
