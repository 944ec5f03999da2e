import { shownUser, shownVenue } from '#ui/api.ts'
import type { Chosen } from './find.rules.ts'

const KEPT = 6

const keyNow = () => `daybook.recent-found.${shownVenue()}.${shownUser()}`

/** What this person chose at this venue in this browser, the last one first. */
export const recentlyChosen = (): Chosen[] => {
  try {
    const written: unknown = JSON.parse(localStorage.getItem(keyNow()) ?? '[]')
    return Array.isArray(written) ? written.filter(isChosen) : []
  } catch {
    return []
  }
}

const isChosen = (one: unknown): one is Chosen => {
  const { key, range, days, loc } = (one ?? {}) as Record<string, unknown>
  const isTextOrNone = (value: unknown) => value === undefined || typeof value === 'string'
  return typeof key === 'string' && isTextOrNone(range) && isTextOrNone(days) && (loc === undefined || typeof loc === 'number')
}

/** Remembers what was chosen. */
export const rememberChosen = (chosen: Chosen): void => {
  const written = JSON.stringify(chosen)
  const others = recentlyChosen().filter((one) => JSON.stringify(one) !== written)
  try {
    localStorage.setItem(keyNow(), JSON.stringify([chosen, ...others].slice(0, KEPT)))
  } catch {
    // Without storage nothing is remembered.
  }
}
