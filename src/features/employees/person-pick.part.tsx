import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import { isFound, nameOf, sortedPeople } from './people-list.rules.ts'

const AT_ONCE = 200

interface PersonPickProps {
  label: string
  options: readonly Employee[]
  /** One of them, or any number. */
  many: boolean
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
  /** What stands at the end of a person's line. */
  aside: (person: Employee) => ReactNode
}

/** People to choose from, found by typing. Those chosen stay in sight whatever is typed. */
export const PersonPick = ({ label, options, many, chosen, onChoose, aside }: PersonPickProps) => {
  const say = useSay(people)
  const { locale } = useLanguage()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const sorted = useMemo(() => sortedPeople(options, 'name', false, new Intl.Collator(locale, { numeric: true }).compare), [options, locale])
  const shown = sorted.filter((person) => chosen.includes(person.EmployeeId) || isFound(person, search)).slice(0, AT_ONCE)
  return (
    <div>
      <label className="find">
        <Icon name="search" />
        <span className="sr">{say('find')}</span>
        <input type="search" placeholder={say('findHint')} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <fieldset className="person-pick">
        <legend className="sr">{label}</legend>
        <ul>
          {shown.map((person) => (
            <li key={person.EmployeeId}>
              <label className="tickable">
                <input
                  type={many ? 'checkbox' : 'radio'}
                  name="person"
                  checked={chosen.includes(person.EmployeeId)}
                  onChange={(event) => {
                    if (!many) onChoose([person.EmployeeId])
                    else onChoose(event.target.checked ? [...chosen, person.EmployeeId] : chosen.filter((id) => id !== person.EmployeeId))
                  }}
                />
                <span>
                  <span>
                    {nameOf(person)} <small>{person.UserName}</small>
                  </span>
                  {aside(person)}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {shown.length === 0 && <p className="effect">{say('noneFound')}</p>}
    </div>
  )
}
