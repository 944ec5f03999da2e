import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { FailureLog } from '#platform/access/venue-work.ts'
import type { Implementation } from '#platform/web/implement.ts'
import { UnsoundSums } from '#shared/stored-sums.ts'

/**
 * What a handler answers. Where a stored form of sums turns out broken while it is read, it is asked once more, and reads what those sums were made of: slower,
 * and right.
 */
export const answerOf = async ({ operation, handler }: Implementation, given: object, log?: FailureLog): Promise<unknown> => {
  if (typeof handler !== 'function') throw new Error(`${operation.path} is done in stages.`)
  try {
    return await handler(given as never)
  } catch (error) {
    const { venue } = given as { venue?: VenueScope }
    if (!(error instanceof UnsoundSums) || !venue?.readsStored) throw error
    log?.error({ err: error, VenueId: venue.venueId }, `Stored sums are broken; ${operation.path} was answered without them.`)
    venue.leaveStored()
    return handler(given as never)
  }
}
