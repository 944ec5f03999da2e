import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { stringifySearch } from '#ui/url-state.ts'
import { accessTexts } from './access.messages.ts'
import { type ChosenVenue, useChosenVenue, VenueBlank } from './chosen-venue.part.tsx'
import styles from './create-employee.module.css'
import type { Employee } from './employee.contract.ts'
import { employees } from './employees.contract.ts'
import filling from './filling-in.module.css'
import { usePeopleActs, usePeopleFound } from './people-calls.part.tsx'
import { alike, nameOf } from './people-list.rules.ts'
import { StatusMark } from './person-words.part.tsx'
import { useSending } from './use-sending.part.tsx'

const EMPTY = { FirstName: '', Surname: '', UserName: '', Email: '', DisplayName: '', Nickname: '', Phone: '' }
type Draft = typeof EMPTY
const FIELDS = Object.keys(EMPTY)

/** A new person: names and address, compared with those already here. */
const CreateEmployeePage = () => {
  const say = useSay(accessTexts)
  const place = useChosenVenue()
  const [draft, setDraft] = useState<Draft>(EMPTY)
  const { data } = usePeopleFound(place, draft.FirstName.trim() && draft.Surname.trim() ? `${draft.FirstName} ${draft.Surname}` : draft.Email || draft.UserName)
  return (
    <Page title={say('createTitle')} filters={place.isAdmin && <VenueBlank place={place} />} sheet>
      <div className={filling.beside}>
        <CreateForm place={place} draft={draft} onChange={setDraft} />
        <Twins place={place} twins={data ? alike(data.Employees, draft) : undefined} idle={draft.FirstName + draft.UserName + draft.Email === ''} />
      </div>
    </Page>
  )
}

export default CreateEmployeePage

const ADDRESS = /^[^\s@,;<>]+@[^\s@,;<>]+\.[^\s@,;<>]+$/

const CreateForm = ({ place, draft, onChange }: { place: ChosenVenue; draft: Draft; onChange: (draft: Draft) => void }) => {
  const say = useSay(accessTexts)
  const { language } = useLanguage()
  const navigate = useNavigate()
  const acts = usePeopleActs(place)
  const sending = useSending()
  const giveAccess = useRef(true)
  const [badAddress, setBadAddress] = useState<string>()
  const filled = Object.fromEntries(Object.entries(draft).filter(([field, text]) => field === 'FirstName' || text.trim() !== '')) as Draft
  const { form, onSubmit, wrong } = useForm({
    value: filled,
    body: employees.create.body,
    error: sending.error,
    onSend: (body) => {
      const unsound = draft.Email.trim() !== '' && !ADDRESS.test(draft.Email.trim())
      setBadAddress(unsound ? draft.Email : undefined)
      if (unsound) return
      sending.send(async () => {
        const { EmployeeId } = await acts.create(body)
        await acts.refresh()
        toast.success(say('created', { name: draft.DisplayName || `${draft.FirstName} ${draft.Surname}`.trim() }))
        const search = giveAccess.current ? { ...place.along, employee: EmployeeId, step: 'locations' } : { ...place.along, open: EmployeeId }
        await navigate({ href: `${place.base}/${giveAccess.current ? 'register' : 'list'}${stringifySearch(search)}` } as never)
      })
    },
  })
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onChange: (text: string) => {
      if (name === 'Email') setBadAddress(undefined)
      onChange({ ...draft, [name]: text })
    },
    wrong: name === 'Email' && badAddress === draft.Email ? say('emailWrong') : wrong(name),
    autoComplete: 'off',
  })
  const optional = (text: string) => (
    <>
      {text} <small>({say('optional')})</small>
    </>
  )
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <p className={filling.effect}>{say('createAbout', { venue: place.venueName })}</p>
      <div className={styles.pair}>
        {language === 'jp' && <Field label={say('surname')} {...field('Surname')} />}
        <Field label={say('firstName')} required {...field('FirstName')} />
        {language !== 'jp' && <Field label={say('surname')} {...field('Surname')} />}
        <Field label={say('email')} hint={say('emailHint')} type="email" {...field('Email')} />
        <Field label={say('userName')} hint={say('userNameHint')} autoCapitalize="none" spellCheck={false} {...field('UserName')} />
        <Field label={optional(say('displayName'))} hint={say('displayNameHint')} {...field('DisplayName')} />
        <Field label={optional(say('nickname'))} {...field('Nickname')} />
        <Field label={optional(say('phone'))} type="tel" {...field('Phone')} />
      </div>
      <Refusal error={sending.error} fields={FIELDS} />
      <p className={filling.acts}>
        <button
          type="submit"
          className="btn primary big"
          disabled={sending.busy}
          aria-busy={sending.busy}
          onClick={() => {
            giveAccess.current = true
          }}
        >
          {say('createGive')}
        </button>
        <button
          type="submit"
          className="btn big"
          disabled={sending.busy}
          onClick={() => {
            giveAccess.current = false
          }}
        >
          {say('createOnly')}
        </button>
      </p>
    </form>
  )
}

const Twins = ({ place, twins, idle }: { place: ChosenVenue; twins: readonly Employee[] | undefined; idle: boolean }) => {
  const say = useSay(accessTexts)
  return (
    <section className="paper" aria-live="polite">
      <h2>{say('twinsTitle')}</h2>
      {idle || !twins ? (
        <p className={filling.effect}>{say('twinsIdle')}</p>
      ) : twins.length === 0 ? (
        <p className={filling.effect}>{say('twinsNone', { venue: place.venueName })}</p>
      ) : (
        <>
          <p>{say('twinsSome')}</p>
          <ul className={styles.twins}>
            {twins.slice(0, 8).map((person) => (
              <li key={person.EmployeeId}>
                <span>
                  <Go to={`${place.base}/list`} search={{ ...place.along, open: String(person.EmployeeId) }}>
                    {nameOf(person)}
                  </Go>{' '}
                  <small>{[person.UserName, person.Email].filter(Boolean).join(' · ')}</small>
                </span>
                <StatusMark status={person.Status} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
