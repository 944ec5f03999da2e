import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { membership } from '#features/membership/membership.contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { actingNow, beginActing, endActing, useActing } from '#ui/acting.ts'
import { call, showOnScreen } from '#ui/api.ts'
import { errorText } from '#ui/call-error.ts'
import { useHouse } from '#ui/house.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { useVenueZone } from '#ui/use-moment.ts'
import { acting as actingCalls } from './employees.contract.ts'
import { people } from './employees.messages.ts'

type Begun = AnswerOf<typeof actingCalls.impersonate>
type Opened = AnswerOf<typeof actingCalls.stopImpersonation>

/** Takes the place of whoever's Token it is: from here on this browser is theirs. */
const takePlace = async (queries: QueryClient, { Token, UserId, UserName, DisplayName, VenueId }: Opened): Promise<void> => {
  queries.clear()
  changeStoredUser({ Token, UserId, UserName, DisplayName, VenueId, Permissions: [], Roles: [], Config: null })
  showOnScreen(UserId, VenueId)
  const params = { userId: UserId }
  const [session, user, { Venues }] = await Promise.all([
    call(membership.sessionNow, {}),
    call(membership.user, { params }),
    call(membership.venues, { params }),
  ])
  const { Permissions, Roles, Config } = user
  changeStoredUser({ SessionId: session.SessionId, UserName: user.UserName, DisplayName: user.DisplayName, Permissions, Roles, Config, Venues })
}

/** Begins to act as somebody: `actAs(answer, back)`; lands on the first screen open to both. */
export const useActAs = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const house = useHouse()
  return async (begun: Begun, back: string): Promise<void> => {
    const By = storedUser()?.DisplayName ?? ''
    await takePlace(queries, begun)
    const user = storedUser()
    if (!user) return
    beginActing({ SessionId: user.SessionId, As: begun.DisplayName || begun.UserName, By, Until: begun.Until, Back: back })
    await navigate({ href: house.firstScreen(user)?.path ?? '/membership' })
  }
}

let stopping: Promise<string | undefined> | undefined

/**
 * Back to being oneself. Asked for several times at once it is done once.
 * @returns the screen it was begun from
 * @throws CallError where one's own session is over too
 */
export const stopActing = (queries: QueryClient): Promise<string | undefined> => {
  stopping ??= (async () => {
    const back = actingNow()?.Back
    await takePlace(queries, await call(actingCalls.stopImpersonation, { body: {} }))
    endActing()
    return back
  })().finally(() => {
    stopping = undefined
  })
  return stopping
}

/** Whose seat one is in, on every screen, with the way back. After its time it leads back by itself. */
const ActingBanner = () => {
  const say = useSay(people)
  const { language, locale } = useLanguage()
  const acting = useActing()
  const zone = useVenueZone()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const until = acting?.Until
  const stop = async (said: string) => {
    setBusy(true)
    try {
      const back = await stopActing(queries)
      toast.success(said)
      await navigate({ href: back ?? '/membership' })
    } catch (error) {
      toast.error(errorText(error, language))
    } finally {
      setBusy(false)
    }
  }
  const whenOver = useRef<() => void>(() => undefined)
  whenOver.current = () => stop(say('timeOver'))
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => whenOver.current(), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  if (!acting) return null
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone }).format(new Date(acting.Until))
  return (
    <p className="ribbon acting" role="status">
      <strong>{say('acting', { name: acting.As })}</strong> <span>{say('actingAbout', { by: acting.By, time })}</span>{' '}
      <button type="button" disabled={busy} onClick={() => stop(say('stopped', { name: acting.As }))}>
        {say('stop')}
      </button>
    </p>
  )
}

export default ActingBanner
