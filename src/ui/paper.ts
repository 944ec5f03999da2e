import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let onPaper = false
const listeners = new Set<() => void>()

// The browser takes its picture for the printer as soon as the event is over: by then the page must be as it is on paper.
const change = (is: boolean) => {
  onPaper = is
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}

let isListening = false
const begin = () => {
  if (isListening) return
  isListening = true
  addEventListener('beforeprint', () => change(true))
  addEventListener('afterprint', () => change(false))
}

/** Whether the page is being printed now. */
export const isOnPaper = (): boolean => onPaper

/** Tells when printing begins and ends. @returns what ends it */
export const listenToPaper = (listener: () => void): (() => void) => {
  begin()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the page is being printed: on paper there is nothing to scroll, and nothing to press. */
export const useOnPaper = (): boolean => useSyncExternalStore(listenToPaper, isOnPaper)
