import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

interface ModalProps {
  title: ReactNode
  children: ReactNode
  /** Repeats the verb: "Move 1,250 points". */
  acts?: ReactNode
  open: boolean
  onClose: () => void
  /** A question that must be answered: no closing by Escape or beside it. */
  firm?: boolean
  /** From the side on wide screens, from below on phones: filters, drawers. */
  sheet?: boolean
}

/** A dialog over the page. Traps the focus, closes by Escape, gives the focus back. */
export const Modal = ({ title, children, acts, open, onClose, firm, sheet }: ModalProps) => {
  const say = useSay(ui)
  return (
    <ModalOverlay
      className={sheet ? 'modal-layer side' : 'modal-layer'}
      isOpen={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!firm}
      isKeyboardDismissDisabled={firm ?? false}
    >
      <AriaModal className="modal">
        <Dialog className="modal-body" role={firm ? 'alertdialog' : 'dialog'}>
          <header>
            <Heading slot="title">{title}</Heading>
            {!firm && (
              <button type="button" className="x" aria-label={say('close')} onClick={onClose}>
                <Icon name="close" />
              </button>
            )}
          </header>
          <div className="modal-content">{children}</div>
          {acts && <footer className="acts">{acts}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}
