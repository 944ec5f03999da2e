import type { KeyboardEvent, ReactNode } from 'react'
import { scrollCue } from './scroll-cue.ts'

interface ScrollProps {
  label: string
  className?: string | undefined
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** A region that scrolls sideways, also by keyboard, with a shaded edge where content is hidden. */
export const Scroll = ({ label, className, onKeyDown, children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className={className ? `scroll ${className}` : 'scroll'} aria-label={label} tabIndex={0} ref={scrollCue} onKeyDown={onKeyDown}>
    {children}
  </section>
)
