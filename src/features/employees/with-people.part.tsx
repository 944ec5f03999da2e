import { type ReactNode, useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { accessTexts } from './access.messages.ts'
import { BulkAction, type Together } from './bulk-action.part.tsx'
import { type ChosenVenue, useChosenVenue, VenueBlank } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import filling from './filling-in.module.css'
import { usePeopleActs, usePeopleFor, usePeopleNamed } from './people-calls.part.tsx'
import { nameOf } from './people-list.rules.ts'
import { PersonPick } from './person-pick.part.tsx'
import { StatusMark } from './person-words.part.tsx'

interface WithPeopleProps {
  what: Together
  title: string
  question: string
  nobody: { title: string; body: (venue: string) => string }
  idle: string
  /** What is known of one of the chosen. */
  about: (place: ChosenVenue, person: Employee) => ReactNode
  /** Said once under it all. */
  foot?: ReactNode
}

const DETAILED = 5
/** People chosen at once, by the address. */
const MOST = 200

/** A screen that does one thing with one or several people: chosen on the left, what is known of them on the right. */
export const WithPeople = ({ what, title, question, nobody, idle, about, foot }: WithPeopleProps) => {
  const say = useSay(accessTexts)
  const sayPeople = useSay(people)
  const place = useChosenVenue()
  const acts = usePeopleActs(place)
  const [url, change] = useUrlState()
  const [asking, setAsking] = useState(false)
  const [seen, setSeen] = useState<readonly Employee[]>([])
  const ids = (url.people ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0)
    .slice(0, MOST)
  const purpose = what === 'revoke' ? 'revoke' : 'requestpassword'
  const anybody = usePeopleFor(place, purpose, '')
  // What is known of those chosen follows what is done with them; until it is there, what they were chosen by.
  const named = usePeopleNamed(place, ids)
  const known = [...named, ...seen]
  const chosen = ids.flatMap((id) => known.find(({ EmployeeId }) => EmployeeId === id) ?? []).filter(({ Registered, Active }) => Registered && Active)
  const choose = (next: readonly Employee[]) => {
    setSeen(next)
    change({ people: next.map(({ EmployeeId }) => EmployeeId).join(',') || undefined }, 'replace')
  }
  return (
    <Page title={title} filters={place.isAdmin && <VenueBlank place={place} />} sheet>
      {anybody.error ? (
        <Failed error={anybody.error} onRetry={() => anybody.refetch()} />
      ) : !anybody.data ? (
        <Waiting rows={8} />
      ) : anybody.data.Total === 0 ? (
        <Empty title={nobody.title}>
          <p>{nobody.body(place.venueName)}</p>
        </Empty>
      ) : (
        <div className={filling.beside}>
          <section className={filling.part}>
            <h2>{question}</h2>
            <PersonPick
              key={place.venueId}
              place={place}
              label={question}
              purpose={purpose}
              many
              chosen={chosen}
              onChoose={choose}
              aside={(person) => <StatusMark status={person.Status} />}
            />
          </section>
          <section className="paper" aria-live="polite">
            <h2>{chosen.length === 0 ? say('peopleN.other', { n: 0 }) : sayPeople.count('chosen', chosen.length)}</h2>
            {chosen.length === 0 && <p className={filling.effect}>{idle}</p>}
            {chosen.slice(0, DETAILED).map((person) => (
              <article key={person.EmployeeId} className={filling.part}>
                <h3>{nameOf(person)}</h3>
                {about(place, person)}
              </article>
            ))}
            {chosen.length > DETAILED && (
              <ul className={filling.names}>
                {chosen.slice(DETAILED).map((person) => (
                  <li key={person.EmployeeId}>{nameOf(person)}</li>
                ))}
              </ul>
            )}
            {chosen.length > 0 && (
              <>
                <p className={`${filling.effect} mt`}>{sayPeople(what === 'revoke' ? 'revokeEffect' : 'linkEffect', { venue: place.venueName })}</p>
                {foot}
                <p className={filling.acts}>
                  <button type="button" className={what === 'revoke' ? 'btn stop big' : 'btn primary big'} onClick={() => setAsking(true)}>
                    {sayPeople.count(what === 'revoke' ? 'revokeDo' : 'linkDo', chosen.length)}
                  </button>
                </p>
              </>
            )}
          </section>
        </div>
      )}
      {asking && (
        <BulkAction
          what={what}
          chosen={chosen}
          place={place}
          acts={acts}
          onClose={(done) => {
            setAsking(false)
            if (done) choose([])
          }}
        />
      )}
    </Page>
  )
}
