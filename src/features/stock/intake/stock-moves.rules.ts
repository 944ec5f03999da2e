import type { MOVEMENT } from '#features/stock/movements.rules.ts'

/** What moved in or out beside sales and purchases. */
export interface StockMove {
  kind: Exclude<(typeof MOVEMENT)[keyof typeof MOVEMENT], typeof MOVEMENT.purchase>
  locationId: number
  productId: number
  /** The trading day at the location. */
  day: string
  /** null: at the opening of its day. */
  at: Date | null
  /** Ten-thousandths of a unit, below zero where it leaves the location. */
  qty: number
  reason: string
  /** The sender's own number of it, which names it for ever at its location; null where it has none. */
  toldId: string | null
  /** Of a transfer: where it went, or where it came from. */
  otherLocationId: number | null
  /** Minor units, of one that takes another back; left out, it is worth the average cost of its place and moment. */
  cost?: number
}

/** Whether two movements under one number say the same. */
export const isSameMove = (one: StockMove, other: StockMove): boolean =>
  (['kind', 'productId', 'day', 'qty', 'reason', 'otherLocationId'] as const).every((field) => one[field] === other[field]) &&
  (one.at?.getTime() ?? null) === (other.at?.getTime() ?? null)

/** Minor units for a quantity at a cost of a unit in ten-thousandths of one; 0 where no cost is known. */
export const costOfMove = (qty: number, unitCost: number | null): number => (unitCost === null ? 0 : Math.round((qty * unitCost) / 100_000_000) + 0)
