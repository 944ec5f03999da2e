import { numberText, percentText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Operator } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'
import { Score } from './fraud-cards.part.tsx'
import { useRuleName } from './hit-text.part.ts'

/** Who rang up what is listed. */
export const FraudOperators = ({ operators }: { operators: readonly Operator[] }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const ruleName = useRuleName()
  if (operators.length === 0) return null
  return (
    <section className={styles.list} aria-labelledby="people">
      <div className="bar-head">
        <h2 id="people">{say('people')}</h2>
      </div>
      <table className={`${styles.cases} ${styles.people}`}>
        <caption className="sr">{say('people')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('person')}</th>
            <th scope="col">{say('standsOut')}</th>
            <th scope="col" className={`num ${styles.wide}`}>
              {say('cardReceipts')}
            </th>
            <th scope="col" className={`num ${styles.wide}`}>
              {say('shareListed')}
            </th>
            <th scope="col" className="num">
              {say('score')}
            </th>
          </tr>
        </thead>
        <tbody>
          {operators.map(({ Name, Locations, CardReceipts, Listed, Rules, Score: score }) => (
            <tr key={`${Name} ${Locations.join()}`}>
              <th scope="row">
                {Name}
                <small>{Locations.join(', ')}</small>
              </th>
              <td>{Rules.map(ruleName).join(', ')}</td>
              <td className={`num ${styles.wide}`}>{CardReceipts === 0 ? '' : numberText(CardReceipts, language)}</td>
              <td className={`num ${styles.wide}`}>{CardReceipts === 0 ? '' : percentText(Math.min(1, Listed / CardReceipts), language, false)}</td>
              <td className="num">
                <Score value={score} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">{say('peopleNote')}</p>
    </section>
  )
}
