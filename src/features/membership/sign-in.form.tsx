import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call, showOnScreen } from '#ui/api.ts'
import { Field, PasswordField } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { beginStoredUser, changeStoredUser, clearStoredUser, storedUser } from '#ui/stored-user.ts'
import { OtherLanguage } from './door.part.tsx'
import { membership, type VenueChoice } from './membership.contract.ts'
import { membershipTexts } from './membership.messages.ts'
import { useOpenVenue } from './open-venue.part.tsx'

/** User name and password; then the venue, chosen at once where there is only one. */
export const SignInForm = ({ asked }: { asked: string | undefined }) => {
  const say = useSay(membershipTexts)
  const [UserName, setUserName] = useState('')
  const [Password, setPassword] = useState('')
  const signIn = useSignIn(asked)
  const { form, onSubmit, wrong } = useForm({ value: { UserName, Password }, body: membership.signIn.body, error: signIn.error, onSend: signIn.send })
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
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

const useSignIn = (asked: string | undefined) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const openVenue = useOpenVenue()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  const send = async (body: { UserName: string; Password: string }) => {
    setBusy(true)
    setError(undefined)
    try {
      clearStoredUser()
      queries.clear()
      showOnScreen(0, 0)
      const person = await call(membership.signIn, { body })
      beginStoredUser(person)
      showOnScreen(person.UserId, 0)
      const { Venues } = await call(membership.venues, { params: { userId: person.UserId } })
      changeStoredUser({ Venues })
      const only = onlyChoice(Venues)
      if (only) await openVenue(only, asked)
      else await navigate({ to: '/membership/selectvenue' as never, search: (asked ? { return: asked } : {}) as never })
    } catch (problem) {
      // Half signed in is not signed in.
      if (!storedUser()?.Token) clearStoredUser()
      setError(problem)
      setBusy(false)
    }
  }
  return { send, error, busy }
}

/** The venue to open without asking: the only one, or any for Admin, who belongs to none. */
export const onlyChoice = (venues: readonly VenueChoice[]): VenueChoice | undefined => {
  const [first] = venues
  return venues.length === 1 || first?.EmployeeId === 0 ? first : undefined
}
