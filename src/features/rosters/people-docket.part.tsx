import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Docket } from '#ui/docket.tsx'
import { Choose } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { type AttendancePerson, attendancePeople } from './attendance-people.contract.ts'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import styles from './time-attendance.module.css'

/** People whom a till, a file or a provider names and nobody has matched, each with whoever it may be. */
export const PeopleDocket = ({ canMatch, onClose }: { canMatch: boolean; onClose: () => void }) => {
  const say = useSay(attendanceScreenWords)
  const { data, error, refetch } = useCall(attendancePeople.people, {})
  const unmatched = data?.People.filter(({ Matched }) => !Matched) ?? []
  return (
    <Docket title={say('peopleTitle')} onClose={onClose}>
      <p className="meta">{say('peopleNote')}</p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data && unmatched.length === 0 && <p className="note">{say('allMatched')}</p>}
      {data && unmatched.length > 0 && !canMatch && <p className="note">{say('cannotMatch')}</p>}
      {data &&
        unmatched.map((person) => <MatchForm key={person.PersonId} person={person} employees={data.Employees} people={data.People} canMatch={canMatch} />)}
    </Docket>
  )
}

const NO_ACCOUNT = 'none'
const SAME = 'same-'

interface FormProps {
  person: AttendancePerson
  employees: readonly { EmployeeId: number; Name: string }[]
  people: readonly AttendancePerson[]
  canMatch: boolean
}

const choiceOf = (suggested: AttendancePerson['Suggested']): string =>
  !suggested ? '' : suggested.EmployeeId === null ? `${SAME}${suggested.PersonId}` : String(suggested.EmployeeId)

const saidBy = (chosen: string): { EmployeeId?: number | null; SameAs?: number } => {
  if (chosen.startsWith(SAME)) return { SameAs: Number(chosen.slice(SAME.length)) }
  return { EmployeeId: chosen === NO_ACCOUNT ? null : Number(chosen) }
}

const MatchForm = ({ person, employees, people, canMatch }: FormProps) => {
  const say = useSay(attendanceScreenWords)
  const cache = useQueryClient()
  const suggested = choiceOf(person.Suggested)
  const [chosen, setChosen] = useState(suggested)
  const { mutate, isPending, error } = useSend(attendancePeople.match, { quiet: true, onDone: () => void cache.invalidateQueries() })
  const marked = (value: string, name: string) => (value === suggested ? `${name} (${say('suggested')})` : name)
  const options = [
    ['', say('chooseWho')],
    [NO_ACCOUNT, say('noAccount')],
    ...employees.map(({ EmployeeId, Name }) => [String(EmployeeId), marked(String(EmployeeId), Name)]),
    ...people
      .filter(({ PersonId, Source, SameAs }) => PersonId !== person.PersonId && Source !== person.Source && SameAs === null)
      .map(({ PersonId, Name, Source }) => [
        `${SAME}${PersonId}`,
        marked(`${SAME}${PersonId}`, say('sameAs', { name: Name, source: say(`source.${Source}`) })),
      ]),
  ] as const
  return (
    <form
      className={styles.match}
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ params: { personId: String(person.PersonId) as never }, body: saidBy(chosen) })
      }}
    >
      <p>
        <b>{person.Name}</b> <small>{say('namedBy', { source: say(`source.${person.Source}`) })}</small>
      </p>
      {canMatch && (
        <>
          <Choose small label={person.Name} value={chosen} options={options as never} onChange={setChosen} />
          <button type="submit" className="btn" disabled={chosen === '' || isPending} aria-busy={isPending}>
            {say('confirm')}
          </button>
        </>
      )}
      <Refusal error={error} />
    </form>
  )
}
