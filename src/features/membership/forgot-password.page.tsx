import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { Door, OtherLanguage } from './door.part.tsx'
import { membership } from './membership.contract.ts'
import { membershipTexts } from './membership.messages.ts'

/** Asks for a link by mail. What it answers never tells whether someone is known. */
const ForgotPasswordPage = () => {
  const say = useSay(membershipTexts)
  const { language } = useLanguage()
  const [UserId, setUserId] = useState('')
  const ask = useSend(membership.requestPassword, { quiet: true })
  const value = { UserId: UserId.trim(), PasswordUrl: `${location.origin}/membership/password`, Language: language }
  const { form, onSubmit, wrong } = useForm({ value, error: ask.error, onSend: (body) => body.UserId && ask.mutate({ body }) })
  if (ask.isSuccess) {
    return (
      <Door title={say('linkSentTitle')} lede={say('linkSentBody', { user: value.UserId })}>
        <Go to="/membership/auth" className="btn primary big">
          {say('backToSignIn')}
        </Go>
      </Door>
    )
  }
  return (
    <Door title={say('forgotTitle')} lede={say('forgotBody')}>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <Field
          label={say('userNameOrMail')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={UserId}
          onChange={setUserId}
          wrong={wrong('UserId')}
        />
        <Refusal error={ask.error} fields={['UserId']} />
        <button type="submit" className="btn primary big" disabled={ask.isPending || value.UserId === ''} aria-busy={ask.isPending}>
          {say('sendLink')}
        </button>
      </form>
      <div className="row">
        <Go to="/membership/auth">{say('backToSignIn')}</Go>
        <OtherLanguage />
      </div>
    </Door>
  )
}

export default ForgotPasswordPage
