import { isUse } from '#features/loyalty/card-use.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { addDays } from '#shared/day.ts'
import { decimalsOf } from '#shared/money.ts'
import { LOOK_BACK_DAYS } from './fraud-rules.rules.ts'

export type Fragment = Query<readonly unknown[]>

/** The days that are looked at, and where. */
export interface Asked {
  from: string
  to: string
  locationIds: readonly number[]
}

/**
 * `places` and `uses` as parts of a statement: each location with the minor units of its money, and every use of a card there in the range and
 * the 30 days before it. A use is a sale that gave or took points and was not taken back since. A member's earlier cards count as the member's.
 */
export const usesIn = (scope: VenueScope, { from, to, locationIds }: Asked): Fragment => {
  const { sql, venueId } = scope
  const chosen = scope.locations.filter(({ locationId }) => locationIds.includes(locationId))
  const units = chosen.map(({ currency }) => 10 ** decimalsOf(currency))
  return sql`
    places as (select * from unnest(${numbers(chosen.map(({ locationId }) => locationId))}::int[], ${numbers(units)}::int[]) as p(location_id, unit)),
    uses as materialized (
      select m.movement_id as id, c.member_id as card, m.location_id, m.business_date as day, m.at, s.local_hour % 100 as hour, s.clerk_key, s.total, s.receipt, s.revision,
        s.terminal_key, s.points_accrued as accrued, s.points_redeemed as redeemed
      from loyalty_movement m join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id and s.location_id = any(${locationIds as number[]}::int[])
          and s.business_date between ${addDays(from, 1 - LOOK_BACK_DAYS)} and ${to}
        join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id
      where m.venue_id = ${venueId} and m.sale_id is not null and m.location_id = any(${locationIds as number[]}::int[])
        and m.business_date between ${addDays(from, 1 - LOOK_BACK_DAYS)} and ${to} and ${isUse(scope)})`
}
