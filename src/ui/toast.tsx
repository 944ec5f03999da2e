import { useRouterState } from '@tanstack/react-router'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { noteAtControl, removeNote, watchControls } from './control-note.ts'
import { Icon } from './icon.tsx'
import { useSay } from './language.tsx'
import { ui } from './ui.messages.ts'

type Kind = 'success' | 'warning' | 'error'

/** Something to do about what a toast says, such as taking it back. */
interface ToastAct {
  label: string
  onAct: () => void
}

interface Toast {
  id: number
  kind: Kind
  text: string
  act: ToastAct | undefined
}

const DELAY_MS = 5000
const STEP_MS = 250
/** A bar that ends within this of the window's foot is at its foot: one may stand on another, or have room under it. */
const NEAR_FOOT_PX = 80
let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

const change = (changed: readonly Toast[]) => {
  toasts = changed
  for (const listener of listeners) listener()
}

const add = (kind: Kind) => (text: string, act?: ToastAct) => {
  if (kind === 'success') removeNote()
  else noteAtControl(kind, text)
  // The same sentence twice at once is said once.
  change([...toasts.filter((one) => one.text !== text || one.kind !== kind), { id: nextId++, kind, text, act }].slice(-4))
}

const remove = (id: number) => change(toasts.filter((one) => one.id !== id))

/** Shows a message at the bottom right for five seconds, longer while it is pointed at or focused. Warnings and errors also stay at the control used. */
export const toast = { success: add('success'), warning: add('warning'), error: add('error') }

/** Where toasts appear, above dialogs; drawn once by the app. */
export const Toasts = () => {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  useEffect(watchControls, [])
  const address = useRouterState({ select: ({ location }) => location.href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note goes with the address it was made at
  useEffect(removeNote, [address])
  const say = useSay(ui)
  const lift = useLift(shown.length > 0)
  // Out of the page's tree and marked as top layer: an open dialog leaves it within reach.
  return createPortal(
    <section className="toasts" style={{ '--lift': `${lift}px` } as CSSProperties} aria-label={say('notifications')} data-react-aria-top-layer="true">
      <div role="status">
        {shown
          .filter((one) => one.kind !== 'error')
          .map((one) => (
            <Slip key={one.id} toast={one} />
          ))}
      </div>
      <div role="alert">
        {shown
          .filter((one) => one.kind === 'error')
          .map((one) => (
            <Slip key={one.id} toast={one} />
          ))}
      </div>
    </section>,
    document.body,
  )
}

/** How high toasts are lifted so that they stand above whatever bar of things to press is at the foot of the window now. */
const useLift = (isShown: boolean): number => {
  const [lift, setLift] = useState(0)
  useLayoutEffect(() => {
    if (!isShown) return
    const look = () => setLift(barsAtFoot())
    look()
    const clock = setInterval(look, STEP_MS)
    return () => clearInterval(clock)
  }, [isShown])
  return lift
}

/** From the foot of the window to the top of the highest bar that stays there. */
const barsAtFoot = (): number =>
  [...document.querySelectorAll('[data-bar], .four, .docket .acts, .modal > .modal-body > footer')]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ width, bottom }) => width > 0 && Math.abs(window.innerHeight - bottom) < NEAR_FOOT_PX)
    .reduce((most, { top }) => Math.max(most, window.innerHeight - top), 0)

const Slip = ({ toast: { id, kind, text, act } }: { toast: Toast }) => {
  const say = useSay(ui)
  const slip = useRef<HTMLElement>(null)
  useEffect(() => {
    let left = DELAY_MS
    const clock = setInterval(() => {
      left = isHeld(slip.current) ? DELAY_MS : left - STEP_MS
      if (left <= 0) remove(id)
    }, STEP_MS)
    return () => clearInterval(clock)
  }, [id])
  return (
    <article className={`toast ${kind}`} ref={slip}>
      <Icon name={kind === 'success' ? 'check' : 'attention'} />
      <p>
        <b className="sr">{say(kind)}: </b>
        {text}
        {act && (
          <>
            {' '}
            <button
              type="button"
              className="text-btn"
              onClick={() => {
                remove(id)
                act.onAct()
              }}
            >
              {act.label}
            </button>
          </>
        )}
      </p>
      <button type="button" aria-label={say('close')} onClick={() => remove(id)}>
        <Icon name="close" />
      </button>
    </article>
  )
}

/** Pointed at or in focus, asked of the page itself: a busy browser loses the events that would tell. A touch leaves a hover behind. */
const isHeld = (slip: HTMLElement | null): boolean =>
  slip !== null && (slip.matches(':focus-within') || (matchMedia('(hover: hover)').matches && slip.matches(':hover')))
