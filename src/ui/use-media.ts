import { useCallback, useSyncExternalStore } from 'react'
import { isOnPaper, listenToPaper } from './paper.ts'

/** Whether the window is as a media query says, now and whenever that changes: `(width >= 1280px)`. On paper a phone's page is a desk's. */
export const useMedia = (query: string): boolean => {
  const listen = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      const endPaper = listenToPaper(listener)
      return () => {
        list.removeEventListener('change', listener)
        endPaper()
      }
    },
    [query],
  )
  return useSyncExternalStore(listen, () => (isOnPaper() ? isOfPaper(query) : matchMedia(query).matches))
}

/** Paper is wide and light. */
const isOfPaper = (query: string): boolean => /\(width >=? /.test(query)
