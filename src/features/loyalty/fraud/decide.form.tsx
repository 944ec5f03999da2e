import { type FormEvent, useRef, useState } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { addDays } from '#shared/day.ts'
import { numberText } from '#shared/money.ts'
import { CallError } from '#ui/call-error.ts'
import { Refusal } from '#ui/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { useListAnew } from './case.part.tsx'
import { type Decision, type FraudCase, fraud } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import styles from './fraud.module.css'

/** Misuse or a good reason, what follows from it, and why; the ticks write the button. */
export const DecideForm = ({ known }: { known: FraudCase }) => {
  const say = useSay(fraudWords)
  const listAnew = useListAnew()
  const [isMisuse, setMisuse] = useState(true)
  const [block, setBlock] = useState(known.Status === 'Active')
  const [reverse, setReverse] = useState(known.Reversible > 0 && known.Reversible <= known.Balance)
  const [exempt, setExempt] = useState(false)
  const [until, setUntil] = useState(addDays(known.Day, 182))
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const send = useSend(fraud.decideCase, {
    quiet: true,
    onDone: async () => {
      toast.success(say('decided'))
      await listAnew()
    },
  })
  const decide = (body: Decision) =>
    send.mutate({ params: { id: known.CaseId }, body: { ...body, Version: known.Version, ...(note.trim() ? { Note: note.trim() } : {}) } })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(note.trim() === '')
    if (note.trim() === '') noteField.current?.focus()
    else if (isMisuse) decide({ State: 'Confirmed', BlockCard: block, ReversePoints: reverse })
    else decide({ State: 'Cleared', ExemptUntil: exempt ? until : null })
  }
  const isOvertaken = send.error instanceof CallError && send.error.status === 409
  return (
    <form className={styles.decide} noValidate onSubmit={onSubmit} aria-label={say('decide')}>
      <h3>{say('decide')}</h3>
      <fieldset>
        <legend className="sr">{say('what')}</legend>
        <Pick type="radio" name="verdict" checked={isMisuse} onChange={() => setMisuse(true)} title={say('misuse')} about={say('misuseWhy')} />
        <Misuse known={known} isOff={!isMisuse} block={block} reverse={reverse} onBlock={setBlock} onReverse={setReverse} />
        <Pick type="radio" name="verdict" checked={!isMisuse} onChange={() => setMisuse(false)} title={say('reason')} about={say('reasonWhy')} />
        <div className={isMisuse ? `${styles.then} ${styles.off}` : styles.then}>
          <Pick type="checkbox" checked={exempt} disabled={isMisuse} onChange={() => setExempt(!exempt)} title={say('exempt')} about="" />
          <input type="date" value={until} disabled={isMisuse || !exempt} aria-label={say('exemptUntil')} onChange={({ target }) => setUntil(target.value)} />
        </div>
      </fieldset>
      <label className="field">
        <span>
          {say('note')} <small>{say('noteNeeded')}</small>
        </span>
        <textarea
          ref={noteField}
          rows={2}
          maxLength={1000}
          value={note}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? 'note-missing' : undefined}
          onChange={({ target }) => {
            setNote(target.value)
            setMissing(false)
          }}
        />
      </label>
      {isMissing && (
        <p className={styles.say} id="note-missing" role="alert">
          <Icon name="attention" />
          <span>{say('noteMissing')}</span>
        </p>
      )}
      {isOvertaken ? <Overtaken onSeen={listAnew} /> : <Refusal error={send.error} />}
      <p className="note">{say(isMisuse ? 'misuseNote' : 'reasonNote')}</p>
      <div className={`acts ${styles.stack}`}>
        <button type="submit" className="btn primary" disabled={send.isPending}>
          <ButtonText {...{ isMisuse, block, exempt, until }} reversed={reverse ? known.Reversible : 0} />
        </button>
        {known.State === 'New' && (
          <button type="button" className="btn" disabled={send.isPending} onClick={() => decide({ State: 'Reviewing' })}>
            {say('onlyReview')}
          </button>
        )}
      </div>
    </form>
  )
}

interface MisuseProps {
  known: FraudCase
  isOff: boolean
  block: boolean
  reverse: boolean
  onBlock: (block: boolean) => void
  onReverse: (reverse: boolean) => void
}

const Misuse = ({ known, isOff, block, reverse, onBlock, onReverse }: MisuseProps) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const number = (n: number) => numberText(n, language)
  const after = { before: number(known.Balance), after: number(known.Balance - known.Reversible) }
  return (
    <div className={isOff ? `${styles.then} ${styles.off}` : styles.then}>
      <Pick
        type="checkbox"
        checked={block}
        disabled={isOff || known.Status !== 'Active'}
        onChange={() => onBlock(!block)}
        title={say('blockCard')}
        about={say('blockCardWhy')}
      />
      {known.Reversible > 0 && (
        <Pick
          type="checkbox"
          checked={reverse}
          disabled={isOff}
          onChange={() => onReverse(!reverse)}
          title={say('reverse', { n: number(known.Reversible) })}
          about={say('reverseWhy', after)}
        />
      )}
    </div>
  )
}

interface PickProps {
  type: 'radio' | 'checkbox'
  name?: string
  checked: boolean
  disabled?: boolean
  onChange: () => void
  title: string
  about: string
}

const Pick = ({ title, about, ...input }: PickProps) => (
  <label className={styles.pick}>
    <input {...input} />
    <span>
      <b>{title}</b> {about && <small>{about}</small>}
    </span>
  </label>
)

const ButtonText = ({ isMisuse, block, reversed, exempt, until }: { isMisuse: boolean; block: boolean; reversed: number; exempt: boolean; until: string }) => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const parts = isMisuse
    ? [say('confirm'), block && say('thenBlock'), reversed > 0 && say('thenReverse', { n: numberText(reversed, language) })]
    : [say('clear'), exempt && say('thenExempt', { day: dayText(until, language) })]
  return parts.filter(Boolean).join(language === 'jp' ? '、' : ', ')
}

const Overtaken = ({ onSeen }: { onSeen: () => void }) => {
  const say = useSay(fraudWords)
  return (
    <div className="callout warn" role="alert">
      <Icon name="attention" />
      <p>{say('meanwhile')}</p>
      <button type="button" className="btn" onClick={onSeen}>
        {say('steps')}
      </button>
    </div>
  )
}
