import { workInVenue } from '#platform/access/venue-work.ts'
import { addJob, implementForVenues, implementJob, type JobImplementation } from '#platform/jobs/jobs.ts'
import { ORDER_PROVIDERS } from '#shared/order-providers.ts'
import { takeWaitingOrders } from './online-orders.contract.ts'
import { takeWaiting } from './take-orders.sql.ts'

const AT_ONCE = 200

/** What was refused may be right by now, as after a location changed. */
export const takeWaitingNightly: JobImplementation = implementForVenues('links', 'links.take-orders-nightly', '37 18 * * *', (service, venueId) =>
  workInVenue(service.database, venueId, service.now(), async ({ sql }) => {
    for (const Provider of ORDER_PROVIDERS)
      await addJob(sql, takeWaitingOrders, { VenueId: venueId, Provider }, { key: `links.take-orders ${venueId} ${Provider}` })
  }),
)

/** Takes in what waits, some orders in each transaction. Ended anywhere, what was taken in is not met again. */
export const takeWaitingJob: JobImplementation = implementJob('links', takeWaitingOrders, async ({ VenueId, Provider }, { service: { database, now } }) => {
  for (let after = '', tried = AT_ONCE; tried === AT_ONCE; ) {
    const taken = await workInVenue(database, VenueId, now(), (venue) => takeWaiting(venue, Provider, after, AT_ONCE))
    after = taken.last
    tried = taken.tried
  }
})
