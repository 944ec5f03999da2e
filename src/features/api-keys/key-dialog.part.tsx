import type { ReactNode } from 'react'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { apiKeyWords } from './api-keys.messages.ts'

interface KeyDialogProps {
  title: string
  /** The verb of what is about to be done. */
  act: string
  children: ReactNode
  /** Whether what was filled in allows it. */
  ready?: boolean
  busy: boolean
  error: unknown
  onAct: () => void
  onClose: () => void
}

/** Something about to be done with a user's keys: what it means, why it was refused, and a way out. */
export const KeyDialog = ({ title, act, children, ready = true, busy, error, onAct, onClose }: KeyDialogProps) => {
  const say = useSay(apiKeyWords)
  const acts = (
    <>
      <button type="button" className="btn" onClick={onClose}>
        {say('cancel')}
      </button>
      <button type="button" className="btn primary" disabled={!ready || busy} aria-busy={busy} onClick={onAct}>
        {act}
      </button>
    </>
  )
  return (
    <Modal title={title} onClose={onClose} acts={acts}>
      {children}
      <Refusal error={error} />
    </Modal>
  )
}
