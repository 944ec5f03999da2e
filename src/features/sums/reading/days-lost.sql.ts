import { DIM, GRAIN } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'

/** What a location gave away and threw away on a trading day on which it sold something, in minor units. */
export interface DayLost {
  locationId: number
  day: string
  discounts: number
  /** At cost. */
  wastage: number
}

/** Discounts, as a Sales Summary has them, and wastage, as its breakdown has it, of some days. */
export const daysLost = ({ sql, venueId }: VenueScope, days: readonly { locationId: number; day: string }[]): Promise<DayLost[]> =>
  sql<DayLost[]>`
    select r.location_id as "locationId", r.period as day, coalesce(sum(r.discount) filter (where r.dim = ${DIM.total}), 0)::bigint as discounts,
      coalesce(sum(r.cost) filter (where r.dim = ${DIM.wastage}), 0)::bigint as wastage
    from unnest(${numbers(days.map(({ locationId }) => locationId))}::int[], ${texts(days.map(({ day }) => day))}::date[]) as k(location_id, day)
    join rollup r on r.venue_id = ${venueId} and r.grain = ${GRAIN.day} and r.dim in (${DIM.total}, ${DIM.wastage}) and r.location_id = k.location_id and r.period = k.day
    group by 1, 2 having bool_or(r.dim = ${DIM.total})`.then((rows) => [...rows])
