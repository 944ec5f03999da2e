import { workInVenue } from '#platform/access/venue-work.ts'
import { implementJob, type JobImplementation } from '#platform/jobs/jobs.ts'
import { takeWaitingOrders } from './online-orders.contract.ts'
import { takeWaiting } from './take-orders.sql.ts'

const AT_ONCE = 200

/** Takes in what waits, some orders in each transaction. Ended anywhere, what was taken in is not met again. */
export const takeWaitingJob: JobImplementation = implementJob('links', takeWaitingOrders, async ({ VenueId, Provider }, { service: { database, now } }) => {
  for (let after = '', tried = AT_ONCE; tried === AT_ONCE; ) {
    const taken = await workInVenue(database, VenueId, now(), (venue) => takeWaiting(venue, Provider, after, AT_ONCE))
    after = taken.last
    tried = taken.tried
  }
})
