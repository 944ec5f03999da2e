import { COST_STEPS } from '#features/stock/on-hand/average-cost.rules.ts'
import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'

/**
 * What a pack costs in minor units: as it is listed, or by what a unit cost when it came last; null where nobody knows.
 * @param lastCost of a unit, in ten-thousandths of a minor unit
 */
export const packCostOf = ({ packCost, packSize }: { packCost: number | null; packSize: number | null }, lastCost: number | null): number | null => {
  if (packCost !== null) return packCost
  return lastCost === null || packSize === null ? null : Math.round((lastCost / COST_STEPS) * (packSize / QUANTITY_STEPS))
}
