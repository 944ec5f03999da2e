import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useSettled } from '#ui/settled.ts'
import { Failed, Waiting } from '#ui/states.tsx'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import { type Purpose, usePeopleFor } from './people-calls.part.tsx'
import { nameOf, sortedPeople } from './people-list.rules.ts'
import styles from './person-pick.module.css'

interface PersonPickProps {
  place: ChosenVenue
  label: string
  /** What is to be done with whoever is chosen. */
  purpose: NonNullable<Purpose>
  /** One of them, or any number. */
  many: boolean
  chosen: readonly Employee[]
  onChoose: (people: Employee[]) => void
  /** What stands at the end of a person's line. */
  aside: (person: Employee) => ReactNode
}

/** People to choose from, found on the server by typing. Those chosen stay in sight, on top where they are not among the found. */
export const PersonPick = ({ place, label, purpose, many, chosen, onChoose, aside }: PersonPickProps) => {
  const say = useSay(people)
  const { locale } = useLanguage()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed)
  const { data, error, refetch } = usePeopleFor(place, purpose, search)
  const options = useMemo(() => {
    const found = data?.Employees ?? []
    const others = chosen.filter((person) => !found.some(({ EmployeeId }) => EmployeeId === person.EmployeeId))
    const { compare } = new Intl.Collator(locale, { numeric: true })
    return [...sortedPeople(others, 'name', false, compare), ...sortedPeople(found, 'name', false, compare)]
  }, [data, chosen, locale])
  const isChosen = (person: Employee) => chosen.some(({ EmployeeId }) => EmployeeId === person.EmployeeId)
  const toggle = (person: Employee) => {
    if (!many) onChoose([person])
    else onChoose(isChosen(person) ? chosen.filter(({ EmployeeId }) => EmployeeId !== person.EmployeeId) : [...chosen, person])
  }
  const list = useListKeys(options, toggle, () => setTyped(''))
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={8} />
  return (
    <div className={many ? styles.pick : `${styles.pick} ${styles.one}`}>
      <label className="find">
        <Icon name="search" />
        <span className="sr">{say('find')}</span>
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={say('findHint')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            list.start()
          }}
          {...list.field}
        />
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a listbox as the ARIA practices have it. */}
      <ul {...list.box} role="listbox" aria-label={label} aria-multiselectable={many}>
        {options.map((person, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive lint/a11y/noNoninteractiveElementToInteractiveRole: the keyboard is the field's.
          <li key={person.EmployeeId} {...list.option(at)} role="option" aria-selected={isChosen(person)} onClick={() => toggle(person)}>
            <span className={styles.mark} aria-hidden="true">
              {isChosen(person) && <Icon name="check" />}
            </span>
            <span className={styles.who}>
              {nameOf(person)} <small>{person.UserName}</small>
            </span>
            {aside(person)}
          </li>
        ))}
      </ul>
      <p className={styles.told} role="status">
        {data.Total === 0 && typed !== ''
          ? say('noneFound')
          : data.NextPage
            ? say('pickSome', { n: data.Employees.length, of: say.count('people', data.Total) })
            : say.count('people', data.Total)}
      </p>
    </div>
  )
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 10, last),
  PageUp: (at) => Math.max(at - 10, 0),
}

/** A list under its field, as the ARIA practices have it: the keyboard stays in the field, and the arrows move through the list. */
const useListKeys = (options: readonly Employee[], onPick: (person: Employee) => void, onEscape: () => void) => {
  const id = useId()
  const box = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(-1)
  const here = Math.min(at, options.length - 1)
  const idAt = (place: number) => `${id}-${options[place]?.EmployeeId}`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const person = options[here]
    if (step) {
      const next = step(here, options.length - 1)
      setAt(next)
      box.current?.children[next]?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && person) onPick(person)
    else if (event.key === 'Escape') {
      onEscape()
      setAt(-1)
    } else return
    event.preventDefault()
  }
  return {
    /** Something else was typed. */
    start: () => setAt(-1),
    field: { 'aria-controls': id, onKeyDown, ...(here >= 0 ? { 'aria-activedescendant': idAt(here) } : {}) },
    box: { id, ref: box },
    option: (place: number) => ({ id: idAt(place), ...(place === here ? { 'data-active': true } : {}) }),
  }
}
