import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { PICKED_FIELDS, type PickedField } from './card-search.rules.ts'
import { cardWords } from './cards.messages.ts'
import styles from './search-box.module.css'

interface BoxProps {
  text: string
  field: PickedField
  busy: boolean
  onSearch: (text: string, field: PickedField) => void
}

/** One box for number, name, e-mail and phone. A card reader types a number and Enter. */
export const SearchBox = ({ text, field, busy, onSearch }: BoxProps) => {
  const say = useSay(cardWords)
  const id = useId()
  const [typed, setTyped] = useState(text)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => setTyped(text), [text])
  // The box is where a card reader types, without anybody having to click first.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    box.current?.select()
    onSearch(typed, field)
  }
  return (
    <search>
      <form className={styles.seek} onSubmit={submit}>
        <label htmlFor={id}>{say('find')}</label>
        <div className={styles.box}>
          <Icon name="search" />
          <input
            id={id}
            ref={box}
            type="search"
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={toFirstCard}
          />
          <button type="submit" className="btn primary" aria-busy={busy}>
            {say('search')}
          </button>
        </div>
        <fieldset className={styles.by}>
          <legend className="sr">{say('searchIn')}</legend>
          {PICKED_FIELDS.map((one) => (
            <label key={one}>
              <input type="radio" className="sr" name={id} checked={one === field} onChange={() => onSearch(typed, one)} />
              <span>{say(one)}</span>
            </label>
          ))}
        </fieldset>
        <p className="note" id={`${id}-hint`}>
          {say('findHint')}
        </p>
      </form>
    </search>
  )
}

/** The arrow down goes to the first card below. */
const toFirstCard = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'ArrowDown') return
  const first = document.querySelector<HTMLElement>('main [data-found] a')
  if (!first) return
  event.preventDefault()
  first.focus()
}
