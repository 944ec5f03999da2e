import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'
import { useMedia } from './use-media.ts'

interface DocketProps {
  title: ReactNode
  /** Beside the title: the day, the till. */
  aside?: ReactNode
  /** Where one came from, as links; the last is where one is. */
  crumbs?: ReactNode
  children: ReactNode
  /** What can be done with it; stays in reach at the foot on a phone. */
  acts?: ReactNode
  onClose: () => void
  /** On paper the docket stands alone, without the page under it. */
  printed?: boolean
}

const BESIDE = '(width >= 1280px)'
const REACHABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]'

/**
 * A docket hung from the report's bar: beside the page from 1280 px, over it below, full height on a phone.
 * Escape closes it and gives the focus back to whatever opened it.
 */
export const Docket = ({ title, aside, crumbs, children, acts, onClose, printed }: DocketProps) => {
  const say = useSay(ui)
  const titleId = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const beside = useMedia(BESIDE)
  useFocusLoan(sheet)

  useEscape(onClose)
  return (
    <div
      className={printed ? 'docket printed' : 'docket'}
      ref={sheet}
      role="dialog"
      aria-modal={beside ? undefined : true}
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Tab' && !beside && keepInside(event, sheet.current)}
    >
      <div className="slip" ref={fitFigure}>
        <div className={crumbs ? 'crumb trail' : 'crumb'}>
          {crumbs}
          <button type="button" className="x" aria-label={say('close')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <h2 id={titleId}>
          {title}
          {aside && <small>{aside}</small>}
        </h2>
        {children}
        {acts && <div className="acts">{acts}</div>}
      </div>
    </div>
  )
}

/** Sets the sum of a panel as large as one line allows, whenever the panel or its sum changes. */
const fitFigure = (slip: HTMLElement | null) => {
  if (!slip) return
  const observer = new ResizeObserver(() => {
    const figure = slip.querySelector<HTMLElement>(':scope > .fig')
    if (!figure) return
    figure.style.removeProperty('--fit')
    figure.style.setProperty('--fit', String(Math.min(1, figure.clientWidth / figure.scrollWidth)))
  })
  observer.observe(slip)
  return () => observer.disconnect()
}

/** "11 receipts add up to 738.40, the figure you opened": only ever drawn with its sum. */
export const Proof = ({ holds, children, detail }: { holds: boolean; children: ReactNode; detail?: ReactNode }) => (
  <div className={holds ? 'proof' : 'proof off'} role="status">
    <Icon name={holds ? 'check' : 'attention'} />
    <span>
      {children} {detail && <small>{detail}</small>}
    </span>
  </div>
)

/** From anywhere on the page, except where a list or dialog above takes the key for itself. */
const useEscape = (onClose: () => void) => {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('.modal-layer, .popover, dialog[open]')) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Takes the focus while it is there and gives it back afterwards, unless it moved on by itself. */
const useFocusLoan = (sheet: React.RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const element = sheet.current
    const opener = document.activeElement
    element?.focus({ preventScroll: true })
    return () => {
      const lost = document.activeElement === document.body || element?.contains(document.activeElement)
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [sheet])
}

const keepInside = (event: KeyboardEvent, sheet: HTMLElement | null) => {
  const reachable = [...(sheet?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])].filter((element) => element.checkVisibility())
  const [first, last] = [reachable[0], reachable.at(-1)]
  const from = document.activeElement
  if (event.shiftKey && (from === first || from === sheet)) {
    event.preventDefault()
    last?.focus()
  } else if (!event.shiftKey && from === last) {
    event.preventDefault()
    first?.focus()
  }
}
