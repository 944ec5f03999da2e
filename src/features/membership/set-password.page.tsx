import { useState } from 'react'
import { invitations } from '#features/employees/employees.contract.ts'
import { CallError } from '#ui/call-error.ts'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { DeadLinkBody } from './dead-link.part.tsx'
import { Door } from './door.part.tsx'
import { type Offer, ownInvitations } from './invitations.contract.ts'
import { invitationTexts } from './invitations.messages.ts'
import { Answered, Invited } from './invited.part.tsx'
import { useLinkToken } from './link-token.part.ts'
import { membership } from './membership.contract.ts'
import { membershipTexts } from './membership.messages.ts'
import { OfferFacts } from './offer.part.tsx'
import { NewPassword, passwordRules } from './password-rules.part.tsx'

const LINK = 'daybook.link'

/** Where a mailed link leads: a new password, or an invitation, by whoever holds the link. */
const SetPasswordPage = () => {
  const say = useSay(membershipTexts)
  const token = useLinkToken(LINK)
  const link = useCall(membership.linkName, { params: { token } }, { enabled: token !== '' })
  if (token === '' || (link.error instanceof CallError && link.error.status === 404)) return <DeadLink />
  if (link.error) {
    return (
      <Door title={say('setTitle')}>
        <Failed error={link.error} onRetry={() => link.refetch()} />
      </Door>
    )
  }
  const { Name, UserName, Purpose, Offer } = link.data ?? {}
  if (Offer && Purpose === 'accept') return <Invited key={token} token={token} name={Name ?? ''} userName={UserName ?? ''} offer={Offer} />
  if (Offer) return <Newcomer key={token} token={token} name={Name ?? ''} offered={UserName ?? ''} offer={Offer} />
  return (
    <Door
      title={say('setTitle')}
      lede={link.data && say(link.data.Purpose === 'invite' ? 'setInvite' : 'setGreeting', { name: link.data.Name, user: link.data.UserName })}
    >
      {!link.data ? (
        <Waiting rows={3} />
      ) : link.data.Purpose === 'invite' ? (
        <InvitedForm token={token} offered={link.data.UserName} />
      ) : (
        <SetPasswordForm token={token} userName={link.data.UserName} />
      )}
    </Door>
  )
}

export default SetPasswordPage

/** Somebody invited who has no login yet: what they are invited to, and the choice of user name and password, or no. */
const Newcomer = ({ token, name, offered, offer }: { token: string; name: string; offered: string; offer: Offer }) => {
  const say = useSay(invitationTexts)
  const [declined, setDeclined] = useState(false)
  const decline = useSend(ownInvitations.declineByLink, { onDone: () => setDeclined(true) })
  const venue = offer.VenueName
  if (declined) return <Answered venue={venue} answer="declined" />
  return (
    <Door title={say('linkTitle', { venue })} lede={say('newcomerLede', { name })}>
      <OfferFacts offer={offer} brief />
      <InvitedForm token={token} offered={offered} />
      <div className="row">
        <button type="button" className="text-btn" disabled={decline.isPending} onClick={() => decline.mutate({ params: { token } })}>
          {say('declineInstead')}
        </button>
      </div>
    </Door>
  )
}

const SetPasswordForm = ({ token, userName }: { token: string; userName: string }) => {
  const say = useSay(membershipTexts)
  const [Password, setPassword] = useState('')
  const set = useSend(membership.changePassword, { quiet: true, onDone: () => sessionStorage.removeItem(LINK) })
  const rules = passwordRules(Password, { userName })
  const met = rules.every((rule) => rule.met)
  const { form, onSubmit, wrong } = useForm({
    value: { EmployeeToken: token, Password },
    body: membership.changePassword.body,
    error: set.error,
    onSend: (body) => met && set.mutate({ params: { id: token }, body }),
  })
  if (set.error instanceof CallError && set.error.code === 'LinkNotValid') return <DeadLinkBody />
  if (set.isSuccess) return <IsSet />
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <NewPassword value={Password} onChange={setPassword} rules={rules} wrong={wrong('Password')} />
      <Refusal error={set.error} fields={['Password']} />
      <button type="submit" className="btn primary big" disabled={set.isPending || !met} aria-busy={set.isPending}>
        {say('setPassword')}
      </button>
    </form>
  )
}

/** Somebody invited chooses what they sign in as, too; a name is offered. */
const InvitedForm = ({ token, offered }: { token: string; offered: string }) => {
  const say = useSay(membershipTexts)
  const [UserName, setUserName] = useState(offered)
  const [Password, setPassword] = useState('')
  const set = useSend(invitations.choosePassword, { quiet: true, onDone: () => sessionStorage.removeItem(LINK) })
  const rules = passwordRules(Password, { userName: UserName })
  const met = rules.every((rule) => rule.met)
  const { form, onSubmit, wrong } = useForm({
    value: { EmployeeToken: token, UserName: UserName.trim(), Password },
    body: invitations.choosePassword.body,
    error: set.error,
    onSend: (body) => met && set.mutate({ params: { token }, body }),
  })
  if (set.error instanceof CallError && set.error.code === 'LinkNotValid') return <DeadLinkBody />
  if (set.isSuccess) return <IsSet />
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
      />
      <NewPassword value={Password} onChange={setPassword} rules={rules} wrong={wrong('Password')} />
      <Refusal error={set.error} fields={['UserName', 'Password']} />
      <button type="submit" className="btn primary big" disabled={set.isPending || !met || UserName.trim() === ''} aria-busy={set.isPending}>
        {say('setPassword')}
      </button>
    </form>
  )
}

const IsSet = () => {
  const say = useSay(membershipTexts)
  return (
    <>
      <p role="status">{say('passwordSet')}</p>
      <Go to="/membership/auth" className="btn primary big">
        {say('signIn')}
      </Go>
    </>
  )
}

const DeadLink = () => {
  const say = useSay(membershipTexts)
  return (
    <Door title={say('linkDead')}>
      <DeadLinkBody />
    </Door>
  )
}
