import { SILENT_AFTER_MINUTES } from '#features/reports/kit/clocks.rules.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { silentTills } from '#features/sums/reading/tills-silent.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'
import type { Odd } from './attention.contract.ts'
import { keyOf, momentKey } from './attention.rules.ts'
import type { PlaceNow } from './place-now.rules.ts'

/** One till of several may well be quiet for a while: it is given twice as long as all of a location together. */
const TILL_SILENT_AFTER_MINUTES = 2 * SILENT_AFTER_MINUTES
const MINUTE_MS = 60_000

/** Locations that send nothing at an hour at which they usually sell, as every report says it of them, and single tills of locations that do send. */
export const silence = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<Odd[]> => {
  const [freshness, tills] = await Promise.all([freshnessOf(scope, places, places), silentTills(scope, places, TILL_SILENT_AFTER_MINUTES)])
  const minutesSince = (at: Date) => Math.floor((scope.now.getTime() - at.getTime()) / MINUTE_MS)
  const silent = freshness.flatMap(({ LocationId, Silent, LastReceivedAt }) => (Silent && LastReceivedAt ? [{ LocationId, At: LastReceivedAt }] : []))
  const locations = silent.map(({ LocationId, At }) => ({
    Kind: 'Silent' as const,
    Key: keyOf('Silent', LocationId, momentKey(At)),
    LocationId,
    At,
    Minutes: minutesSince(new Date(At)),
  }))
  return [
    ...locations.sort((a, b) => b.Minutes - a.Minutes),
    ...tills
      .filter(({ locationId }) => !silent.some(({ LocationId }) => LocationId === locationId))
      .map(({ locationId, code, key, lastAt, since }) => ({
        Kind: 'TillSilent' as const,
        Key: keyOf('TillSilent', locationId, key, momentKey(since)),
        LocationId: locationId,
        TerminalId: code,
        At: lastAt && instantIn(lastAt, places.find((place) => place.locationId === locationId)?.timeZone ?? 'UTC'),
        Minutes: minutesSince(since),
      })),
  ]
}
