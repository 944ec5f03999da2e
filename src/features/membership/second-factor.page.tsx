import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { AnswerOf } from '#shared/endpoint.ts'
import { call } from '#ui/api.ts'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import { CodeField } from './code-field.part.tsx'
import { Door } from './door.part.tsx'
import { RecoveryCodes } from './recovery-codes.part.tsx'
import { type SecondFactor, secondFactor } from './second-factor.contract.ts'
import { factorTexts } from './second-factor.messages.ts'
import { SecondFactorSetup, useProved } from './second-factor-setup.part.tsx'

/** One's own second factor: set up, set up anew, turned off. Open before a venue is, for those who need one for that. */
const SecondFactorPage = () => {
  const say = useSay(factorTexts)
  const user = useStoredUser()
  const [url] = useUrlState()
  const navigate = useNavigate()
  const userId = user?.UserId ?? 0
  const state = useCall(secondFactor.factor, { params: { userId } })
  const [begun, setBegun] = useState<AnswerOf<typeof secondFactor.begin>>()
  const [codes, setCodes] = useState<string[]>([])
  const proved = useProved()
  const begin = () => proved.run(async () => setBegun(await call(secondFactor.begin, { params: { userId } })))
  const goOn = () =>
    navigate(
      user?.Token ? { to: '/preferences' as never } : { to: '/membership/selectvenue' as never, search: (url.return ? { return: url.return } : {}) as never },
    )
  const back = user?.Token ? '/preferences' : '/membership/logout'
  return (
    <Door title={say('title')} lede={codes.length === 0 && say('about')}>
      {state.error && <Failed error={state.error} onRetry={() => state.refetch()} />}
      {!state.data && !state.error && <Waiting rows={3} />}
      {codes.length > 0 && <RecoveryCodes codes={codes} onKept={goOn} />}
      {codes.length === 0 && proved.form}
      {codes.length === 0 && state.data && begun && !proved.form && (
        <SecondFactorSetup userId={userId} begun={begun} replaces={state.data.On} proved={proved} onDone={setCodes} />
      )}
      {codes.length === 0 && state.data && !begun && !proved.form && (
        <Standing userId={userId} state={state.data} proved={proved} onBegin={begin} onChange={() => state.refetch()} />
      )}
      {codes.length === 0 && (
        <div className="row">
          <Go to={back}>{say('back')}</Go>
        </div>
      )}
    </Door>
  )
}

export default SecondFactorPage

interface StandingProps {
  userId: number
  state: SecondFactor
  proved: ReturnType<typeof useProved>
  onBegin: () => void
  onChange: () => void
}

const Standing = ({ userId, state, proved, onBegin, onChange }: StandingProps) => {
  const say = useSay(factorTexts)
  const { locale } = useLanguage()
  const since = state.Since && new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(state.Since))
  return (
    <>
      <p role="status">
        {since ? say('on', { when: since }) : say('off')} {state.On && say.count('left', state.RecoveryCodesLeft)}
      </p>
      {state.Needed && !state.On && <p className="callout warn">{say('needed')}</p>}
      <Refusal error={proved.error} />
      <button type="button" className="btn primary big" onClick={onBegin} disabled={proved.busy}>
        {say(state.On ? 'replace' : 'setUp')}
      </button>
      {state.On && !state.Needed && <TurnOff userId={userId} proved={proved} onDone={onChange} />}
    </>
  )
}

const TurnOff = ({ userId, proved, onDone }: { userId: number; proved: ReturnType<typeof useProved>; onDone: () => void }) => {
  const say = useSay(factorTexts)
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState<string>()
  const turnOff = (event: FormEvent) => {
    event.preventDefault()
    setRefused(undefined)
    void proved.run(async () => {
      const { On } = await call(secondFactor.remove, { params: { userId }, body: { Code: code } })
      setRefused(On ? code : undefined)
      if (!On) onDone()
    })
  }
  return (
    <form className="form" onSubmit={turnOff} noValidate>
      <CodeField label={say('offCode')} value={code} onChange={setCode} wrong={refused === code ? say('codeWrong') : undefined} />
      <button type="submit" className="btn stop" disabled={proved.busy || code.trim() === ''}>
        {say('turnOff')}
      </button>
    </form>
  )
}
