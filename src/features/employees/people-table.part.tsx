import { useState } from 'react'
import { ActMenu } from '#ui/blank.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import type { Act } from '#ui/popover.tsx'
import { ariaSort, Sorter } from '#ui/sorter.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import { nameOf, type SortKey } from './people-list.rules.ts'
import styles from './people-table.module.css'
import { LocationsHeld, RolesHeld, StatusMark, useMoment } from './person-words.part.tsx'

const AT_ONCE = 100

interface PeopleTableProps {
  /** Those to show, in order. */
  shown: readonly Employee[]
  caption: string
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
  sort: { key: SortKey; descending: boolean }
  onSort: (key: SortKey) => void
  /** Whose sheet is open. */
  open: number
  actsFor: (person: Employee) => readonly Act[]
}

/** People as a ledger: ticked for what is done with several, the name leading to the person's sheet. */
export const PeopleTable = ({ shown, caption, chosen, onChoose, sort, onSort, open, actsFor }: PeopleTableProps) => {
  const say = useSay(people)
  const [length, setLength] = useState(AT_ONCE)
  const drawn = shown.slice(0, length)
  const columns: [SortKey | undefined, string, optional: boolean][] = [
    ['name', say('name'), false],
    ['user', say('userName'), true],
    [undefined, say('locations'), true],
    ['role', say('role'), true],
    ['status', say('status'), false],
    ['seen', say('lastSignIn'), true],
  ]
  return (
    <>
      <table className={`plain ticks ${styles.table}`}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.pick}>
              <ChooseAll shown={shown} chosen={chosen} onChoose={onChoose} />
            </th>
            {columns.map(([key, title, optional]) => (
              <th key={title} scope="col" className={optional ? 'opt' : undefined} aria-sort={ariaSort(sort.key === key ? sort : undefined)}>
                {key ? (
                  <Sorter sorted={sort.key === key ? sort : undefined} onSort={() => onSort(key)}>
                    {title}
                  </Sorter>
                ) : (
                  title
                )}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {drawn.map((person) => (
            <PersonRow
              key={person.EmployeeId}
              person={person}
              isOpen={open === person.EmployeeId}
              chosen={chosen.includes(person.EmployeeId)}
              onChoose={(wanted) => onChoose(wanted ? [...chosen, person.EmployeeId] : chosen.filter((id) => id !== person.EmployeeId))}
              acts={actsFor(person)}
            />
          ))}
        </tbody>
      </table>
      {shown.length > length && (
        <p className={styles.more}>
          <button type="button" className="btn" onClick={() => setLength(length + 4 * AT_ONCE)}>
            {say('more', { n: Math.min(4 * AT_ONCE, shown.length - length) })}
          </button>
        </p>
      )}
    </>
  )
}

const ChooseAll = ({ shown, chosen, onChoose }: Pick<PeopleTableProps, 'shown' | 'chosen' | 'onChoose'>) => {
  const say = useSay(people)
  const all = shown.length > 0 && shown.every(({ EmployeeId }) => chosen.includes(EmployeeId))
  return (
    <input
      type="checkbox"
      aria-label={say('selectAll')}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = !all && chosen.length > 0
      }}
      onChange={() => onChoose(all ? [] : shown.map(({ EmployeeId }) => EmployeeId))}
    />
  )
}

interface PersonRowProps {
  person: Employee
  isOpen: boolean
  chosen: boolean
  onChoose: (wanted: boolean) => void
  acts: readonly Act[]
}

const PersonRow = ({ person, isOpen, chosen, onChoose, acts }: PersonRowProps) => {
  const say = useSay(people)
  const moment = useMoment()
  const name = nameOf(person)
  return (
    <tr className={[chosen && styles.chosen, isOpen && styles.open].filter(Boolean).join(' ') || undefined}>
      <td className={styles.pick}>
        <input type="checkbox" aria-label={say('select', { name })} checked={chosen} onChange={(event) => onChoose(event.target.checked)} />
      </td>
      <th scope="row">
        <Go className={styles.name} change={{ open: String(person.EmployeeId), tab: undefined }} aria-current={isOpen ? 'true' : undefined}>
          {name}
        </Go>{' '}
        {person.Self && <small>({say('you')})</small>}
      </th>
      <td className="opt">{person.UserName}</td>
      <td className="opt">
        <LocationsHeld person={person} />
      </td>
      <td className="opt">
        <RolesHeld roles={person.Roles} />
      </td>
      <td>
        <StatusMark status={person.Status} />
      </td>
      <td className={`opt ${styles.when}`}>{person.LastSignIn ? moment(person.LastSignIn) : <small>{say('neverHere')}</small>}</td>
      <td className="num">
        {acts.length > 0 && <ActMenu label={<Icon name="more" />} ariaLabel={say('actionsFor', { name })} className={styles.menu} acts={acts} />}
      </td>
    </tr>
  )
}
