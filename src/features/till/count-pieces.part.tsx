import { Field } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { tallyOf } from './count-draft.rules.ts'
import { countWords } from './count-phone.messages.ts'
import styles from './count-phone.module.css'
import type { StageProps } from './count-stage.part.tsx'
import { typedCount, worth } from './denominations.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

/** Below this a piece is a coin: in Japan below ¥1,000, elsewhere up to two. */
const isCoin = (value: number, currency: string) => value < (currency === 'JPY' ? 1000 : 5)

/** A line for each note and coin, with buttons that a thumb finds. */
export const PieceList = ({ answer, draft, change }: Omit<StageProps, 'id'>) => {
  const screen = useSay(tillScreenWords)
  const { Currency } = answer.Sheet
  const { values } = tallyOf(draft, Currency)
  if (values.length === 0) return <Field label={screen('inDrawer')} value={draft.cash} inputMode="decimal" onChange={(cash) => change({ cash })} />
  return (
    <ol className={styles.pieces}>
      {values.map((value) => (
        <Piece
          key={value}
          value={value}
          currency={Currency}
          typed={draft.pieces[value] ?? ''}
          onType={(typed) => change({ pieces: { ...draft.pieces, [value]: typed } })}
        />
      ))}
    </ol>
  )
}

const Piece = ({ value, currency, typed, onType }: { value: number; currency: string; typed: string; onType: (typed: string) => void }) => {
  const say = useSay(countWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const count = typedCount(typed)
  const name = text.piece(value, currency)
  const step = (by: number) => onType(String(Math.max(0, (count ?? 0) + by)))
  return (
    <li className={isCoin(value, currency) ? styles.coin : undefined}>
      <span className={styles.face} aria-hidden="true">
        {name}
      </span>
      <button type="button" className={styles.step} aria-label={say('less', { piece: name })} disabled={!count} onClick={() => step(-1)}>
        −
      </button>
      <input
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        value={typed}
        aria-label={`${screen('howMany')}: ${name}`}
        aria-invalid={count === undefined}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onType(event.target.value)}
      />
      <button type="button" className={styles.step} aria-label={say('more', { piece: name })} onClick={() => step(1)}>
        +
      </button>
      <output>{typed.trim() === '' || count === undefined ? '–' : text.money(worth([[value, count]]), currency)}</output>
    </li>
  )
}
