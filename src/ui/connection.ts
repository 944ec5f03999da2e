import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const ASKED_EVERY_MS = 5_000

let asking = false

/** Whether the server can be reached, as far as this browser knows: the one answer that calls, banner and screens go by. */
export const isOnline = (): boolean => onlineManager.isOnline()

export const useOnline = (): boolean => useSyncExternalStore(listenToConnection, isOnline)

/** Tells when the connection goes or comes back. @returns what ends it */
export const listenToConnection = (listener: () => void): (() => void) => onlineManager.subscribe(listener)

/** Takes up how things stand as the app starts; later changes the browser tells by itself. */
export const beginConnection = (): void => {
  if (!navigator.onLine) onlineManager.setOnline(false)
}

/**
 * A call got no answer at all. A phone may hold a connection that leads nowhere: where the server does not answer a call that anybody may
 * make either, that counts as no connection, until it answers again.
 */
export const noteUnreached = async (): Promise<void> => {
  if (asking) return
  asking = true
  while (navigator.onLine && !(await answers())) {
    onlineManager.setOnline(false)
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS))
  }
  if (navigator.onLine) onlineManager.setOnline(true)
  asking = false
}

/** Asked without anybody's name on it: it is no activity, and must not keep a session alive. */
const answers = async (): Promise<boolean> => {
  try {
    await fetch('/api/health', { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(ASKED_EVERY_MS) })
    return true
  } catch {
    return false
  }
}
