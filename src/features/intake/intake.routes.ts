import type { VenueScope } from '#platform/access/venue-scope.ts'
import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { intake, MOST_SALES } from './intake.contract.ts'
import type { Status } from './standing.rules.ts'
import type { Outcome } from './store-sales.sql.ts'
import { syncStatus } from './sync-status.sql.ts'
import { takeSalesTogether } from './take-sales.sql.ts'

export const intakeImplementation = implement(intake, {
  sendSales: async ({ venue, body }) => {
    const { BatchId = null, Source, Sales } = body
    if (Sales.length > MOST_SALES) throw failure('TooLarge', { limit: `${MOST_SALES} sales` })
    if (Sales.length === 0) throw fieldFailure('Sales', 'Sales has at least one sale.')
    const locationId = locationOf(venue)
    const source = [Source?.System, Source?.Version].filter(Boolean).join(' ')
    const outcomes = await takeSalesTogether(venue, { locationId, batchId: BatchId, source, sales: Sales, isRemembered: true })
    return { BatchId, Received: Sales.length, ...countsOf(outcomes), Results: outcomes.map((outcome) => resultOf(outcome, Sales[outcome.index])) }
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

const countsOf = (outcomes: readonly Outcome[]) => {
  const count = (...statuses: Status[]) => outcomes.filter(({ status }) => statuses.includes(status)).length
  return { Accepted: count('accepted'), Duplicates: count('duplicate', 'stale'), Replaced: count('replaced'), Rejected: count('rejected', 'conflict') }
}

const resultOf = ({ index, status, errors }: Outcome, sent: unknown) => {
  const id = (sent as { SaleId?: unknown } | null | undefined)?.SaleId
  return {
    Index: index,
    SaleId: typeof id === 'string' ? id.slice(0, 64) : null,
    Status: status,
    Errors: errors.map(({ ErrorCode, FieldName, Message }) => ({ ErrorCode, FieldName, Message })),
  }
}
