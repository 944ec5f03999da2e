import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as a media query says, now and whenever that changes: `(width >= 1280px)`. */
export const useMedia = (query: string): boolean => {
  const listen = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}
