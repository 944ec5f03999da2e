import { useState } from 'react'
import { Choose, Field } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import styles from './sheet.module.css'
import { sheetWords } from './sheet-screen.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

/** Reasons as they are stored; the screen shows them in the reader's language. */
const REASONS = ['Wrong change given', 'Counting error', 'Sale not rung up', 'Refund not rung up', 'Pay-out not entered', 'Not found', 'Other'] as const

interface SignProps {
  id: string
  answer: SheetAnswer
  onDone: (answer: SheetAnswer) => unknown
}

/** What can be done with a counted sheet now: sign it, commit it, or open it again. */
export const SignPart = ({ id, answer, onDone }: SignProps) => {
  const screen = useSay(tillScreenWords)
  const { Sheet } = answer
  if (Sheet.Counted === null) return null
  const isAbove = Math.abs(Sheet.Variance ?? 0) > answer.SignOffLimit
  const waits = Sheet.State !== 'Committed' && isAbove && !answer.MaySign && !answer.MayCommit
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{screen('sign')}</h2>
      </div>
      {waits && <OthersSign answer={answer} />}
      {answer.MaySign && <SignForm id={id} answer={answer} onDone={onDone} needsReason={isAbove} />}
      <Signatures answer={answer} />
      {answer.MayCommit && <Commit id={id} onDone={onDone} />}
      {answer.MayReverse && <Reverse id={id} onDone={onDone} />}
    </section>
  )
}

const SignForm = ({ id, answer, onDone, needsReason }: SignProps & { needsReason: boolean }) => {
  const say = useSay(sheetWords)
  const text = useTillText()
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const sign = useSend(controlSheets.signSheet, { quiet: true, onDone })
  const { Variance, Currency } = answer.Sheet
  const amount = text.sum(Math.abs(Variance ?? 0), Currency)
  const words = !Variance ? say('signAgrees') : say(Variance < 0 ? 'signShort' : 'signOver', { amount })
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!needsReason || reason !== '') sign.mutate({ params: { id }, body: { Reason: reason, Note: note } })
      }}
    >
      {Variance !== 0 && (
        <Choose
          label={say('reasonLabel')}
          value={reason}
          options={[['', say('chooseReason')] as const, ...REASONS.map((one) => [one, say(`reason.${one}`)] as const)]}
          onChange={setReason}
          wrong={tried && needsReason && reason === '' ? say('chooseReason') : undefined}
        />
      )}
      <Field label={say('note')} value={note} onChange={setNote} maxLength={500} autoComplete="off" />
      <Refusal error={sign.error} />
      <div className="acts">
        <button type="submit" className="btn primary" disabled={sign.isPending} aria-busy={sign.isPending}>
          {words}
        </button>
      </div>
    </form>
  )
}

const OthersSign = ({ answer: { Signers } }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const { Permissions = [] } = useStoredUser() ?? {}
  const mightSign = Permissions.some(({ Tag }) => Tag === 'can_signcontrolsheet')
  return (
    <div className="callout warn">
      <span>
        <b>{say('othersSign')}.</b> {mightSign ? say('othersSignWhy') : screen('secondPerson')}
        <small>{Signers.length > 0 ? say('signers', { names: Signers.join(', ') }) : say('noSigners')}</small>
      </span>
    </div>
  )
}

/** Who counted and who signed, with the reason they gave. */
export const Signatures = ({ answer: { Sheet, MaySign } }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const reasonText = useReasonText()
  const user = useStoredUser()
  const when = (at: string | null) => (at === null ? '' : text.at(at, Sheet.LocationId))
  return (
    <>
      <div className={styles.signs}>
        <p>
          <small>{say('countedByLabel')}</small>
          <b>{Sheet.CountedBy ?? (Sheet.CountedAt ? screen('byTill') : say('nobodyYet'))}</b>
          <small>{when(Sheet.CountedAt)}</small>
        </p>
        <p className={Sheet.SignedAt ? undefined : styles.wait}>
          <small>{say('signedByLabel')}</small>
          <b>{Sheet.SignedBy ?? (Sheet.SignedAt ? screen('byTill') : MaySign ? user?.DisplayName : say('nobodyYet'))}</b>
          <small>{Sheet.SignedAt ? when(Sheet.SignedAt) : MaySign ? say('willStamp') : ''}</small>
        </p>
      </div>
      {(Sheet.Reason || Sheet.Note) && <p className="note">{[reasonText(Sheet.Reason), Sheet.Note].filter(Boolean).join(' · ')}</p>}
    </>
  )
}

/** A reason in the reader's language, where it is one of the list. */
const useReasonText = () => {
  const say = useSay(sheetWords)
  return (reason: string) => ((REASONS as readonly string[]).includes(reason) ? say(`reason.${reason}` as 'reason.Other') : reason)
}

const Commit = ({ id, onDone }: Omit<SignProps, 'answer'>) => {
  const screen = useSay(tillScreenWords)
  const commit = useSend(controlSheets.commitSheet, { quiet: true, onDone })
  return (
    <>
      <p>{screen('commitHint')}</p>
      <Refusal error={commit.error} />
      <div className="acts">
        <button
          type="button"
          className="btn primary"
          disabled={commit.isPending}
          aria-busy={commit.isPending}
          onClick={() => commit.mutate({ params: { id } })}
        >
          {screen('commit')}
        </button>
      </div>
    </>
  )
}

const Reverse = ({ id, onDone }: Omit<SignProps, 'answer'>) => {
  const screen = useSay(tillScreenWords)
  const [reason, setReason] = useState('')
  const reverse = useSend(controlSheets.reverseSheet, { quiet: true, onDone })
  return (
    <div className="form">
      <Field label={screen('reverseReason')} value={reason} onChange={setReason} maxLength={200} autoComplete="off" />
      <Refusal error={reverse.error} />
      <div className="acts">
        <button
          type="button"
          className="btn stop"
          disabled={reverse.isPending || reason.trim() === ''}
          onClick={() => reverse.mutate({ params: { id }, body: { Reason: reason } })}
        >
          {screen('reverse')}
        </button>
      </div>
    </div>
  )
}
