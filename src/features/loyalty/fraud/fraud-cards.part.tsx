import { maskedNumber } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { numberText } from '#shared/money.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { Found, ListedCard } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'
import { CASE_STATES } from './fraud-rules.rules.ts'
import { useHitText } from './hit-text.part.ts'
import { isOpen, stateOfCard } from './listed.rules.ts'
import { CaseFate, StateMark } from './state-mark.part.tsx'

interface Place {
  LocationId: number
  Name: string
  Currency: string
  Cards: readonly ListedCard[]
}

interface CardsProps {
  /** What is shown, and of which all there is. */
  places: readonly Place[]
  all: readonly ListedCard[]
  state: string | undefined
  /** The card whose docket is open. */
  current: string | undefined
  onState: (state: string | undefined) => void
}

/** The cards that are listed, by location. */
export const FraudCards = ({ places, all, state, current, onState }: CardsProps) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const count = (n: number) => numberText(n, language)
  const options = [
    { value: 'all', label: `${say('all')} ${count(all.length)}` },
    ...CASE_STATES.map((one) => ({ value: one as string, label: `${say(one)} ${count(all.filter((card) => stateOfCard(card) === one).length)}` })),
  ]
  return (
    <section className={styles.list} aria-labelledby="cases">
      <div className="bar-head">
        <h2 id="cases">
          {say('cases')} <small>{say('highestFirst')}</small>
        </h2>
        <Segmented label={say('shown')} options={options} value={state ?? 'all'} onChange={(chosen) => onState(chosen === 'all' ? undefined : chosen)} />
      </div>
      {places.length === 0 && <p className="note">{say('nothingOfState')}</p>}
      {places.length > 0 && (
        <table className={styles.cases}>
          <caption className="sr">{say('cases')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('card')}</th>
              <th scope="col" className={styles.wide}>
                {say('why')}
              </th>
              <th scope="col" className={styles.wide}>
                {say('day')}
              </th>
              <th scope="col" className={`num ${styles.wide}`}>
                {say('points')}
              </th>
              <th scope="col" className="num">
                {say('score')}
              </th>
              <th scope="col">{say('case')}</th>
            </tr>
          </thead>
          {places.map((place) => (
            <PlaceRows key={place.LocationId} place={place} current={current} />
          ))}
        </table>
      )}
      <p className="note">{say('scoreNote')}</p>
    </section>
  )
}

const PlaceRows = ({ place, current }: { place: Place; current: string | undefined }) => {
  const say = useSay(fraudWords)
  return (
    <tbody>
      <tr className={styles.loc}>
        <th scope="rowgroup" colSpan={3}>
          {place.Name} <small>{say.count('placeCases', place.Cards.length, { open: place.Cards.filter(isOpen).length })}</small>
        </th>
        {/* A narrow screen shows three columns: a heading over six would make three more, empty ones. */}
        <td className={styles.wide} colSpan={3} />
      </tr>
      {place.Cards.map((card) => (
        <CardRow key={card.CardNumber} card={card} currency={place.Currency} isCurrent={card.CardNumber === current} />
      ))}
    </tbody>
  )
}

const CardRow = ({ card, currency, isCurrent }: { card: ListedCard; currency: string; isCurrent: boolean }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const hitText = useHitText()
  const { title, detail } = hitText(card.Hits[0] as Found, currency)
  const others = new Set(card.Hits.map(({ Rule }) => Rule)).size - 1
  const why = (
    <>
      <b>{title}</b> {others > 0 && <span className={styles.more}>{say('more', { n: others })}</span>}
    </>
  )
  const day = dayText(card.Day, language, 'short')
  return (
    <tr className={isCurrent ? styles.here : undefined} data-card={card.CardNumber}>
      <th scope="row">
        <Go change={{ card: card.CardNumber }} aria-current={isCurrent ? 'true' : undefined}>
          {card.Name || say('noName')}
        </Go>
        <small>
          {maskedNumber(card.CardNumber)}
          {card.Hits.some(({ Rule }) => Rule === 'F9') && `, ${say('staff')}`}
        </small>
        <span className={styles.narrow}>
          {why}
          <small>{[day, detail].filter(Boolean).join('. ')}</small>
        </span>
      </th>
      <td className={styles.wide}>
        {why}
        <small>{detail}</small>
      </td>
      <td className={styles.wide}>{day}</td>
      <td className={`num ${styles.wide}`}>{numberText(card.Points, language)}</td>
      <td className="num">
        <Score value={card.Score} />
      </td>
      <td>
        <StateMark state={stateOfCard(card)} />
        <CaseFate mark={card.Case} />
      </td>
    </tr>
  )
}

/** A score with a bar of its length. */
export const Score = ({ value }: { value: number }) => (
  <span className={styles.score} style={{ '--v': `${value}%` } as React.CSSProperties}>
    {value}
  </span>
)
