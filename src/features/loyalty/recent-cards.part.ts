import { useSyncExternalStore } from 'react'
import { shownUser, shownVenue } from '#ui/api.ts'

/** A card that was opened on this device. Of the card only its number is kept: everything else is asked anew. */
export interface RecentCard {
  number: string
  /** When it was opened, in milliseconds. */
  at: number
  /** The address of the screen it was opened from. */
  from?: string
}

const KEPT = 8
const DAYS_KEPT = 7

const listeners = new Set<() => void>()
let seen: { key: string; written: string | null; cards: readonly RecentCard[] } = { key: '', written: null, cards: [] }

const keyNow = () => `daybook.recent-cards.${shownVenue()}.${shownUser()}`

/** The cards this person opened at this venue, the last one first. */
export const useRecentCards = (): readonly RecentCard[] => useSyncExternalStore(listen, recentCards)

/**
 * Remembers that a card was opened.
 * @param from the address it was opened from; undefined where nobody knows, as after the page was loaded anew
 */
export const rememberCard = (number: string, from: string | undefined): void => {
  const known = recentCards().find((card) => card.number === number)?.from
  const address = from === undefined ? known : withoutNames(from)
  write(
    [{ number, at: Date.now(), ...(address === undefined ? {} : { from: address }) }, ...recentCards().filter((card) => card.number !== number)].slice(0, KEPT),
  )
}

/** What was searched for may be a name, which does not stay on the device. */
const withoutNames = (address: string): string => address.replace(/^(\/loyalty\/search)\?.*$/, '$1')

/** Forgets the cards that were opened. */
export const forgetCards = (): void => write([])

const recentCards = (): readonly RecentCard[] => {
  const key = keyNow()
  const written = stored(key)
  if (key !== seen.key || written !== seen.written) seen = { key, written, cards: read(written) }
  return seen.cards
}

const read = (written: string | null): RecentCard[] => {
  try {
    const cards = JSON.parse(written ?? '[]') as RecentCard[]
    const since = Date.now() - DAYS_KEPT * 86_400_000
    return Array.isArray(cards)
      ? cards.filter(
          ({ number, at, from }) => typeof number === 'string' && typeof at === 'number' && at > since && ['string', 'undefined'].includes(typeof from),
        )
      : []
  } catch {
    return []
  }
}

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const write = (cards: readonly RecentCard[]) => {
  try {
    localStorage.setItem(keyNow(), JSON.stringify(cards))
  } catch {
    // Without storage nothing is remembered.
  }
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
