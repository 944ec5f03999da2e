import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { intake, MOST_SALES } from './intake.contract.ts'
import { countsOf, idIn, resultOf } from './item-results.rules.ts'
import { syncStatus } from './sync-status.sql.ts'
import { takeSalesTogether } from './take-sales.sql.ts'

export const intakeImplementation = implement(intake, {
  sendSales: async ({ venue, body }) => {
    const { BatchId = null, Source, Sales } = body
    if (Sales.length > MOST_SALES) throw failure('TooLarge', { limit: `${MOST_SALES} sales` })
    if (Sales.length === 0) throw fieldFailure('Sales', 'Sales must have at least one sale.')
    const locationId = locationOf(venue)
    const source = [Source?.System, Source?.Version].filter(Boolean).join(' ')
    const outcomes = await takeSalesTogether(venue, { locationId, batchId: BatchId, source, sales: Sales, isRemembered: true })
    return {
      BatchId,
      Received: Sales.length,
      ...countsOf(outcomes),
      Results: outcomes.map((outcome) => ({ Index: outcome.index, SaleId: idIn(Sales[outcome.index], 'SaleId'), ...resultOf(outcome) })),
    }
  },
  syncStatus: ({ venue, query }) => {
    const locationId = locationOf(venue)
    if (query.LocationId !== undefined && query.LocationId !== locationId) throw failure('LocationNotFound')
    return syncStatus(venue, locationId)
  },
})

const locationOf = ({ holder, locations }: VenueScope): number => {
  const [location] = locations
  if (holder.kind !== 'till' || !location) throw failure('LocationNotFound')
  return location.locationId
}
