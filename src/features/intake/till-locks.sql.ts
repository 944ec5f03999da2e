import { rollupLock } from '#features/sums/rollup-lock.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { lockNumber } from '#platform/database/lock-number.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

/**
 * One writer at a time for each till, so that a void and its sale cannot pass each other unseen; many tills of a location
 * at once, but none while its rollup is being rebuilt. Plans are kept, since planning would be almost half of a single
 * sale's work; only index look-ups are let into them, or a plan from when the tables were empty would go on walking them.
 * On Citus none is kept: the plan itself says which worker is asked, and that follows from the venue's number.
 */
export const lockTills = async (scope: VenueScope, locationId: number, terminals: readonly string[]): Promise<void> => {
  const { sql, venueId } = scope
  const tills = [...new Set(terminals.map((terminal) => lockNumber(`till ${venueId} ${locationId} ${terminal}`)))].sort((a, b) =>
    BigInt(a) < BigInt(b) ? -1 : 1,
  )
  await sql`
    select set_config('plan_cache_mode', case when current_setting('citus.version', true) is null then 'force_generic_plan' else 'auto' end, true),
      set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), pg_advisory_xact_lock_shared(${rollupLock(scope, locationId)}::bigint),
      (select count(pg_advisory_xact_lock(till)) from unnest(${numbers(tills)}::bigint[]) as till)`
}
