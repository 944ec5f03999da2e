import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { Icon } from './icon.tsx'
import type { Act } from './popover.tsx'

// What opens is fetched when a hand comes near: most readers of a report open none of it.
const fetchPopover = () => import('./popover.tsx')
const Choices = lazy(async () => ({ default: (await fetchPopover()).Choices }))
const Acts = lazy(async () => ({ default: (await fetchPopover()).Acts }))
const Sheet = lazy(async () => ({ default: (await fetchPopover()).Sheet }))

interface OpenerProps {
  opens: 'menu' | 'dialog'
  className: string | undefined
  ariaLabel?: string | undefined
  children: ReactNode
  /** What is drawn while open. */
  opened: (trigger: RefObject<HTMLButtonElement | null>, close: () => void) => ReactNode
}

/** A button that something hangs from. */
const Opener = ({ opens, className, ariaLabel, children, opened }: OpenerProps) => {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'no' | 'asked' | 'yes'>('no')
  // What opens hides all the rest from those who do not see it, which takes a slow phone a while: the button answers before.
  const ask = () => {
    setOpen('asked')
    afterPaint(() => setOpen((now) => (now === 'asked' ? 'yes' : now)))
  }
  return (
    <>
      <button
        type="button"
        ref={trigger}
        className={className}
        aria-haspopup={opens}
        aria-expanded={open !== 'no'}
        aria-label={ariaLabel}
        onPointerEnter={() => fetchPopover()}
        onFocus={() => fetchPopover()}
        onClick={(event) => {
          // Where a click does not give the focus by itself, closing could not give it back.
          event.currentTarget.focus()
          ask()
        }}
        onKeyDown={(event) => {
          if (opens === 'menu' && event.key === 'ArrowDown') {
            event.preventDefault()
            ask()
          }
        }}
      >
        {children}
      </button>
      {open === 'yes' && <Suspense>{opened(trigger, () => setOpen('no'))}</Suspense>}
    </>
  )
}

/** Caption over a ruled answer. */
const Answer = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <small>{label}</small>
    <span>
      {children} <Icon name="caret" />
    </span>
  </>
)

interface BlankMenuProps<V extends string> {
  label: string
  /** What is written in the blank; by default the chosen option's own label. */
  answer?: ReactNode
  options: readonly { value: V; label: string; note?: string }[]
  value: V
  onChange: (value: V) => void
  className?: string
}

/** A blank with one answer of a few. */
export const BlankMenu = <V extends string>({ label, answer, options, value, onChange, className = '' }: BlankMenuProps<V>) => (
  <Opener
    opens="menu"
    className={`blank ${className}`}
    opened={(trigger, close) => (
      <Choices trigger={trigger} label={label} onClose={() => afterPaint(close)} options={options} value={value} onChange={(chosen) => onChange(chosen as V)} />
    )}
  >
    <Answer label={label}>{answer ?? options.find((option) => option.value === value)?.label ?? value}</Answer>
  </Opener>
)

interface BlankSheetProps {
  label: string
  answer: ReactNode
  /** Drawn in the popover; call `close` when done. */
  children: (close: () => void) => ReactNode
  className?: string
  wide?: boolean
}

/** A blank whose answer takes more than a list: a range, several locations. */
export const BlankSheet = ({ label, answer, children, className = '', wide }: BlankSheetProps) => (
  <Opener
    opens="dialog"
    className={`blank ${className}`}
    opened={(trigger, close) => (
      <Sheet trigger={trigger} label={label} onClose={close} wide={wide}>
        {children(close)}
      </Sheet>
    )}
  >
    <Answer label={label}>{answer}</Answer>
  </Opener>
)

interface SheetButtonProps {
  /** Names the button and what opens from it. */
  label: string
  className: string | undefined
  children: ReactNode
  sheet: (close: () => void) => ReactNode
}

/** A button of any look from which a sheet of words hangs: the `?` beside a figure. */
export const SheetButton = ({ label, className, children, sheet }: SheetButtonProps) => (
  <Opener
    opens="dialog"
    className={className}
    ariaLabel={label}
    opened={(trigger, close) => (
      <Sheet trigger={trigger} label={label} onClose={close}>
        {sheet(close)}
      </Sheet>
    )}
  >
    {children}
  </Opener>
)

interface ActMenuProps {
  label: ReactNode
  acts: readonly Act[]
  /** An icon-only button needs its words here. */
  ariaLabel?: string
  className?: string
}

/** Several things to do under one button: Share ▾. */
export const ActMenu = ({ label, acts, ariaLabel, className = 'btn' }: ActMenuProps) => (
  <Opener
    opens="menu"
    className={className}
    ariaLabel={ariaLabel}
    opened={(trigger, close) => <Acts trigger={trigger} label={ariaLabel ?? String(label)} onClose={close} acts={acts} />}
  >
    {label}
  </Opener>
)

interface ManyProps {
  label: string
  options: readonly { value: string; label: string }[]
  /** Empty means all. */
  value: readonly string[]
  onChange: (value: string[]) => void
  allLabel: string
  /** "2 of 3" or the names. */
  answer: ReactNode
  className?: string
}

/** A blank with any number of answers, such as locations; none ticked means all. Applies at once. */
export const BlankMany = ({ label, options, value, onChange, allLabel, answer, className = '' }: ManyProps) => (
  <BlankSheet label={label} answer={answer} className={className}>
    {() => (
      <fieldset className="many">
        <legend className="sr">{label}</legend>
        <label className="tickable">
          <input type="checkbox" checked={value.length === 0} onChange={() => onChange([])} />
          <span>{allLabel}</span>
        </label>
        {options.map((option) => {
          const ticked = value.includes(option.value)
          return (
            <label className="tickable" key={option.value}>
              <input
                type="checkbox"
                checked={ticked}
                onChange={() => onChange(ticked ? value.filter((one) => one !== option.value) : [...value, option.value])}
              />
              <span>{option.label}</span>
            </label>
          )
        })}
      </fieldset>
    )}
  </BlankSheet>
)
