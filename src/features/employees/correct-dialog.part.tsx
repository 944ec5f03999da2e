import { useState } from 'react'
import type { InputOf } from '#ui/api.ts'
import { call } from '#ui/api.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { accessTexts } from './access.messages.ts'
import type { ChosenVenue } from './chosen-venue.part.tsx'
import { correctTexts } from './correct.messages.ts'
import styles from './create-employee.module.css'
import type { Employee } from './employee.contract.ts'
import { employees } from './employees.contract.ts'
import type { PeopleActs } from './people-calls.part.tsx'
import { nameOf } from './people-list.rules.ts'
import { useSending } from './use-sending.part.tsx'

const FIELDS = ['FirstName', 'Surname', 'DisplayName', 'Nickname', 'Email', 'Phone'] as const
type FieldName = (typeof FIELDS)[number]
type Draft = Record<FieldName, string>

const draftOf = ({ FirstName, Surname, DisplayName, Nickname, Email, Phone = '' }: Employee): Draft => ({
  FirstName,
  Surname,
  DisplayName,
  Nickname,
  Email,
  Phone,
})

interface CorrectDialogProps {
  person: Employee
  place: ChosenVenue
  acts: PeopleActs
  onClose: () => void
}

/** Somebody's names, address and phone number, corrected as the venue shows them. */
export const CorrectDialog = ({ person, place, acts, onClose }: CorrectDialogProps) => {
  const say = useSay(correctTexts)
  const words = useSay(accessTexts)
  const { language } = useLanguage()
  const name = nameOf(person)
  const before = draftOf(person)
  const [draft, setDraft] = useState(before)
  const sending = useSending()
  // Only what differs is sent: somebody else may have corrected another field meanwhile.
  const changed = Object.fromEntries(FIELDS.filter((field) => draft[field] !== before[field]).map((field) => [field, draft[field]]))
  const isChanged = Object.keys(changed).length > 0
  const { form, onSubmit, wrong } = useForm({
    value: { ...changed, PasswordURL: `${location.origin}/membership/password` },
    body: employees.correctAt.body,
    error: sending.error,
    onSend: (body: InputOf<typeof employees.correctAt>['body']) =>
      sending.send(async () => {
        const { Address } = await call(employees.correctAt, { params: { venueId: place.venueId, employeeId: person.EmployeeId }, body })
        await acts.refresh()
        toast.success(say(`saved${Address ?? 'Changed'}`, { name, email: draft.Email }))
        onClose()
      }),
  })
  const field = (one: FieldName) => ({
    value: draft[one],
    onChange: (text: string) => setDraft({ ...draft, [one]: text }),
    wrong: wrong(one),
    autoComplete: 'off',
  })
  const surname = <Field label={words('surname')} {...field('Surname')} />
  return (
    <Modal
      title={say('title', { name })}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" form="correct" className="btn primary" disabled={!isChanged || sending.busy} aria-busy={sending.busy}>
            {say('save')}
          </button>
        </>
      }
    >
      <form id="correct" ref={form} onSubmit={onSubmit} noValidate>
        <div className={styles.pair}>
          {language === 'jp' && surname}
          <Field label={words('firstName')} required {...field('FirstName')} />
          {language !== 'jp' && surname}
          <Field label={words('displayName')} hint={say('displayNameHint')} {...field('DisplayName')} />
          <Field label={words('nickname')} {...field('Nickname')} />
          <Field label={words('email')} type="email" hint={say(emailHint(person))} disabled={person.Self} {...field('Email')} />
          <Field label={words('phone')} type="tel" {...field('Phone')} />
        </div>
        <Refusal error={sending.error} fields={[...FIELDS]} />
      </form>
    </Modal>
  )
}

const emailHint = ({ Self, UserId, Active, Status }: Employee) => {
  if (Self) return 'emailOwn'
  if (UserId !== undefined && Active) return 'emailOfLogin'
  return Status === 'Invited' ? 'emailOfInvited' : 'emailNone'
}
