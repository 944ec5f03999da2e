import { membership } from '#features/membership/membership.contract.ts'
import { call } from '#ui/api.ts'
import { changeStoredUser, storedUser } from '#ui/stored-user.ts'

/** Whoever changes how a venue is set up sees their own screens follow at once. */
export const learnAnew = async (): Promise<void> => {
  const user = storedUser()
  if (!user) return
  const { Permissions, Roles, Config } = await call(membership.user, { params: { userId: user.UserId } })
  changeStoredUser({ Permissions, Roles, Config })
}
