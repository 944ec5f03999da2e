import { useEffect, useRef, useState } from 'react'
import { useActing } from '#ui/acting.ts'
import { call } from '#ui/api.ts'
import { useSay } from '#ui/language.tsx'
import { storedUser, useStoredUser } from '#ui/stored-user.ts'
import { takeUpKept } from './kept-preferences.part.tsx'
import { membership } from './membership.contract.ts'
import { membershipTexts } from './membership.messages.ts'
import { refreshUser } from './open-venue.part.tsx'

/** When the session ends, as all tabs know it; times in milliseconds since 1970. */
interface Clock {
  sessionId: string
  idleUntil: number
  idleLength: number
  absoluteUntil: number
}

const STORE = 'daybook.session'
const WARNING_MS = 2 * 60_000
const NOTED_EVERY_MS = 20_000
const REFRESHED_AFTER_MS = 10 * 60_000

/** A call was answered: the session's idle time begins anew, for every tab. */
export const noteActivity = (): void => {
  const clock = read()
  if (clock && Date.now() + clock.idleLength - clock.idleUntil > NOTED_EVERY_MS) write({ ...clock, idleUntil: Date.now() + clock.idleLength })
}

/** Whether the session on screen has ended, by this device's clock. */
export const sessionIsOver = (): boolean => {
  const clock = read()
  return clock === undefined || clock.sessionId !== storedUser()?.SessionId || Math.min(clock.idleUntil, clock.absoluteUntil) < Date.now()
}

/** Says two minutes before that the session ends, and offers to stay; keeps the person's permissions and preferences up to date on coming back to the tab. */
export const SessionClock = () => {
  const say = useSay(membershipTexts)
  const user = useStoredUser()
  const [left, setLeft] = useState<{ milliseconds: number; forGood: boolean }>()

  useEffect(() => {
    if (!user?.SessionId) return
    const ask = () => learn(user.SessionId).catch(() => undefined)
    if (read()?.sessionId !== user.SessionId) ask()
    const look = () => {
      const clock = read()
      if (clock?.sessionId !== user.SessionId) return
      const milliseconds = Math.min(clock.idleUntil, clock.absoluteUntil) - Date.now()
      setLeft({ milliseconds, forGood: clock.absoluteUntil <= clock.idleUntil })
      // Past its end the server is asked once more: its clock decides.
      if (milliseconds < -2000) ask()
    }
    look()
    const timer = setInterval(look, 5000)
    return () => clearInterval(timer)
  }, [user?.SessionId])

  useEffect(keepUpToDate, [])

  const isActing = useActing() !== undefined
  const wasActing = useRef(isActing)
  useEffect(() => {
    // Oneself again: what was chosen in the other's seat held only there.
    if (wasActing.current && !isActing) takeUpKept().catch(() => undefined)
    wasActing.current = isActing
  }, [isActing])

  if (!left || left.milliseconds > WARNING_MS || left.milliseconds < -2000) return null
  const time = say.count('minutes', Math.max(1, Math.ceil(left.milliseconds / 60_000)))
  return (
    <p className="ribbon warn" role="alert">
      <strong>{say(left.forGood ? 'soonAbsolute' : 'soon', { left: time })}</strong>
      {!left.forGood && (
        <button type="button" onClick={() => learn(user?.SessionId ?? '').catch(() => undefined)}>
          {say('stay')}
        </button>
      )}
    </p>
  )
}

/** Asking is itself activity, so it also prolongs the session. */
const learn = async (sessionId: string): Promise<void> => {
  const now = await call(membership.sessionNow, {})
  // Whoever signed out meanwhile leaves nothing behind.
  if (storedUser()?.SessionId !== sessionId) return
  const idleUntil = Date.parse(now.IdleUntil)
  const known = read()
  const idleLength = Math.max(idleUntil - Date.now(), known?.sessionId === sessionId ? known.idleLength : 0)
  write({ sessionId, idleUntil: Date.now() + idleLength, idleLength, absoluteUntil: Date.parse(now.AbsoluteUntil) })
}

/** On starting and on coming back to the tab after a while: what one may do may have changed. */
const keepUpToDate = () => {
  let refreshed = Date.now()
  const refresh = () => {
    refreshed = Date.now()
    // Only then is it certain whose seat one is in.
    refreshUser()
      .then(takeUpKept)
      .catch(() => undefined)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible' && storedUser()?.Token && Date.now() - refreshed > REFRESHED_AFTER_MS) refresh()
  }
  refresh()
  document.addEventListener('visibilitychange', onVisible)
  return () => document.removeEventListener('visibilitychange', onVisible)
}

const read = (): Clock | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(STORE) ?? 'null') as Clock | null) ?? undefined
  } catch {
    return undefined
  }
}

const write = (clock: Clock): void => {
  try {
    localStorage.setItem(STORE, JSON.stringify(clock))
  } catch {
    // Without storage there is no warning; the server ends the session all the same.
  }
}
