import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { accessTexts } from './access.messages.ts'
import { type ChosenVenue, useChosenVenue, VenueBlank } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import filling from './filling-in.module.css'
import { useAccess, usePeopleFor, usePerson } from './people-calls.part.tsx'
import { PersonPick } from './person-pick.part.tsx'
import { RegisterSteps, StepList } from './register-steps.part.tsx'

/** Giving somebody access, step by step; for somebody revoked it is enabled again, offering what they held. */
const RegisterPage = () => {
  const say = useSay(accessTexts)
  const place = useChosenVenue()
  const [url] = useUrlState()
  const employeeId = Number(url.employee) || 0
  const { data, error, refetch } = usePerson(place, employeeId)
  const person = data?.Employees[0]
  return (
    <Page title={say('registerTitle')} filters={place.isAdmin && <VenueBlank place={place} />} sheet>
      {error && url.step ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : employeeId > 0 && url.step && !person ? (
        <Waiting rows={8} />
      ) : person && url.step ? (
        <OnePerson key={`${place.venueId}-${person.EmployeeId}`} place={place} person={person} />
      ) : (
        <PersonStep key={place.venueId} place={place} person={person} />
      )}
    </Page>
  )
}

export default RegisterPage

const PersonStep = ({ place, person }: { place: ChosenVenue; person: Employee | undefined }) => {
  const say = useSay(accessTexts)
  const [, change] = useUrlState()
  const anybody = usePeopleFor(place, 'register', '')
  if (anybody.error) return <Failed error={anybody.error} onRetry={() => anybody.refetch()} />
  if (!anybody.data) return <Waiting rows={8} />
  if (anybody.data.Total === 0)
    return (
      <Empty
        title={say('everyone')}
        act={
          <Go className="btn primary" to={`${place.base}/create`} search={place.along}>
            {say('createNew')}
          </Go>
        }
      >
        <p>{say('everyoneBody', { venue: place.venueName })}</p>
      </Empty>
    )
  const chosen = person && !person.Self && !(person.Registered && person.Active) ? [person] : []
  return (
    <>
      <StepList step="person" />
      <form
        className={filling.part}
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.length === 1) change({ step: 'locations' })
        }}
      >
        <h2>{say('whoTitle')}</h2>
        <p className="lede">{say('whoAbout', { venue: place.venueName })}</p>
        <PersonPick
          place={place}
          label={say('whoTitle')}
          purpose="register"
          many={false}
          chosen={chosen}
          onChoose={([one]) => change({ employee: one && String(one.EmployeeId) }, 'replace')}
          aside={(one) => <small>{say(one.Status === 'Revoked' ? 'wasRevoked' : 'neverRegistered')}</small>}
        />
        <p className={filling.acts}>
          <button type="submit" className="btn primary big" disabled={chosen.length === 0}>
            {say('next')}
          </button>
          <Go className="btn big" to={`${place.base}/create`} search={place.along}>
            {say('createNew')}
          </Go>
        </p>
      </form>
    </>
  )
}

const OnePerson = ({ place, person }: { place: ChosenVenue; person: Employee }) => {
  const { data, error, refetch } = useAccess(place, person.EmployeeId)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={8} />
  return <RegisterSteps place={place} person={person} access={data} />
}
