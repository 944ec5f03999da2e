import type { KeyboardEvent, ReactNode } from 'react'
import { Nil } from '#ui/data-table.tsx'
import { Docket } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Act } from '#ui/popover.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Employee } from './employee.contract.ts'
import { people } from './employees.messages.ts'
import { INVITATION_MS } from './employees.rules.ts'
import { useAccess, usePerson } from './people-calls.part.tsx'
import { nameOf } from './people-list.rules.ts'
import styles from './person-docket.module.css'
import facts from './person-facts.module.css'
import { LocationsHeld, RolesHeld, StatusMark, useMoment, useTagName } from './person-words.part.tsx'
import { TagsInWords } from './tags-in-words.part.tsx'

type Tab = 'details' | 'access' | 'activity'

interface PersonDocketProps {
  employeeId: number
  place: ChosenVenue
  actsFor: (person: Employee) => readonly Act[]
  onClose: () => void
}

/** One person, hung from the bar: who they are, what they may do, and what can be done. */
export const PersonDocket = ({ employeeId, place, actsFor, onClose }: PersonDocketProps) => {
  const say = useSay(people)
  const [url, change] = useUrlState()
  const { data, error, refetch } = usePerson(place, employeeId)
  const person = data?.Employees[0]
  const tabs: Tab[] = place.can('can_viewaudit') && !place.isAdmin ? ['details', 'access', 'activity'] : ['details', 'access']
  const tab = tabs.find((one) => one === url.tab) ?? 'details'
  return (
    <Docket title={person ? nameOf(person) : '…'} aside={person && <StatusMark status={person.Status} />} onClose={onClose}>
      <TabList label={say('title')} tabs={tabs} tab={tab} onTab={(chosen) => change({ tab: chosen === 'details' ? undefined : chosen }, 'replace')} />
      <div role="tabpanel" id="person-panel" aria-labelledby={`person-${tab}`}>
        {error ? (
          <Failed error={error} onRetry={() => refetch()} />
        ) : !person ? (
          <Waiting rows={6} />
        ) : tab === 'details' ? (
          <Details person={person} openSessions={person.OpenSessions} linkSentAt={person.LinkSentAt} />
        ) : tab === 'access' ? (
          <HeldAccess place={place} person={person} />
        ) : (
          <Activity person={person} />
        )}
      </div>
      {person && (
        <div className={styles.acts}>
          {actsFor(person).map((act) => (
            <button key={act.id} type="button" className={act.id === 'revoke' || act.id === 'delete' ? 'btn stop' : 'btn'} onClick={act.onAct}>
              {act.label}
            </button>
          ))}
        </div>
      )}
    </Docket>
  )
}

/** Tabs, gone along with the arrow keys. */
const TabList = ({ label, tabs, tab, onTab }: { label: string; tabs: readonly Tab[]; tab: Tab; onTab: (tab: Tab) => void }) => {
  const say = useSay(people)
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]
    if (step === 0 || !next) return
    event.preventDefault()
    onTab(next)
    document.getElementById(`person-${next}`)?.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKey}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`person-${one}`}
          aria-selected={one === tab}
          aria-controls="person-panel"
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {say(one)}
        </button>
      ))}
    </div>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => {
  const say = useSay(people)
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children || <Nil>{say('notRecorded')}</Nil>}</dd>
    </div>
  )
}

interface DetailsProps {
  person: Employee
  openSessions: number | undefined
  linkSentAt: string | undefined
}

const Details = ({ person, openSessions, linkSentAt }: DetailsProps) => {
  const say = useSay(people)
  const moment = useMoment()
  return (
    <>
      {person.Status === 'Invited' && linkSentAt && <NotAccepted person={person} since={linkSentAt} />}
      <dl className={facts.facts}>
        <Fact term={say('name')}>{`${person.FirstName} ${person.Surname}`.trim()}</Fact>
        <Fact term={say('nickname')}>{person.Nickname}</Fact>
        <Fact term={say('userName')}>{person.UserName}</Fact>
        <Fact term={say('email')}>{person.Email}</Fact>
        <Fact term={say('phone')}>{person.Phone}</Fact>
        <Fact term={say('lastSignIn')}>{person.LastSignIn ? moment(person.LastSignIn) : say('neverHere')}</Fact>
        {linkSentAt && <Fact term={say('linkSent')}>{moment(linkSentAt)}</Fact>}
        {openSessions !== undefined && <Fact term={say('sessions')}>{String(openSessions)}</Fact>}
      </dl>
    </>
  )
}

/** Whoever belongs to the venue has a UserId: to them only a link for their first password is under way. */
const NotAccepted = ({ person, since }: { person: Employee; since: string }) => {
  const say = useSay(people)
  const { locale } = useLanguage()
  if (person.UserId !== undefined) return null
  const until = new Date(Date.parse(since) + INVITATION_MS)
  return <p className="meta mt">{say('notAccepted', { name: nameOf(person), when: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(until) })}</p>
}

const HeldAccess = ({ place, person }: { place: ChosenVenue; person: Employee }) => {
  const say = useSay(people)
  const tagName = useTagName()
  const { data, error, refetch } = useAccess(place, person.EmployeeId)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={6} />
  return (
    <>
      <dl className={facts.facts}>
        <Fact term={say('locations')}>
          <LocationsHeld person={person} />
        </Fact>
        <Fact term={say('role')}>
          <RolesHeld roles={person.Roles} />
        </Fact>
        {person.Permissions.length > 0 && <Fact term={say('ownPermissions')}>{person.Permissions.map(({ Tag }) => tagName(Tag)).join(', ')}</Fact>}
      </dl>
      <h3 className={styles.held}>{say('maySee')}</h3>
      <TagsInWords tags={data.Effective.map(({ Tag }) => Tag)} />
      {place.can('can_register') && !person.Self && person.Registered && person.Active && (
        <p className={styles.acts}>
          <Go className="btn" to={`${place.base}/permissions`} search={{ ...place.along, q: person.UserName || nameOf(person) }}>
            {say('permissions')}
          </Go>
        </p>
      )}
    </>
  )
}

const Activity = ({ person }: { person: Employee }) => {
  const say = useSay(people)
  return (
    <>
      <p className="meta">{say('activityAbout', { name: nameOf(person) })}</p>
      <p className={styles.acts}>
        <Go className="btn" to="/venue/activity" search={{ employee: String(person.EmployeeId) }}>
          {say('openActivity')}
        </Go>
      </p>
    </>
  )
}
