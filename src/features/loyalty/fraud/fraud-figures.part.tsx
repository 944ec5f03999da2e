import { dayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { ListedCard } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'
import { CASE_STATES, type CaseState } from './fraud-rules.rules.ts'
import { stateOfCard } from './listed.rules.ts'
import { StateMark } from './state-mark.part.tsx'

/** How many cases there are of each state, and how many points are still to be decided on. */
export const FraudFigures = ({ cards }: { cards: readonly ListedCard[] }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const of = (state: CaseState) => cards.filter((card) => stateOfCard(card) === state)
  const open = [...of('New'), ...of('Reviewing')]
  const oldest = [...of('New')].sort((a, b) => (a.Day < b.Day ? -1 : 1))[0]
  const about: Record<CaseState, string> = {
    New: oldest ? `${oldest.Name || say('noName')}, ${dayText(oldest.Day, language, 'short')}` : '',
    Reviewing: [...new Set(of('Reviewing').flatMap(({ Case }) => Case?.By ?? []))].join(', '),
    Confirmed: of('Confirmed').some(({ Case }) => Case?.Blocked) ? say('blocked') : '',
    Cleared: '',
  }
  return (
    <section className={`figures ${styles.figures}`} aria-label={say('statesLabel')}>
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
