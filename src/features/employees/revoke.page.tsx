import { useSay } from '#ui/language.tsx'
import { Waiting } from '#ui/states.tsx'
import { accessTexts } from './access.messages.ts'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import filling from './filling-in.module.css'
import { useAccess, usePerson } from './people-calls.part.tsx'
import facts from './person-facts.module.css'
import { LocationsHeld, RolesHeld } from './person-words.part.tsx'
import { TagsInWords } from './tags-in-words.part.tsx'
import { WithPeople } from './with-people.part.tsx'

/** Taking access away: who, what they hold, which of their sessions end. */
const RevokePage = () => {
  const say = useSay(accessTexts)
  return (
    <WithPeople
      what="revoke"
      title={say('revokeTitle')}
      question={say('revokeWho')}
      nobody={{ title: say('revokeNobody'), body: (venue) => say('revokeNobodyBody', { venue }) }}
      idle={say('pickFirst')}
      about={(place, person) => <Holds place={place} person={person} />}
    />
  )
}

export default RevokePage

const Holds = ({ place, person }: { place: ChosenVenue; person: Employee }) => {
  const say = useSay(accessTexts)
  const access = useAccess(place, person.EmployeeId)
  const full = usePerson(place, person.EmployeeId)
  const sessions = full.data?.Employees[0]?.OpenSessions
  return (
    <>
      <dl className={facts.facts}>
        <div>
          <dt>{say('reviewWhere')}</dt>
          <dd>
            <LocationsHeld person={person} />
          </dd>
        </div>
        <div>
          <dt>{say('reviewRoles')}</dt>
          <dd>
            <RolesHeld roles={person.Roles} />
          </dd>
        </div>
        <div>
          <dt>{say('reviewMay')}</dt>
          <dd>{access.data ? <TagsInWords tags={access.data.Effective.map(({ Tag }) => Tag)} /> : <Waiting rows={2} />}</dd>
        </div>
      </dl>
      {sessions !== undefined && sessions > 0 && <p className={filling.effect}>{say('sessionsOpen', { n: sessions })}</p>}
    </>
  )
}
