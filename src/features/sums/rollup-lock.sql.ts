import type { VenueScope } from '#platform/access/venue-scope.ts'
import { lockNumber } from '#platform/database/lock-number.ts'

/** The advisory lock of a location's rollup: shared by those who add sales, held alone by whoever rebuilds it. */
export const rollupLock = ({ venueId }: VenueScope, locationId: number): string => lockNumber(`rollup ${venueId} ${locationId}`)

/** Waits for those adding sales to a location and keeps others from it until the transaction ends: for rebuilding its rollup. */
export const lockRollup = async (scope: VenueScope, locationId: number): Promise<void> => {
  await scope.sql`select pg_advisory_xact_lock(${rollupLock(scope, locationId)}::bigint)`
}
