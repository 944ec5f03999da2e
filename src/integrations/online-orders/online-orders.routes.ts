import { refuseWithoutTag } from '#integrations/token-calls.routes.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { onlineOrders, takeWaitingOrders } from './online-orders.contract.ts'
import { mapPlace } from './online-places.sql.ts'
import { openOrders, placesShown } from './open-orders.sql.ts'

export const onlineOrdersImplementation = implement(onlineOrders, {
  places: async ({ venue, query: { Provider } }) => {
    refuseWithoutTag(venue, Provider)
    return { Places: await placesShown(venue, Provider) }
  },
  map: async ({ venue, body: { Provider, Places } }) => {
    refuseWithoutTag(venue, Provider)
    for (const { AccountId, PlaceId, LocationId } of Places) {
      if (LocationId !== null && !venue.locations.some(({ locationId }) => locationId === LocationId)) throw failure('LocationNotFound')
      if (!(await mapPlace(venue, Provider, { accountId: AccountId, placeId: PlaceId, locationId: LocationId })))
        throw fieldFailure('Places', 'There is no such place. Load the page again.')
    }
    await addJob(venue.sql, takeWaitingOrders, { VenueId: venue.venueId, Provider }, { key: `links.take-orders ${venue.venueId} ${Provider}` })
    return { Places: await placesShown(venue, Provider) }
  },
  open: ({ venue, query: { Provider } }) => {
    refuseWithoutTag(venue, Provider)
    return openOrders(venue, Provider)
  },
})
