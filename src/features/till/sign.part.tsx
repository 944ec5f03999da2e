import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import styles from './till.module.css'
import { tillScreenWords } from './till-screen.messages.ts'

interface SignProps {
  id: string
  answer: SheetAnswer
  onDone: (answer: SheetAnswer) => unknown
}

/** What can be done with a counted sheet now: sign it, commit it, or open it again. */
export const SignPart = ({ id, answer, onDone }: SignProps) => {
  const say = useSay(tillScreenWords)
  const [reason, setReason] = useState('')
  const sign = useSend(controlSheets.signSheet, { quiet: true, onDone })
  const commit = useSend(controlSheets.commitSheet, { quiet: true, onDone })
  const reverse = useSend(controlSheets.reverseSheet, { quiet: true, onDone })
  const params = { id }
  const isBusy = sign.isPending || commit.isPending || reverse.isPending
  const isAbove = Math.abs(answer.Sheet.Variance ?? 0) > answer.SignOffLimit
  if (!answer.MaySign && !answer.MayCommit && !answer.MayReverse)
    return answer.Sheet.State === 'Declared' && isAbove ? <p className="callout warn">{say('secondPerson')}</p> : null
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say(answer.MaySign ? 'sign' : answer.MayCommit ? 'commit' : 'reverse')}</h2>
      </div>
      {answer.MayCommit && <p>{say('commitHint')}</p>}
      {!answer.MayCommit && (
        <Field label={say(answer.MaySign ? 'reason' : 'reverseReason')} value={reason} onChange={setReason} maxLength={200} autoComplete="off" />
      )}
      <Refusal error={sign.error ?? commit.error ?? reverse.error} />
      <div className="acts">
        {answer.MaySign && (
          <button type="button" className="btn primary" disabled={isBusy} onClick={() => sign.mutate({ params, body: { Reason: reason } })}>
            {say('sign')}
          </button>
        )}
        {answer.MayCommit && (
          <button type="button" className="btn primary" disabled={isBusy} onClick={() => commit.mutate({ params })}>
            {say('commit')}
          </button>
        )}
        {answer.MayReverse && (
          <button
            type="button"
            className="btn stop"
            disabled={isBusy || reason.trim() === ''}
            onClick={() => reverse.mutate({ params, body: { Reason: reason } })}
          >
            {say('reverse')}
          </button>
        )}
      </div>
    </section>
  )
}
