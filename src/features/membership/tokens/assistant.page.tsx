import { useState } from 'react'
import { Door } from '#features/membership/door.part.tsx'
import { call } from '#ui/api.ts'
import { Choose } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { useVenueConfig } from '#ui/venue-config.ts'
import { assistantTexts } from './assistant.messages.ts'
import { useProof } from './proof-fields.part.tsx'
import { ChooseReach, isChosen, type Reach } from './token-reach.part.tsx'
import { tokens, USUAL_DAYS } from './tokens.contract.ts'
import { tokenTexts } from './tokens.messages.ts'
import styles from './tokens.module.css'

const LASTS = [7, 30, 90] as const

/** What an assistant asks for, as its address says (OAuth 2.1). */
interface Asked {
  ClientId: string
  RedirectUri: string
  CodeChallenge: string
  State?: string
}

/** What the address asks; nothing where it asks for something we do not give. */
const askedIn = (search: string): Asked | undefined => {
  const of = (name: string) => new URLSearchParams(search).get(name) ?? ''
  const [ClientId, RedirectUri, CodeChallenge, State] = [of('client_id'), of('redirect_uri'), of('code_challenge'), of('state')]
  if (!ClientId || !RedirectUri || !CodeChallenge || of('response_type') !== 'code' || of('code_challenge_method') !== 'S256') return undefined
  return { ClientId, RedirectUri, CodeChallenge, ...(State ? { State } : {}) }
}

/** Where an assistant asks whether it may read figures, and its person decides. */
const AssistantPage = () => {
  const say = useSay(assistantTexts)
  const [asked] = useState(() => askedIn(location.search))
  const { ClientId = '', RedirectUri = '' } = asked ?? {}
  const { data, error, refetch } = useCall(tokens.assistant, { query: { ClientId, RedirectUri } }, { enabled: asked !== undefined })
  if (!asked)
    return (
      <Door title={say('title')}>
        <p>{say('unclear')}</p>
      </Door>
    )
  if (error)
    return (
      <Door title={say('title')}>
        <Failed error={error} onRetry={() => refetch()} />
      </Door>
    )
  if (!data)
    return (
      <Door title={say('title')}>
        <Waiting rows={4} />
      </Door>
    )
  return <Consent asked={asked} assistant={data} />
}

export default AssistantPage

interface ConsentProps {
  asked: Asked
  assistant: { Name: string; Host: string; OnThisMachine: boolean; Reports: Parameters<typeof ChooseReach>[0]['reports'] }
}

const Consent = ({ asked, assistant: { Name, Host, OnThisMachine, Reports } }: ConsentProps) => {
  const say = useSay(assistantTexts)
  const sayToken = useSay(tokenTexts)
  const venue = useVenueConfig()?.VenueName ?? ''
  const person = useStoredUser()?.DisplayName ?? ''
  const [days, setDays] = useState(String(USUAL_DAYS))
  const [reach, setReach] = useState<Reach>({ Reports: null, Locations: null })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const proof = useProof()
  const { form, onSubmit } = useForm({
    value: { ...asked, Days: Number(days), ...reach, ...proof.code },
    body: tokens.connectAssistant.body,
    error,
    onSend: (body) => void connect(body),
  })
  const connect = async (body: Parameters<typeof call<typeof tokens.connectAssistant>>[1]['body']) => {
    setBusy(true)
    setError(undefined)
    try {
      if (!(await proof.prove())) return
      const { RedirectTo } = await call(tokens.connectAssistant, { body })
      if (RedirectTo === null) return proof.refuseCode()
      location.assign(RedirectTo)
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Door title={OnThisMachine ? say('askHere') : say('ask', { host: Host })} lede={say('lede', { name: Name, venue, person })} note={say('note')}>
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <p>{OnThisMachine ? say('toThisMachine') : say('toHost', { host: Host })}</p>
        <ChooseReach value={reach} reports={Reports} onChange={setReach} />
        <Choose label={sayToken('lasts')} value={days} onChange={setDays} options={LASTS.map((n) => [String(n), sayToken(`lasts.${n}`)] as const)} />
        {proof.fields}
        <Refusal error={error} />
        <div className={styles.decide}>
          <button type="button" className="btn" onClick={() => location.assign(refusedAt(asked))}>
            {say('refuse')}
          </button>
          <button type="submit" className="btn primary" disabled={!proof.ready || !isChosen(reach) || busy} aria-busy={busy}>
            {say('allow')}
          </button>
        </div>
      </form>
    </Door>
  )
}

/** Where an assistant is told that its person said no. */
const refusedAt = ({ RedirectUri, State }: Asked): string => {
  const to = new URL(RedirectUri)
  to.searchParams.set('error', 'access_denied')
  to.searchParams.set('iss', location.origin)
  if (State !== undefined) to.searchParams.set('state', State)
  return to.href
}
