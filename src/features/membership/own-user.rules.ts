import { failure } from '#shared/failure.ts'

/** Returns the user id of a path that only that user may use. @throws NotFound for every other id, whether or not such a user exists */
export const ownUserId = (userId: number, session: { userId: number }): number => {
  if (userId !== session.userId) throw failure('NotFound')
  return userId
}
