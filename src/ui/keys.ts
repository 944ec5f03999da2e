import { useEffect, useRef } from 'react'
import { preferences } from './preferences.ts'

/**
 * What keys do here: `{ '[': earlier, 'g s': goToSales, 'Mod+k': find }`. Two keys with a space between are pressed one after the other;
 * `Mod+` is Ctrl or ⌘ held.
 */
export type Keys = Record<string, () => void>

const SECOND_KEY_WITHIN_MS = 1200

/** Listens while the component is drawn. Never while someone types; single keys not while they are switched off. */
export const useKeys = (keys: Keys): void => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let first = { key: '', at: 0 }
    const onKey = (event: KeyboardEvent) => {
      const isHeld = event.ctrlKey || event.metaKey
      if (event.defaultPrevented || event.altKey || (isHeld && event.shiftKey) || isTyping(event)) return
      if (!isHeld && preferences().shortcuts === 'off') return
      const name = isHeld ? `Mod+${event.key.toLowerCase()}` : event.key
      const pair = event.timeStamp - first.at < SECOND_KEY_WITHIN_MS ? latest.current[`${first.key} ${name}`] : undefined
      const act = pair ?? latest.current[name]
      first = { key: name, at: event.timeStamp }
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
