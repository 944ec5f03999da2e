import { useState } from 'react'
import { type AttendancePerson, attendancePeople } from '#features/rosters/attendance-people.contract.ts'
import { type MatchRow, MatchTable } from '#integrations/link-screen/match-table.part.tsx'
import { numberText } from '#shared/money.ts'
import { call } from '#ui/api.ts'
import { Refusal } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { matchingWords } from './deputy-matching.messages.ts'

const NO_ACCOUNT = 'none'
const SAME = 'same-'

/** Who the people of Deputy are here. It takes whoever may see timesheets, and to say so whoever may change settings. */
export const PeopleOfDeputy = () => {
  const say = useSay(matchingWords)
  const tags = useStoredUser()?.Permissions.map(({ Tag }) => Tag) ?? []
  if (!tags.includes('can_viewtimesheet')) return <p className="note">{say('cannotMatch')}</p>
  return <People canMatch={tags.includes('can_editsettings')} />
}

const People = ({ canMatch }: { canMatch: boolean }) => {
  const say = useSay(matchingWords)
  const { language } = useLanguage()
  const { data, error, refetch } = useCall(attendancePeople.people, {}, { everySeconds: 30 })
  const [refused, setRefused] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  const people = data.People.filter(({ Source }) => Source === 'Deputy')
  if (people.length === 0) return <p className="note">{say('nobody')}</p>
  const confirm = async (said: readonly { id: number; value: string }[]) => {
    setBusy(true)
    setRefused(undefined)
    try {
      for (const { id, value } of said) await call(attendancePeople.match, { params: { personId: id }, body: bodyOf(value) })
    } catch (trouble) {
      setRefused(trouble)
    }
    setBusy(false)
    await refetch()
  }
  const optionsFor = (person: AttendancePerson): MatchRow['options'] => [
    [NO_ACCOUNT, say('noAccount')],
    ...data.Employees.map(({ EmployeeId, Name }) => [String(EmployeeId), Name] as const),
    ...data.People.filter(({ Source, SameAs }) => Source !== person.Source && SameAs === null).map(
      ({ PersonId, Name, Source }) => [`${SAME}${PersonId}`, say('sameAs', { name: Name, source: say(`source.${Source}`) })] as const,
    ),
  ]
  return (
    <>
      <MatchTable
        title={say('people')}
        heads={[say('inDeputy'), say('hours'), say('employeeHere')]}
        choose={say('chooseEmployee')}
        unknown={say('noSuchName')}
        canMatch={canMatch}
        isBusy={isBusy}
        rows={people.map((person) => ({
          id: person.PersonId,
          name: person.Name,
          detail: person.Hours === 0 ? say('none') : say('hoursOf', { hours: numberText(person.Hours, language) }),
          said: person.Matched ? saidOf(person) : undefined,
          suggested: person.Suggested ? choiceOf(person.Suggested) : undefined,
          reason: person.Suggested ? say(`same.${person.Suggested.Same}`) : undefined,
          beneath: canMatch ? (person.Email ?? say('noEmail')) : undefined,
          confirmed: person.Confirmed,
          options: optionsFor(person),
        }))}
        onSay={(said) => void confirm(said)}
      />
      {!canMatch && <p className="note">{say('cannotMatch')}</p>}
      <Refusal error={refused} />
    </>
  )
}

const choiceOf = ({ EmployeeId, PersonId }: { EmployeeId: number | null; PersonId: number | null }): string =>
  EmployeeId === null ? `${SAME}${PersonId}` : String(EmployeeId)

const saidOf = ({ EmployeeId, SameAs }: AttendancePerson): string =>
  EmployeeId !== null ? String(EmployeeId) : SameAs !== null ? `${SAME}${SameAs}` : NO_ACCOUNT

const bodyOf = (value: string): { EmployeeId?: number | null; SameAs?: number } => {
  if (value.startsWith(SAME)) return { SameAs: Number(value.slice(SAME.length)) }
  return { EmployeeId: value === NO_ACCOUNT ? null : Number(value) }
}
