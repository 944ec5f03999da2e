import { useState } from 'react'
import { call } from '#ui/api.ts'
import { Field, PasswordField } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { changeStoredUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useCall } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { type OwnLogin, ownLogin } from './own-login.contract.ts'
import { ownLoginTexts } from './own-login.messages.ts'
import styles from './own-sessions.module.css'
import { secondFactor } from './second-factor.contract.ts'

/** One's own name and address, and changing them with the password. */
export const OwnLoginFacts = ({ userId }: { userId: number }) => {
  const say = useSay(ownLoginTexts)
  const moment = useVenueMoment()
  const { data, error, refetch } = useCall(ownLogin.login, { params: { userId } }, { fresh: true })
  const [changing, setChanging] = useState(false)
  const until = data?.Waiting && moment(data.Waiting.Until)
  return (
    <section className={styles.part} aria-labelledby="own-login">
      <h2 id="own-login">{say('you')}</h2>
      <p className={styles.about}>{say('youAbout')}</p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={3} />}
      {data && (
        <>
          <dl className={styles.facts}>
            <dt>{say('userName')}</dt>
            <dd>{data.UserName}</dd>
            <dt>{say('displayName')}</dt>
            <dd>{data.DisplayName}</dd>
            <dt>{say('email')}</dt>
            <dd>{data.Email ?? say('noEmail')}</dd>
          </dl>
          {data.Waiting && <p className="callout">{say('waiting', { email: data.Waiting.Email, when: until ?? '' })}</p>}
          <p className={styles.acts}>
            <button type="button" className="btn" onClick={() => setChanging(true)}>
              {say('change')}
            </button>
          </p>
          {changing && <ChangeLogin userId={userId} now={data} onDone={() => refetch()} onClose={() => setChanging(false)} />}
        </>
      )}
    </section>
  )
}

interface ChangeLoginProps {
  userId: number
  now: OwnLogin
  onDone: () => Promise<unknown>
  onClose: () => void
}

const ChangeLogin = ({ userId, now, onDone, onClose }: ChangeLoginProps) => {
  const say = useSay(ownLoginTexts)
  const [DisplayName, setName] = useState(now.DisplayName)
  const [Email, setEmail] = useState(now.Email ?? '')
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const isMoved = Email.trim() !== (now.Email ?? '')
  const isChanged = isMoved || DisplayName !== now.DisplayName
  const save = async (body: { DisplayName?: string | undefined; Email?: string | undefined }) => {
    setBusy(true)
    setError(undefined)
    try {
      const { Proved } = await call(secondFactor.prove, { body: { Password: password } })
      setRefused(Proved ? undefined : password)
      if (!Proved) return
      const changed = await call(ownLogin.changeLogin, { params: { userId }, body })
      changeStoredUser({ DisplayName: changed.DisplayName })
      await onDone()
      toast.success(isMoved ? say('savedMail', { email: Email.trim() }) : say('saved'))
      onClose()
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  const { form, onSubmit, wrong } = useForm({
    value: { DisplayName, ...(isMoved ? { Email: Email.trim() } : {}) },
    body: ownLogin.changeLogin.body,
    error,
    onSend: (body) => void save(body),
  })
  return (
    <Modal
      title={say('changeTitle')}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" form="own-login-form" className="btn primary" disabled={!isChanged || password === '' || busy} aria-busy={busy}>
            {say('save')}
          </button>
        </>
      }
    >
      <form id="own-login-form" ref={form} onSubmit={onSubmit} noValidate>
        <Field label={say('displayName')} value={DisplayName} onChange={setName} wrong={wrong('DisplayName')} autoComplete="name" />
        <Field label={say('email')} hint={say('emailHint')} type="email" value={Email} onChange={setEmail} wrong={wrong('Email')} autoComplete="email" />
        <input type="text" name="username" autoComplete="username" value={now.UserName} readOnly hidden />
        <PasswordField
          label={say('password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          wrong={refused === password ? say('passwordWrong') : undefined}
        />
        <Refusal error={error} fields={['DisplayName', 'Email']} />
      </form>
    </Modal>
  )
}
