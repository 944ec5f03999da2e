import { useSyncExternalStore } from 'react'

let isLive = false
const listeners = new Set<() => void>()

/** Says whether sales come in as they happen. */
export const setLive = (now: boolean): void => {
  isLive = now
  for (const listener of listeners) listener()
}

export const useIsLive = (): boolean => useSyncExternalStore(listen, () => isLive)

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
