import type { StockMove } from '#features/stock/intake/stock-moves.rules.ts'
import { MOVEMENT } from '#features/stock/movements.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { reversalOf } from './reasons.rules.ts'

/** A movement as it is stored, with its product and who entered it. Minor units and ten-thousandths. */
export interface MovementRow extends StockMove {
  movementId: string
  cost: number
  plu: string
  name: string
  source: string
  by: string | null
  enteredAt: Date
  isReversed: boolean
}

const MOST_SHOWN = 200

/** The latest movements of a location beside purchases, or one of them by its id. */
export const movementsAt = async ({ sql, venueId }: VenueScope, locationId: number, movementId?: string): Promise<MovementRow[]> => {
  const before = reversalOf('')
  return sql<MovementRow[]>`
    select m.movement_id::text as "movementId", m.location_id as "locationId", m.product_id as "productId", m.kind, m.day, m.at, m.qty, m.cost, m.reason, m.source,
      m.told_id as "toldId", m.other_location_id as "otherLocationId", m.created_at as "enteredAt", p.plu, p.name,
      (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = m.noted_by limit 1) as by,
      exists (select 1 from stock_movement r where r.venue_id = ${venueId} and r.location_id = ${locationId} and r.told_id = ${before}::text || m.movement_id::text) as "isReversed"
    from stock_movement m join product p on p.venue_id = ${venueId} and p.product_id = m.product_id
    where m.venue_id = ${venueId} and m.location_id = ${locationId} and m.kind <> ${MOVEMENT.purchase}
      and ${movementId === undefined ? sql`true` : sql`m.movement_id = ${movementId}::bigint`}
    order by m.movement_id desc limit ${MOST_SHOWN}`
}
