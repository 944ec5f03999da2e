import { cardKey } from '#shared/card-number.ts'
import { dayText } from '#shared/cell-text.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useFoundCards } from './card-calls.part.ts'
import { fieldsToAsk, type PickedField } from './card-search.rules.ts'
import { CardTable } from './card-table.part.tsx'
import { cardWords } from './cards.messages.ts'
import styles from './found-cards.module.css'

interface FoundProps {
  text: string
  field: PickedField
  onField: (field: PickedField) => void
  /** Absent where the reader may not make cards. */
  onCreate: (() => void) | undefined
}

/** The cards that match, or what to try where none does. */
export const FoundCards = ({ text, field, onField, onCreate }: FoundProps) => {
  const say = useSay(cardWords)
  const { language } = useLanguage()
  const { data, error, refetch } = useFoundCards(text, field)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  if (data.cards.length === 0) return <NoneFound text={text} field={field} onField={onField} onCreate={onCreate} />
  return (
    <section className={styles.found} data-found>
      <div className="bar-head" role="status">
        <h2>
          {say.count('found', data.cards.length)}
          <small>{say('foundFor', { text })}</small>
        </h2>
      </div>
      {data.more && (
        <p className={styles.say}>
          <b>{say('more', { text })}</b> {say('moreHint')}
        </p>
      )}
      <CardTable
        caption={say('foundCaption', { text })}
        cards={data.cards}
        wanted={text}
        lastTitle={say('lastUsed')}
        last={({ LastUsed }) => (LastUsed ? dayText(LastUsed, language) : say('never'))}
      />
      <p className={`note ${styles.keys}`}>
        <kbd>↑</kbd> <kbd>↓</kbd> {say('keysChoose')} <kbd>Enter</kbd> {say('keysOpen')}
      </p>
    </section>
  )
}

const NoneFound = ({ text, field, onField, onCreate }: FoundProps) => {
  const say = useSay(cardWords)
  const isNumber = /^\d[\d-]{3,}$/.test(cardKey(text)) && (field === 'Any' || field === 'CardNumber')
  const isShort = fieldsToAsk(text, field).length === 0
  const other = field === 'Phone' ? 'Name' : 'Phone'
  return (
    <section className={styles.none} role="status">
      <p className={styles.say}>
        <b>{say(isShort ? 'tooShort' : isNumber ? 'notInUse' : 'noneFound', { text, number: text })}</b>{' '}
        {say(isShort ? 'tooShortHint' : isNumber ? (onCreate ? 'notInUseHint' : 'notInUseSeen') : 'noneFoundHint')}
      </p>
      <p className={styles.acts}>
        {isNumber && onCreate && (
          <>
            <button type="button" className="btn primary" onClick={onCreate}>
              {say('createThis')}
            </button>
            <Go to="/loyalty/replace" search={{ new: text }} className="btn">
              {say('replaceWith')}
            </Go>
          </>
        )}
        {!isShort && (
          <button type="button" className="btn" onClick={() => onField(other)}>
            {say(`searchBy${other}`)}
          </button>
        )}
      </p>
    </section>
  )
}
