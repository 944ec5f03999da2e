import { useSyncExternalStore } from 'react'
import { shownUser, shownVenue, showOnScreen } from '#ui/api.ts'
import { STORED_USER_KEY, storedUser } from '#ui/stored-user.ts'

/** Why this tab must not go on: another tab opened another venue, or someone else signed in. */
export type Freeze = 'venue' | 'user' | undefined

let freeze: Freeze
const listeners = new Set<() => void>()

/** Freezes this tab. Only a reload thaws it. */
export const freezeTab = (why: Exclude<Freeze, undefined>): void => {
  freeze = why
  for (const listener of listeners) listener()
}

export const useFreeze = (): Freeze =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => freeze,
  )

/** Takes up what is stored as what this tab shows. */
export const beginTab = (): void => {
  const user = storedUser()
  showOnScreen(user?.UserId ?? 0, user?.VenueId ?? 0)
}

/**
 * Keeps the tabs of a browser honest: signing out in one signs out all, another venue or person in one freezes the others. A page the
 * browser kept whole and shows again by the back button heard nothing meanwhile, and is judged as it comes back.
 */
export const watchOtherTabs = (whenSignedOut: () => void): void => {
  addEventListener('storage', ({ key }) => {
    if (key === null || key === STORED_USER_KEY) judge(whenSignedOut)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) judge(whenSignedOut)
  })
}

/** Whether what this tab shows is still what is stored. */
const judge = (whenSignedOut: () => void): void => {
  const user = storedUser()
  if (!user) {
    if (shownUser() > 0 && freeze === undefined) whenSignedOut()
  } else if (shownUser() === 0) beginTab()
  else if (user.UserId !== shownUser()) freezeTab('user')
  else if (shownVenue() > 0 && user.VenueId > 0 && user.VenueId !== shownVenue()) freezeTab('venue')
}
