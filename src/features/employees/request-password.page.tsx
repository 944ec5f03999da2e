import { useSay } from '#ui/language.tsx'
import { accessTexts } from './access.messages.ts'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import filling from './filling-in.module.css'
import { usePerson } from './people-calls.part.tsx'
import { useMoment } from './person-words.part.tsx'
import { WithPeople } from './with-people.part.tsx'

/** Sending people a link to set a new password. */
const RequestPasswordPage = () => {
  const say = useSay(accessTexts)
  return (
    <WithPeople
      what="link"
      title={say('linkTitle')}
      question={say('linkWho')}
      nobody={{ title: say('linkNobody'), body: (venue) => say('linkNobodyBody', { venue }) }}
      idle={say('linkPicked')}
      about={(place, person) => <LastLink place={place} person={person} />}
      foot={<p className={filling.effect}>{say('coolDown')}</p>}
    />
  )
}

export default RequestPasswordPage

const LastLink = ({ place, person }: { place: ChosenVenue; person: Employee }) => {
  const say = useSay(accessTexts)
  const moment = useMoment()
  const { data } = usePerson(place, person.EmployeeId)
  const sent = data?.Employees[0]?.LinkSentAt
  return (
    <p className={filling.effect}>
      {person.Email || say('noEmail')}
      <br />
      {data && (sent ? say('lastLink', { when: moment(sent) }) : say('noLink'))}
    </p>
  )
}
