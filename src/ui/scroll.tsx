import type { KeyboardEvent, ReactNode } from 'react'
import { scrollCue } from './scroll-cue.ts'

interface ScrollProps {
  label: string
  className?: string | undefined
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** What may be wider than its place: scrolled sideways, by keyboard too, with a shaded edge where it goes on. */
export const Scroll = ({ label, className, onKeyDown, children }: ScrollProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <section className={className ? `scroll ${className}` : 'scroll'} aria-label={label} tabIndex={0} ref={scrollCue} onKeyDown={onKeyDown}>
    {children}
  </section>
)
