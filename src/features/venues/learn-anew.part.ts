import { membership } from '#features/membership/membership.contract.ts'
import { call } from '#ui/api.ts'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'

/** Whoever changes how a venue is set up sees their own screens follow at once. */
export const learnAnew = async (): Promise<void> => {
  const user = storedUser()
  if (!user) return
  const { Permissions, Roles, Config } = await call(membership.user, { params: { userId: user.UserId } })
  // The venue may be called otherwise by now, in the list it is chosen from too.
  const Venues = user.Venues.map((venue) => (Config && venue.VenueId === user.VenueId ? { ...venue, Name: Config.VenueName } : venue))
  changeStoredUser({ Permissions, Roles, Config, Venues })
}
