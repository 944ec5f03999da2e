import type { ReactNode } from 'react'
import { Refusal } from './form.tsx'
import { useSay } from './language.tsx'
import { Modal } from './modal.tsx'
import { ui } from './ui.messages.ts'

interface AskFirstProps {
  title: string
  /** What comes of it. */
  children: ReactNode
  /** What is done, on the button. */
  verb: string
  onDo: () => void
  busy: boolean
  error: unknown
  onClose: () => void
}

/** The question before something goes that cannot be had back. */
export const AskFirst = ({ title, children, verb, onDo, busy, error, onClose }: AskFirstProps) => {
  const say = useSay(ui)
  return (
    <Modal
      title={title}
      onClose={onClose}
      acts={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="button" className="btn primary" disabled={busy} aria-busy={busy} onClick={onDo}>
            {verb}
          </button>
        </>
      }
    >
      {children}
      <Refusal error={error} />
    </Modal>
  )
}
