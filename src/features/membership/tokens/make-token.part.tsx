import { useState } from 'react'
import type { TokenReportName } from '#shared/token-reports.ts'
import { call } from '#ui/api.ts'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal, useForm } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { useProof } from './proof-fields.part.tsx'
import { ChooseReach, isChosen, type Reach } from './token-reach.part.tsx'
import { tokens, USUAL_DAYS } from './tokens.contract.ts'
import { tokenTexts } from './tokens.messages.ts'
import styles from './tokens.module.css'

const LASTS = [7, 30, 90, 180, 365] as const

interface MakeTokenProps {
  reports: readonly TokenReportName[]
  onMade: () => void
  onClose: () => void
}

/** A token being made, then its only sight. */
const MakeToken = ({ reports, onMade, onClose }: MakeTokenProps) => {
  const say = useSay(tokenTexts)
  const [Name, setName] = useState('')
  const [days, setDays] = useState(String(USUAL_DAYS))
  const [reach, setReach] = useState<Reach>({ Reports: null, Locations: null })
  const [token, setToken] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const proof = useProof()
  const { form, onSubmit, wrong } = useForm({
    value: { Name, Days: Number(days), ...reach, ...proof.code },
    body: tokens.makeToken.body,
    error,
    onSend: (body) => void make(body),
  })
  const make = async (body: Parameters<typeof call<typeof tokens.makeToken>>[1]['body']) => {
    setBusy(true)
    setError(undefined)
    try {
      if (!(await proof.prove())) return
      const { Token } = await call(tokens.makeToken, { body })
      if (Token === null) return proof.refuseCode()
      setToken(Token)
      onMade()
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  if (token !== undefined) return <ShownToken name={Name.trim()} token={token} onClose={onClose} />
  return (
    <Modal
      title={say('make')}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" form="token-form" className="btn primary" disabled={!proof.ready || !isChosen(reach) || busy} aria-busy={busy}>
            {say('make')}
          </button>
        </>
      }
    >
      <form id="token-form" className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <Field label={say('name')} hint={say('nameHint')} value={Name} onChange={setName} wrong={wrong('Name')} autoComplete="off" autoFocus />
        <Choose label={say('lasts')} value={days} onChange={setDays} options={LASTS.map((n) => [String(n), say(`lasts.${n}`)] as const)} />
        <ChooseReach value={reach} reports={reports} onChange={setReach} />
        {proof.fields}
        <Refusal error={error} fields={['Name']} />
      </form>
    </Modal>
  )
}

export default MakeToken

const ShownToken = ({ name, token, onClose }: { name: string; token: string; onClose: () => void }) => {
  const say = useSay(tokenTexts)
  return <ShownOnce title={say('shownTitle', { name })} about={say('shownOnce')} label={say('token')} secret={token} kept={say('kept')} onClose={onClose} />
}
