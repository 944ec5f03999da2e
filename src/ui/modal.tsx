import { type ReactNode, Suspense } from 'react'
import { lazyWhenNear } from './when-near.ts'

const ModalDialog = lazyWhenNear(() => import('./modal-dialog.tsx'))

export interface ModalProps {
  title: ReactNode
  children: ReactNode
  /** Repeats the verb: "Move 1,250 points". */
  acts?: ReactNode
  onClose: () => void
  /** A question that must be answered: no closing by Escape or beside it. */
  firm?: boolean
  /** From the side on wide screens, from below on phones: filters, drawers. */
  sheet?: boolean
}

/** A dialog over the page, open as long as it is drawn. Traps the focus, closes by Escape, gives the focus back. */
export const Modal = (props: ModalProps) => (
  <Suspense>
    <ModalDialog {...props} />
  </Suspense>
)
