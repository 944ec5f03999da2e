import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { decimalsOf, whole } from '#shared/money.ts'
import type { Latest } from './stock-facts.rules.ts'

/** Ten-thousandths of a minor unit in one: what unit costs are told in. */
export const COST_STEPS = 10_000

/**
 * The weighted average of what was counted, at its average then, and what was delivered since; the last cost where nothing is left to weigh. In ten-thousandths of a minor
 * unit; null where no cost is known. What was on hand at a delivery plays no part, so it never comes from a negative stock.
 */
export const averageCostOf = (latest: Latest | undefined): number | null => {
  if (!latest) return null
  const { countedQty, countedCost, cameQty, cameCost, lastCost } = latest
  const qty = (countedCost === null ? 0 : countedQty) + cameQty
  const cost = (countedQty * (countedCost ?? 0)) / COST_STEPS / QUANTITY_STEPS + cameCost
  if (qty > 0 && cost >= 0) return Math.round((cost * COST_STEPS * QUANTITY_STEPS) / qty)
  return countedCost ?? lastCost
}

/** What a quantity is worth in minor units; nothing below zero, which is not there to be worth anything. */
export const stockValue = (qty: number, unitCost: number): number => Math.round((Math.max(0, qty) * unitCost) / QUANTITY_STEPS / COST_STEPS)

/** Ten-thousandths of a minor unit as a decimal of the currency, to four more places than it has. */
export const toMajorCost = (steps: number | null | undefined, currency: string): number | null =>
  steps === null || steps === undefined ? null : whole(steps) / (COST_STEPS * 10 ** decimalsOf(currency))
