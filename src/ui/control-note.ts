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

/** Puts a message beside the control used last, where it stays until that control is used again or another message follows. */
export const noteAtControl = (kind: 'warning' | 'error', message: string): void => {
  removeNote()
  const of = control?.isConnected && control.checkVisibility() ? control : undefined
  const text = document.createElement('p')
  text.className = `control-note ${kind}`
  text.textContent = message
  note = { of, text }
  const cell = of?.closest('td, th, li')
  const foot = of?.closest('.modal-body > footer')
  const line = of?.closest('.acts, .bar-head, .field, p, fieldset')
  if (cell) cell.append(text)
  else if (foot) foot.before(text)
  else if (line && !line.closest('.head')) line.after(text)
  else document.querySelector('main .page, main')?.prepend(text)
}
