import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, showOnScreen } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { Field, PasswordField } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { beginStoredUser, changeStoredUser, clearStoredUser, storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import { CodeField } from './code-field.part.tsx'
import { useDeviceName } from './device-name.part.ts'
import { OtherLanguage } from './door.part.tsx'
import { ownInvitations } from './invitations.contract.ts'
import { takeUpKept } from './kept-preferences.part.tsx'
import { membership, type VenueChoice } from './membership.contract.ts'
import { membershipTexts } from './membership.messages.ts'
import { useOpenVenue } from './open-venue.part.tsx'
import { ownLoginTexts } from './own-login.messages.ts'
import { factorTexts } from './second-factor.messages.ts'

/** User name and password; then the venue, chosen at once where there is only one. */
export const SignInForm = ({ asked }: { asked: string | undefined }) => {
  const say = useSay(membershipTexts)
  const [UserName, setUserName] = useState('')
  const [Password, setPassword] = useState('')
  const signIn = useSignIn(asked)
  const { form, onSubmit, wrong } = useForm({ value: { UserName, Password }, body: membership.signIn.body, error: signIn.error, onSend: signIn.send })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  if (signIn.needsCode)
    return <SecondStep busy={signIn.busy} error={signIn.error} onSend={(Code) => signIn.send({ UserName, Password, Code })} onAgain={signIn.again} />
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <Field
        label={say('userName')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={UserName}
        onChange={setUserName}
        wrong={wrong('UserName')}
        ref={first}
      />
      <PasswordField
        label={say('password')}
        name="password"
        autoComplete="current-password"
        value={Password}
        onChange={setPassword}
        wrong={wrong('Password')}
      />
      <Refusal error={signIn.error} fields={['UserName', 'Password']} />
      <button type="submit" className="btn primary big" disabled={signIn.busy} aria-busy={signIn.busy}>
        {say('signIn')}
      </button>
      <div className="row">
        <Go to="/membership/forgotpassword">{say('forgot')}</Go>
        <OtherLanguage />
      </div>
    </form>
  )
}

interface SecondStepProps {
  busy: boolean
  error: unknown
  onSend: (code: string) => void
  onAgain: () => void
}

const SecondStep = ({ busy, error, onSend, onAgain }: SecondStepProps) => {
  const say = useSay(factorTexts)
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSend(code)
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <h2>{say('stepTitle')}</h2>
      <p>{say('stepBody')}</p>
      <CodeField label={say('stepCode')} value={code} onChange={setCode} ref={field} />
      <Refusal error={error} />
      <button type="submit" className="btn primary big" disabled={busy || code.trim() === ''} aria-busy={busy}>
        {say('signIn')}
      </button>
      <div className="row">
        <button type="button" className="text-btn" onClick={onAgain}>
          {say('otherName')}
        </button>
        <OtherLanguage />
      </div>
    </form>
  )
}

/** Signs somebody in, then opens their venue or asks which one. */
export const useSignIn = (asked: string | undefined) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const openVenue = useOpenVenue()
  const sayLogin = useSay(ownLoginTexts)
  const deviceName = useDeviceName()
  const moment = useVenueMoment()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)

  const send = async (body: { UserName: string; Password: string; Code?: string }) => {
    setBusy(true)
    setError(undefined)
    try {
      clearStoredUser()
      queries.clear()
      showOnScreen(0, 0)
      const person = await call(membership.signIn, { body })
      beginStoredUser(person)
      showOnScreen(person.UserId, 0)
      const [{ Venues }, invited] = await Promise.all([
        call(membership.venues, { params: { userId: person.UserId } }),
        // They are shown where venues are chosen, too: nobody is kept out for want of them.
        call(ownInvitations.invitations, { params: { userId: person.UserId } }).catch(() => undefined),
        // Before the next screen is drawn; without an answer it is drawn as this browser has it.
        takeUpKept().catch(() => undefined),
      ])
      changeStoredUser({ Venues })
      for (const { Device, LastUsedAt } of person.SignedOut) toast.warning(sayLogin('signedOut', { device: deviceName(Device), when: moment(LastUsedAt) }))
      const search = (asked ? { return: asked } : {}) as never
      const only = onlyChoice(Venues)
      if (invited && invited.Invitations.length > 0) await navigate({ to: '/membership/invitations' as never, search })
      else if (only) await openVenue(only, asked)
      else await navigate({ to: '/membership/selectvenue' as never, search })
    } catch (problem) {
      // Half signed in is not signed in.
      if (!storedUser()?.Token) clearStoredUser()
      const isAsked = problem instanceof CallError && problem.code === 'SecondFactorNeeded'
      if (isAsked) setNeedsCode(true)
      setError(isAsked ? undefined : problem)
      setBusy(false)
    }
  }
  const again = () => {
    setNeedsCode(false)
    setError(undefined)
  }
  return { send, error, busy, needsCode, again }
}

/** The venue to open without asking: the only one, or any for Admin, who belongs to none. */
export const onlyChoice = (venues: readonly VenueChoice[]): VenueChoice | undefined => {
  const [first] = venues
  return venues.length === 1 || first?.EmployeeId === 0 ? first : undefined
}
