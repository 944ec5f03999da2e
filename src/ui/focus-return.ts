import { type RefObject, useEffect } from 'react'

const OVER_THE_PAGE = '.modal-layer, .popover, .toasts, dialog'
const UNTIL_SETTLED_MS = 100

let last: HTMLElement | undefined
addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest(OVER_THE_PAGE)) last = target
})

/**
 * Gives the focus back once a dialog is gone: to what it was opened from, or, where that is gone as well (a button for chosen people, who
 * are not chosen any more), to the page, so that the next key is not pressed into nothing.
 */
export const useFocusReturn = (): void => {
  useEffect(() => {
    const opener = last
    return () => {
      // What opened next, or whatever the dialog gave the focus to by itself, keeps it.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const back = opener?.isConnected && opener.checkVisibility() ? opener : document.querySelector<HTMLElement>('main#content')
        back?.focus({ preventScroll: true })
      }, UNTIL_SETTLED_MS)
    }
  }, [])
}

/** Keeps the focus within a dialog whose pressed button cannot be pressed again for now, and loses it by that. */
export const useFocusKept = (dialog: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const clock = setTimeout(() => {
      if (document.activeElement === document.body) dialog.current?.focus({ preventScroll: true })
    }, UNTIL_SETTLED_MS)
    return () => clearTimeout(clock)
  })
}
