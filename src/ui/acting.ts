import { useSyncExternalStore } from 'react'
import { storedUser, useStoredUser } from './stored-user.ts'

/** That somebody acts as somebody else in this browser; only for what is drawn, the server knows for itself. */
export interface Acting {
  /** The session it is; any other makes the record worthless. */
  SessionId: string
  /** Who is being acted as. */
  As: string
  /** Who truly acts. */
  By: string
  /** When it ends by itself. */
  Until: string
  /** The screen it was begun from. */
  Back: string
}

const STORE = 'daybook.acting'
const listeners = new Set<() => void>()
let seen: { written: string | null; acting: Acting | undefined } = { written: null, acting: undefined }

/** Notes that somebody is being acted as, for every tab and across reloads. */
export const beginActing = (acting: Acting): void => {
  write(JSON.stringify(acting))
}

/** Forgets it. */
export const endActing = (): void => {
  write(undefined)
}

/** Who is being acted as in the session that is open, if anybody. */
export const actingNow = (): Acting | undefined => {
  const acting = stored()
  return acting && acting.SessionId === storedUser()?.SessionId ? acting : undefined
}

export const useActing = (): Acting | undefined => {
  const acting = useSyncExternalStore(listen, stored)
  const sessionId = useStoredUser()?.SessionId
  return acting && acting.SessionId === sessionId ? acting : undefined
}

const stored = (): Acting | undefined => {
  const written = read()
  if (written !== seen.written) seen = { written, acting: parsed(written) }
  return seen.acting
}

const parsed = (written: string | null): Acting | undefined => {
  try {
    const acting = JSON.parse(written ?? 'null') as Acting | null
    const whole = acting !== null && [acting.SessionId, acting.As, acting.By, acting.Until, acting.Back].every((field) => typeof field === 'string')
    return whole ? acting : undefined
  } catch {
    return undefined
  }
}

let memory: string | null = null

const read = (): string | null => {
  try {
    return localStorage.getItem(STORE) ?? memory
  } catch {
    return memory
  }
}

const write = (text: string | undefined): void => {
  memory = null
  try {
    if (text === undefined) localStorage.removeItem(STORE)
    else localStorage.setItem(STORE, text)
  } catch {
    memory = text ?? null
  }
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === STORE || event.key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherTab)
  }
}
