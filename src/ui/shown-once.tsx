import type { ReactNode } from 'react'
import { CopiedText } from './copied-text.tsx'
import { Modal } from './modal.tsx'

interface ShownOnceProps {
  title: string
  /** That it is shown only now. */
  about: string
  label: string
  secret: string
  /** What the button says that leaves. */
  kept: string
  onClose: () => void
  children?: ReactNode
}

/** The only sight of a key or a token. It leaves with the dialog, so the dialog is left by saying that it was kept. */
export const ShownOnce = ({ title, about, label, secret, kept, onClose, children }: ShownOnceProps) => (
  <Modal
    firm
    title={title}
    onClose={onClose}
    acts={
      <button type="button" className="btn primary" onClick={onClose}>
        {kept}
      </button>
    }
  >
    <p>{about}</p>
    <CopiedText label={label} text={secret} rows={2} />
    {children}
  </Modal>
)
