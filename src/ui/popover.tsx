import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from './icon.tsx'

interface Opened {
  trigger: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
}

interface ChoicesProps extends Opened {
  options: readonly { value: string; label: string; note?: string }[]
  value: string
  onChange: (value: string) => void
}

/** One answer of a few, the present one ticked. */
export const Choices = ({ trigger, label, onClose, options, value, onChange }: ChoicesProps) => (
  <Popover className="popover" placement="bottom start" offset={4} triggerRef={trigger} isOpen onOpenChange={(open) => !open && onClose()}>
    <Menu
      className="choices"
      aria-label={label}
      autoFocus="first"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = [...keys]
        if (chosen !== undefined) onChange(String(chosen))
      }}
      onAction={onClose}
      onClose={onClose}
    >
      {options.map((option) => (
        <MenuItem key={option.value} id={option.value} textValue={option.label} className="choice">
          {({ isSelected }) => (
            <>
              <span className="tick">{isSelected && <Icon name="check" />}</span>
              <span>
                {option.label}
                {option.note && <small>{option.note}</small>}
              </span>
            </>
          )}
        </MenuItem>
      ))}
    </Menu>
  </Popover>
)

export interface Act {
  id: string
  label: string
  note?: string
  onAct: () => void
  disabled?: boolean
}

/** Several things to do. */
export const Acts = ({ trigger, label, onClose, acts }: Opened & { acts: readonly Act[] }) => (
  <Popover className="popover" placement="bottom end" offset={4} triggerRef={trigger} isOpen onOpenChange={(open) => !open && onClose()}>
    <Menu
      className="choices"
      aria-label={label}
      autoFocus="first"
      disabledKeys={acts.filter((act) => act.disabled).map((act) => act.id)}
      onAction={(id) => {
        onClose()
        acts.find((act) => act.id === id)?.onAct()
      }}
      onClose={onClose}
    >
      {acts.map((act) => (
        <MenuItem key={act.id} id={act.id} textValue={act.label} className="choice">
          <span>
            {act.label}
            {act.note && <small>{act.note}</small>}
          </span>
        </MenuItem>
      ))}
    </Menu>
  </Popover>
)

/** Anything that takes more than a list. */
export const Sheet = ({ trigger, label, onClose, wide, children }: Opened & { wide?: boolean | undefined; children: ReactNode }) => (
  <Popover
    className={wide ? 'popover wide' : 'popover'}
    placement="bottom start"
    offset={4}
    triggerRef={trigger}
    isOpen
    onOpenChange={(open) => !open && onClose()}
  >
    <Dialog aria-label={label} className="popover-body">
      {children}
    </Dialog>
  </Popover>
)
