let control: Element | undefined
let note: { of: Element | undefined; text: HTMLElement } | undefined

const onUse = ({ target, type }: Event) => {
  if (!(target instanceof Element) || target.closest('.toasts')) return
  control = target.closest('button, a, input, select, textarea') ?? control
  if (type === 'click' && control === note?.of) removeNote()
}

/** Follows which control is used last; returns what stops it. */
export const watchControls = (): (() => void) => {
  addEventListener('focusin', onUse, true)
  addEventListener('click', onUse, true)
  return () => {
    removeEventListener('focusin', onUse, true)
    removeEventListener('click', onUse, true)
  }
}

/** Removes the message that stands on the page, if there is one. */
export const removeNote = (): void => {
  note?.text.remove()
  note = undefined
}

/** Puts a message beside the control used last, where it stays until that control is used again, another message follows or the address changes. */
export const noteAtControl = (kind: 'warning' | 'error', message: string): void => {
  removeNote()
  const of = control?.isConnected && control.checkVisibility() ? control : undefined
  const text = document.createElement('p')
  text.className = `control-note ${kind}`
  text.textContent = message
  note = { of, text }
  const named = of?.closest('th, nav, [role=option], [role=listbox], [role=menu], [role=tree], [role=navigation]')
  const cell = of?.closest('td, li')
  const foot = of?.closest('.modal-body > footer')
  const line = of?.closest('.acts, .bar-head, .field, p, fieldset')
  // Text within these would enter their accessible name.
  if (!named && cell) cell.append(text)
  else if (!named && foot) foot.before(text)
  else if (!named && line && !line.closest('.head')) line.after(text)
  else document.querySelector('main .page, main')?.prepend(text)
}
