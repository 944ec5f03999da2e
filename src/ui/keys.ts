import { useEffect, useRef } from 'react'
import { preferences } from './preferences.ts'

/** What single keys do here: `{ '[': earlier, 'g s': goToSales }`. Two keys with a space between are pressed one after the other. */
export type Keys = Record<string, () => void>

const SECOND_KEY_WITHIN_MS = 1200

/** Listens while the component is drawn. Never while someone types, with a modifier held, or with single keys switched off. */
export const useKeys = (keys: Keys): void => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let first = { key: '', at: 0 }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || preferences().shortcuts === 'off') return
      const pair = event.timeStamp - first.at < SECOND_KEY_WITHIN_MS ? latest.current[`${first.key} ${event.key}`] : undefined
      const act = pair ?? latest.current[event.key]
      first = { key: event.key, at: event.timeStamp }
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const isTyping = (event: KeyboardEvent): boolean => {
  const target = event.target
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName) ||
    target.closest('[role="menu"], [role="dialog"] [role="grid"]') !== null
  )
}
