import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { actingNow, beginActing, endActing } from '#ui/acting.ts'
import { call, showOnScreen } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { useHouse, wayOn } from '#ui/house.ts'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'
import { membership, type VenueChoice } from './membership.contract.ts'

/** Opens a venue: a Token for it, then what the person may do there, then on to where they were going. */
export const useOpenVenue = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const house = useHouse()
  return async (venue: VenueChoice, asked: string | undefined): Promise<void> => {
    const userId = storedUser()?.UserId ?? 0
    const opened = await call(membership.selectVenue, { params: { userId, venueId: venue.VenueId }, body: { EmployeeId: venue.EmployeeId } }).catch(
      (error: unknown) => {
        if (error instanceof CallError && error.code === 'SecondFactorMissing') return undefined
        throw error
      },
    )
    if (!opened) {
      await navigate({ to: '/membership/secondfactor' as never, search: (asked ? { return: asked } : {}) as never })
      return
    }
    const { Token, VenueId } = opened
    queries.clear()
    changeStoredUser({ Token, VenueId })
    showOnScreen(userId, VenueId)
    await refreshUser()
    const user = storedUser()
    await navigate({ href: wayOn(asked, user && house.homeOf(user)) })
  }
}

/** Takes up what the person may do at the open venue, and how the venue is set up, as the server has it now. */
export const refreshUser = async (): Promise<void> => {
  const user = storedUser()
  if (!user) return
  const { UserName, DisplayName, Permissions, Roles, Config, Impersonator } = await call(membership.user, { params: { userId: user.UserId } })
  if (storedUser()?.SessionId !== user.SessionId) return
  changeStoredUser({ UserName, DisplayName, Permissions, Roles, Config })
  await keepSeat(DisplayName, Impersonator?.DisplayName)
}

/** Whose seat one is in follows the server, whatever this browser remembers of it. */
const keepSeat = async (As: string, By: string | undefined): Promise<void> => {
  if (By === undefined) {
    if (actingNow()) endActing()
  } else if (!actingNow()) {
    const { SessionId, AbsoluteUntil } = await call(membership.sessionNow, {})
    beginActing({ SessionId, As, By, Until: AbsoluteUntil, Back: '/membership' })
  }
}
