import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal, useRefused } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { accessTexts } from './access.messages.ts'
import { LocationFields, PermissionFields, rolesIn } from './access-fields.part.tsx'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import type { Access, Employee } from './employee.contract.ts'
import filling from './filling-in.module.css'
import { MenuPreview } from './menu-preview.part.tsx'
import { type AccessDraft, usePeopleActs } from './people-calls.part.tsx'
import { nameOf } from './people-list.rules.ts'
import personFacts from './person-facts.module.css'
import { LocationsHeld, RolesHeld } from './person-words.part.tsx'
import { effectiveTags } from './tag-groups.rules.ts'
import { TagsInWords } from './tags-in-words.part.tsx'
import { useSending } from './use-sending.part.tsx'

const STEPS = ['person', 'locations', 'permissions', 'review'] as const
type Step = (typeof STEPS)[number]
const TITLES = { person: 'stepPerson', locations: 'stepLocations', permissions: 'stepPermissions', review: 'stepReview' } as const

/** How far one has come. */
export const StepList = ({ step }: { step: Step }) => {
  const say = useSay(accessTexts)
  return (
    <ol className="steps" aria-label={say('steps')}>
      {STEPS.map((one) => {
        const done = STEPS.indexOf(one) < STEPS.indexOf(step)
        return (
          <li key={one} className={done ? 'done' : undefined} aria-current={one === step ? 'step' : undefined}>
            {done && <Icon name="check" />}
            {say(TITLES[one])}
          </li>
        )
      })}
    </ol>
  )
}

/** What is offered to begin with: what somebody held, as far as the reader may give it. */
const offered = (access: Access): AccessDraft => {
  const { Grantable } = access
  const mine = Grantable.Permissions.map(({ Tag }) => Tag)
  const places = Grantable.Locations.map(({ LocationId }) => LocationId)
  const held = access.Locations.map(({ LocationId }) => LocationId).filter((id) => places.includes(id))
  return {
    AllLocations: access.AllLocations && Grantable.AllLocations,
    // The one location there is needs no choosing.
    Locations: held.length === 0 && places.length === 1 ? places : held,
    Permissions: access.Permissions.map(({ Tag }) => Tag).filter((tag) => mine.includes(tag)),
    Roles: access.Roles.filter((role) => Grantable.Roles.includes(role)),
  }
}

/** Locations, permissions, review, and the sending of the link. What was chosen stays while one goes back and forth. */
export const RegisterSteps = ({ place, person, access }: { place: ChosenVenue; person: Employee; access: Access }) => {
  const say = useSay(accessTexts)
  const [url, change] = useUrlState()
  const [start] = useState(() => offered(access))
  const [draft, setDraft] = useState(start)
  const [sent, setSent] = useState<'invited' | 'known'>()
  const [Email, setEmail] = useState(person.Email)
  // Whoever has a login is reached by its address, which the list need not know.
  const needsEmail = person.Email === '' && person.UserId === undefined
  const acts = usePeopleActs(place)
  const sending = useSending()
  const refused = useRefused(sending.error, { Email })
  const step = STEPS.find((one) => one === url.step && one !== 'person') ?? 'locations'
  const name = nameOf(person)
  const tags = effectiveTags(draft.Permissions, draft.Roles, rolesIn(access))
  const heldBefore = start.Permissions.length + start.Roles.length > 0
  const send = () =>
    sending.send(async () => {
      const { Status } = await acts.register(person.EmployeeId, draft, access.Version, needsEmail ? Email.trim() : undefined)
      await acts.refresh()
      setSent(Status === 'Active' ? 'known' : 'invited')
    })

  if (sent) return <Sent place={place} person={{ ...person, Email }} how={sent} />
  const go = (next: Step) => () => change({ step: next === 'person' ? undefined : next })
  return (
    <>
      <StepList step={step} />
      {step === 'locations' && (
        <StepForm title={say('whereTitle', { name })} lede={say('whereAbout')} onBack={go('person')} onNext={go('permissions')}>
          <LocationFields access={access} draft={draft} onChange={setDraft} />
        </StepForm>
      )}
      {step === 'permissions' && (
        <div className={filling.beside}>
          <StepForm
            title={say('whatTitle', { name })}
            lede={`${say('whatAbout')} ${heldBefore ? say('offered', { name }) : ''}`}
            onBack={go('locations')}
            onNext={go('review')}
          >
            <PermissionFields access={access} draft={draft} onChange={setDraft} />
          </StepForm>
          <MenuPreview place={place} tags={tags} roles={draft.Roles} />
        </div>
      )}
      {step === 'review' && (
        <div className={filling.beside}>
          <StepForm
            title={say('reviewTitle')}
            onBack={go('permissions')}
            onNext={send}
            verb={say('sendLink')}
            busy={sending.busy}
            barred={needsEmail && Email.trim() === ''}
          >
            <Review person={person} access={access} draft={draft} tags={tags} />
            {needsEmail && (
              <Field label={say('email')} hint={say('noEmail')} type="email" value={Email} onChange={setEmail} wrong={refused('Email')} autoComplete="off" />
            )}
            <Refusal error={sending.error} fields={needsEmail ? ['Email'] : []} />
          </StepForm>
          <MenuPreview place={place} tags={tags} roles={draft.Roles} />
        </div>
      )}
    </>
  )
}

interface StepFormProps {
  title: string
  lede?: string
  children: ReactNode
  onBack: () => void
  onNext: () => void
  verb?: string
  busy?: boolean
  /** Cannot go on from here. */
  barred?: boolean
}

/** One step: its question, its fields, back and on. Reading begins at the question. */
const StepForm = ({ title, lede, children, onBack, onNext, verb, busy, barred }: StepFormProps) => {
  const say = useSay(accessTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <form
      className={filling.part}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !barred) onNext()
      }}
    >
      <h2 tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {lede && <p className="lede">{lede}</p>}
      {children}
      <p className={filling.acts}>
        <button type="submit" className="btn primary big" disabled={busy || barred} aria-busy={busy}>
          {verb ?? say('next')}
        </button>
        <button type="button" className="btn big" disabled={busy} onClick={onBack}>
          {say('back')}
        </button>
      </p>
    </form>
  )
}

interface ReviewProps {
  person: Employee
  access: Access
  draft: AccessDraft
  tags: readonly string[]
}

const Review = ({ person, access, draft, tags }: ReviewProps) => {
  const say = useSay(accessTexts)
  const Locations = access.Grantable.Locations.filter(({ LocationId }) => draft.Locations.includes(LocationId))
  const nowhere = !draft.AllLocations && Locations.length === 0
  const facts: [term: string, said: ReactNode][] = [
    [say('reviewPerson'), `${nameOf(person)}${person.UserName ? ` (${person.UserName})` : ''}`],
    [say('reviewWhere'), <LocationsHeld key="where" person={{ AllLocations: draft.AllLocations, Locations }} />],
    [say('reviewRoles'), <RolesHeld key="roles" roles={draft.Roles} />],
    [say('reviewMay'), <TagsInWords key="may" tags={tags} />],
    ...(person.Email ? [[say('reviewLink'), person.Email] as [string, ReactNode]] : []),
  ]
  return (
    <>
      <dl className={personFacts.facts}>
        {facts.map(([term, said]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
      {nowhere && (
        <div className="callout warn">
          <Icon name="attention" />
          <p>{say('noLocation')}</p>
        </div>
      )}
    </>
  )
}

const Sent = ({ place, person, how }: { place: ChosenVenue; person: Employee; how: 'invited' | 'known' }) => {
  const say = useSay(accessTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that sent it is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className="state-page" role="status">
      <h2 ref={heading} tabIndex={-1}>
        {say('sentTitle')}
      </h2>
      <div className="callout done">
        <Icon name="check" />
        <p>
          {say(how === 'known' ? 'sentKnown' : 'sentBody', { name: nameOf(person) })}
          {person.Email && <small>{person.Email}</small>}
        </p>
      </div>
      <p className={filling.acts}>
        <Go className="btn primary" to={`${place.base}/list`} search={place.along}>
          {say('toList')}
        </Go>
        <Go className="btn" to={`${place.base}/register`} search={place.along}>
          {say('another')}
        </Go>
      </p>
    </section>
  )
}
