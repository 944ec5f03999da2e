import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { CallError } from './call-error.ts'
import { draftWords } from './draft.messages.ts'
import styles from './draft.module.css'
import { Refusal } from './form.tsx'
import { useSay } from './language.tsx'
import { Modal } from './modal.tsx'

type Changes<T> = { [K in keyof T]?: T[K] }

/** What is there, with what was filled in over it and not saved yet. */
export const useDraft = <T extends object>(there: T) => {
  const [changes, setChanges] = useState<Changes<T>>({})
  const changed = Object.fromEntries(Object.entries(changes).filter(([field, value]) => !isSame(value, there[field as keyof T]))) as Changes<T>
  return {
    draft: { ...there, ...changes } as T,
    /** Only what differs from what is there. */
    changed,
    isChanged: Object.keys(changed).length > 0,
    change: (part: Changes<T>) => setChanges((before) => ({ ...before, ...part })),
    discard: () => setChanges({}),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

interface SaveBarProps {
  isChanged: boolean
  busy: boolean
  error?: unknown
  /** Fields whose complaints stand at the fields. */
  fields?: readonly string[]
  /** @returns whether it was saved */
  onSave: () => Promise<boolean>
  onDiscard: () => void
  /** Learns what somebody else changed meanwhile; what was filled in stays over it. */
  onRenew: () => void
}

/** The bar under a form that says what is not saved, and the question whoever leaves is asked. */
export const SaveBar = ({ isChanged, busy, error, fields, onSave, onDiscard, onRenew }: SaveBarProps) => {
  const say = useSay(draftWords)
  const isStale = error instanceof CallError && error.status === 409
  return (
    <>
      {isChanged && <Refusal error={error} {...(fields ? { fields } : {})} />}
      {isChanged && (
        <section className={styles.save} aria-label={say('unsaved')} data-bar>
          <b role="status">{say('unsaved')}</b>
          {isStale && (
            <button type="button" className="btn" onClick={onRenew}>
              {say('renew')}
            </button>
          )}
          <button type="button" className="btn" onClick={onDiscard} disabled={busy}>
            {say('discard')}
          </button>
          <button type="button" className="btn primary" onClick={() => void onSave().then((saved) => saved || goToWrong())} aria-busy={busy} disabled={busy}>
            {say('save')}
          </button>
        </section>
      )}
      <LeaveQuestion isChanged={isChanged} busy={busy} onSave={onSave} onDiscard={onDiscard} />
    </>
  )
}

/** Goes to the first field that is marked as wrong, or shows the refusal: either may be out of sight. */
const goToWrong = () =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
      if (field) field.focus()
      else document.querySelector('main .callout[role="alert"]')?.scrollIntoView({ block: 'center' })
    }),
  )

/** Asks whoever leaves with something not saved. */
export const LeaveQuestion = ({ isChanged, busy, onSave, onDiscard }: Pick<SaveBarProps, 'isChanged' | 'busy' | 'onSave' | 'onDiscard'>) => {
  const say = useSay(draftWords)
  const leaving = useBlocker({ shouldBlockFn: () => isChanged, enableBeforeUnload: () => isChanged, withResolver: true })
  if (leaving.status !== 'blocked') return null
  const saveAndLeave = async () => {
    if (await onSave()) leaving.proceed()
    else leaving.reset()
  }
  const discardAndLeave = () => {
    onDiscard()
    leaving.proceed()
  }
  return (
    <Modal
      firm
      title={say('leaveTitle')}
      onClose={leaving.reset}
      acts={
        <>
          <button type="button" className="btn" onClick={leaving.reset}>
            {say('stay')}
          </button>
          <button type="button" className="btn stop" onClick={discardAndLeave}>
            {say('discard')}
          </button>
          <button type="button" className="btn primary" onClick={() => void saveAndLeave()} disabled={busy}>
            {say('save')}
          </button>
        </>
      }
    >
      <p>{say('leaveBody')}</p>
    </Modal>
  )
}
