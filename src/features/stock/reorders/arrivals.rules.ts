/** A line of an open order. Quantities in ten-thousandths of a unit. */
export interface OpenLine {
  orderId: string
  productId: number
  madeOn: string
  ordered: number
  arrived: number
}

/** What was delivered of a product on a day. */
export interface Delivery {
  productId: number
  day: string
  qty: number
}

/**
 * Counts deliveries to the open orders they were made for: the oldest first, and none to an order that was made after they came. What is beyond what was ordered counts
 * to none.
 * @param lines by how old their orders are, the oldest first
 * @returns the lines of which more has arrived now
 */
export const countArrivals = (lines: readonly OpenLine[], deliveries: readonly Delivery[]): OpenLine[] => {
  const now = lines.map((line) => ({ ...line }))
  for (const { productId, day, qty } of deliveries) {
    let left = qty
    for (const line of now) {
      if (left <= 0) break
      if (line.productId !== productId || line.madeOn > day) continue
      const taken = Math.min(left, Math.max(0, line.ordered - line.arrived))
      line.arrived += taken
      left -= taken
    }
  }
  return now.filter((line, i) => line.arrived !== lines[i]?.arrived)
}
