import { dayText } from '#shared/cell-text.ts'
import { dayNumber } from '#shared/day.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import type { ListedCard } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'
import { CASE_STATES, type CaseState } from './fraud-rules.rules.ts'
import { stateOfCard } from './listed.rules.ts'
import { StateMark } from './state-mark.part.tsx'

const counted = (cards: readonly ListedCard[], words: (n: number) => string): string => (cards.length === 0 ? '' : words(cards.length))

/** How many cases there are of each state, and how many points are still to be decided on. */
export const FraudFigures = ({ cards, today }: { cards: readonly ListedCard[]; today: string }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const of = (state: CaseState) => cards.filter((card) => stateOfCard(card) === state)
  const open = [...of('New'), ...of('Reviewing')]
  const about = {
    New: <Oldest cards={of('New')} today={today} />,
    Reviewing: [...new Set(of('Reviewing').flatMap(({ Case }) => Case?.By ?? []))].join(', '),
    Confirmed: counted(
      of('Confirmed').filter(({ Case }) => Case?.Blocked),
      (n) => say.count('blockedCards', n),
    ),
    Cleared: counted(
      of('Cleared').filter(({ Case }) => (Case?.ExemptUntil ?? '') >= today),
      (n) => say.count('exemptCards', n),
    ),
  }
  return (
    <section className={`figures ${styles.figures}`} aria-label={say('statesLabel')} ref={oneStop}>
      {CASE_STATES.map((state) => (
        <div key={state} className={state === 'New' ? 'hero' : undefined} data-count={state}>
          <h2>
            <StateMark state={state} />
          </h2>
          <p className="fig">
            {numberText(of(state).length, language)}
            {state === 'New' && <i> {say('toLookAt')}</i>}
          </p>
          <p className="delta">{about[state]}</p>
        </div>
      ))}
      <div>
        <h2>{say('atStake')}</h2>
        <p className="fig">
          {numberText(
            open.reduce((sum, { Points }) => sum + Points, 0),
            language,
          )}
        </p>
        <p className="delta">{say('atStakeOf')}</p>
      </div>
    </section>
  )
}

/** Which new card waits longest, and since when. */
const Oldest = ({ cards, today }: { cards: readonly ListedCard[]; today: string }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const [oldest] = [...cards].sort((a, b) => (a.Day < b.Day ? -1 : 1))
  if (!oldest) return null
  const days = Math.max(0, dayNumber(today) - dayNumber(oldest.Day))
  return (
    <>
      <b>{days === 0 ? say('oldestToday') : say.count('oldest', days)}</b> {oldest.Name || say('noName')}, {dayText(oldest.Day, language, 'short')}
    </>
  )
}
