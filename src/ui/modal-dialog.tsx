import { useRef } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { useFocusKept, useFocusReturn } from './focus-return.ts'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import type { ModalProps } from './modal.tsx'
import { ui } from './ui.messages.ts'

/** The dialog of {@link Modal}. */
const ModalDialog = ({ title, children, acts, onClose, firm, sheet }: ModalProps) => {
  const say = useSay(ui)
  const dialog = useRef<HTMLElement>(null)
  useFocusReturn()
  useFocusKept(dialog)
  return (
    <ModalOverlay
      className={sheet ? 'modal-layer side' : 'modal-layer'}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDismissable={!firm}
      isKeyboardDismissDisabled={firm ?? false}
    >
      <AriaModal className="modal">
        <Dialog className="modal-body" ref={dialog} role={firm ? 'alertdialog' : 'dialog'}>
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

export default ModalDialog
