import { useState } from 'react'
import { Door, OtherLanguage } from '#features/membership/door.part.tsx'
import { useLinkToken } from '#features/membership/link-token.part.ts'
import { membershipTexts } from '#features/membership/membership.messages.ts'
import { NewPassword, passwordRules } from '#features/membership/password-rules.part.tsx'
import { useSignIn } from '#features/membership/sign-in.form.tsx'
import { COUNTRIES, countryAt, countryDefaults } from '#shared/countries.ts'
import { CallError } from '#ui/call-error.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { CountryField, CurrencyField } from '#ui/place-fields.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import { beginning } from './begin.contract.ts'
import { beginTexts } from './begin.messages.ts'
import styles from './begin.module.css'

const KEPT = 'daybook.begin'
const FIELDS = ['FirstName', 'Surname', 'Email', 'UserName', 'Password', 'Venue.Name', 'Venue.Country', 'Venue.Currency']

/** Where the link of the server's console leads: the first person and their venue. Without the link, how one comes by it. */
const BeginPage = () => {
  const say = useSay(membershipTexts)
  const sayHere = useSay(beginTexts)
  const token = useLinkToken(KEPT)
  return (
    <Door title={say('beginTitle')} lede={sayHere(token ? 'lede' : 'howLede')} note={token ? undefined : sayHere('apart')}>
      {token ? <BeginForm key={token} token={token} /> : <HowToBegin />}
    </Door>
  )
}

export default BeginPage

const HowToBegin = () => {
  const say = useSay(beginTexts)
  const user = useStoredUser()
  return (
    <>
      <ol className={styles.how}>
        <li>{say('stop')}</li>
        <li>
          {say('start')} <code>DAYBOOK_DEMO=0 npm start</code>
        </li>
        <li>{say('open')}</li>
      </ol>
      <div className="row">
        <Go to="/membership">{say(user?.Token ? 'back' : 'signIn')}</Go>
        <OtherLanguage />
      </div>
    </>
  )
}

const BeginForm = ({ token }: { token: string }) => {
  const say = useSay(beginTexts)
  const { language } = useLanguage()
  const [me, setMe] = useState({ FirstName: '', Surname: '', Email: '', UserName: '' })
  const [Password, setPassword] = useState('')
  const [venue, setVenue] = useState({ Name: '', ...inCountry(countryAt(Intl.DateTimeFormat().resolvedOptions().timeZone)) })
  const signIn = useSignIn(undefined)
  const send = useSend(beginning.beginHouse, {
    quiet: true,
    onDone: () => {
      sessionStorage.removeItem(KEPT)
      return signIn.send({ UserName: me.UserName.trim(), Password })
    },
  })
  const rules = passwordRules(Password, { userName: me.UserName })
  const { form, onSubmit, wrong } = useForm({
    value: { Token: token, ...me, Password, Venue: { ...venue, Language: language } },
    body: beginning.beginHouse.body,
    error: send.error,
    onSend: (body) => send.mutate({ body }),
  })
  if (send.error instanceof CallError && send.error.code === 'LinkNotValid') return <DeadLink />
  const busy = send.isPending || signIn.busy
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <h2>{say('you')}</h2>
      <Field
        label={say('firstName')}
        autoComplete="given-name"
        value={me.FirstName}
        wrong={wrong('FirstName')}
        onChange={(FirstName) => setMe({ ...me, FirstName })}
        autoFocus
      />
      <Field label={say('surname')} autoComplete="family-name" value={me.Surname} wrong={wrong('Surname')} onChange={(Surname) => setMe({ ...me, Surname })} />
      <Field
        label={say('email')}
        type="email"
        autoComplete="email"
        hint={say('emailHint')}
        value={me.Email}
        wrong={wrong('Email')}
        onChange={(Email) => setMe({ ...me, Email })}
      />
      <SignInName value={me.UserName} wrong={wrong('UserName')} onChange={(UserName) => setMe({ ...me, UserName })} />
      <NewPassword value={Password} onChange={setPassword} rules={rules} wrong={wrong('Password')} />
      <h2>{say('venue')}</h2>
      <Field label={say('venueName')} value={venue.Name} wrong={wrong('Venue.Name')} onChange={(Name) => setVenue({ ...venue, Name })} />
      <CountryField
        label={say('country')}
        hint={say('countryHint')}
        value={venue.Country}
        wrong={wrong('Venue.Country')}
        onChange={(country) => setVenue({ ...venue, ...inCountry(country) })}
      />
      <CurrencyField
        label={say('currency')}
        hint={say('currencyHint')}
        value={venue.Currency}
        wrong={wrong('Venue.Currency')}
        onChange={(currency) => setVenue({ ...venue, Currency: currency })}
      />
      <Refusal error={send.error ?? signIn.error} fields={FIELDS} />
      <button type="submit" className="btn primary big" disabled={busy} aria-busy={busy}>
        {say('begin')}
      </button>
      <div className="row">
        <OtherLanguage />
      </div>
    </form>
  )
}

/** A country with its currency. */
const inCountry = (country: string) => ({ Country: country, Currency: COUNTRIES.includes(country) ? countryDefaults(country).currency : '' })

const SignInName = ({ value, wrong, onChange }: { value: string; wrong: string | undefined; onChange: (value: string) => void }) => {
  const say = useSay(membershipTexts)
  return (
    <Field
      label={say('userName')}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      wrong={wrong}
      onChange={onChange}
    />
  )
}

const DeadLink = () => {
  const say = useSay(beginTexts)
  return (
    <>
      <p className="lede">{say('dead')}</p>
      <Go to="/membership/auth" className="btn primary big">
        {say('signIn')}
      </Go>
    </>
  )
}
