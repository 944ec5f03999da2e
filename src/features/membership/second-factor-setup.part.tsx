import { type FormEvent, useState } from 'react'
import type { AnswerOf } from '#shared/endpoint.ts'
import { call } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { PasswordField } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { CodeField } from './code-field.part.tsx'
import { secondFactor } from './second-factor.contract.ts'
import { factorTexts } from './second-factor.messages.ts'
import styles from './second-factor.module.css'

type Begun = AnswerOf<typeof secondFactor.begin>

/** What needs the password proved a moment ago: asks for it where it was not, then does it. */
export const useProved = () => {
  const say = useSay(factorTexts)
  const [waiting, setWaiting] = useState<() => Promise<void>>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<string>()
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
      setWaiting(undefined)
    } catch (problem) {
      if (problem instanceof CallError && problem.code === 'PasswordNeeded') setWaiting(() => work)
      else setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const prove = async (event: FormEvent) => {
    event.preventDefault()
    if (!waiting) return
    await run(async () => {
      const { Proved } = await call(secondFactor.prove, { body: { Password: password } })
      setRefused(Proved ? undefined : password)
      if (Proved) await waiting()
      else throw new CallError(403, '', { code: 'PasswordNeeded' } as never)
    })
  }
  const form = waiting && (
    <form className="form" onSubmit={prove} noValidate>
      <PasswordField
        label={say('provePassword')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        wrong={refused === password ? say('passwordWrong') : undefined}
      />
      <button type="submit" className="btn primary big" disabled={busy || password === ''}>
        {say('goOn')}
      </button>
    </form>
  )
  return { run, busy, error, form }
}

interface SetupProps {
  userId: number
  begun: Begun
  /** One is on already: a code of it is asked for too. */
  replaces: boolean
  proved: ReturnType<typeof useProved>
  onDone: (codes: string[]) => void
}

/** The picture to scan, and the code that proves it was. */
export const SecondFactorSetup = ({ userId, begun, replaces, proved, onDone }: SetupProps) => {
  const say = useSay(factorTexts)
  const [code, setCode] = useState('')
  const [current, setCurrent] = useState('')
  const [refused, setRefused] = useState<string>()
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    setRefused(undefined)
    void proved.run(async () => {
      const body = { Code: code, ...(replaces ? { CurrentCode: current } : {}) }
      const { RecoveryCodes } = await call(secondFactor.confirm, { params: { userId }, body })
      if (RecoveryCodes.length > 0) onDone(RecoveryCodes)
      else setRefused(code)
    })
  }
  return (
    <form className="form" onSubmit={confirm} noValidate>
      <p>{say('scan')}</p>
      <img className={styles.picture} alt={say('picture')} src={`data:image/svg+xml,${encodeURIComponent(begun.Picture)}`} width={220} height={220} />
      <p className="hint">
        {say('byHand')} <code className={styles.key}>{begun.Secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>
        <a href={begun.Url}>{say('openApp')}</a>
      </p>
      {replaces && <CodeField label={say('currentCode')} hint={say('currentCodeHint')} value={current} onChange={setCurrent} />}
      <CodeField
        label={say('code')}
        hint={say('codeHint')}
        value={code}
        onChange={setCode}
        wrong={refused === code ? say('codeWrong') : undefined}
        digitsOnly
      />
      <Refusal error={proved.error} />
      <button type="submit" className="btn primary big" disabled={proved.busy || code.trim() === ''} aria-busy={proved.busy}>
        {say('confirm')}
      </button>
    </form>
  )
}
