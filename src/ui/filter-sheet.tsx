import type { ReactNode } from 'react'
import { useSay } from './language.tsx'
import ModalDialog from './modal-dialog.tsx'
import { ui } from './ui.messages.ts'

/** The filters of a report where its header has no room for them. */
const FilterSheet = ({ title, filters, onClose }: { title: string; filters: ReactNode; onClose: () => void }) => {
  const say = useSay(ui)
  return (
    <ModalDialog
      sheet
      title={title}
      onClose={onClose}
      acts={
        <button type="button" className="btn primary" onClick={onClose}>
          {say('done')}
        </button>
      }
    >
      <div className="stacked">{filters}</div>
    </ModalDialog>
  )
}

export default FilterSheet
