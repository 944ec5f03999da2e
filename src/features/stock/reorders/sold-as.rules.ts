import { QUANTITY_STEPS } from '#features/stock/purchases.rules.ts'
import { type Specs, USE_STEPS, usesOn } from '#features/stock/spec.rules.ts'

/** A product that takes part of a stock item: its name, and what one sale takes in millionths of a unit. */
interface Taker {
  name: string
  perSale: number
}

/** Which products take of each stock item on a day. */
export const takersOf = (specs: Specs, products: readonly { productId: number; name: string }[], day: string): Map<number, Taker[]> => {
  const takers = new Map<number, Taker[]>()
  for (const { productId, name } of products)
    for (const { productId: stockId, perSale } of usesOn(specs, productId, day)) {
      if (perSale !== null && perSale !== 0) takers.set(stockId, [...(takers.get(stockId) ?? []), { name, perSale }])
    }
  return takers
}

/**
 * How an item is sold, where that is one product and less than a whole unit: 116 schooners a keg, 93 of them a day.
 * @param perDay ten-thousandths of a stock unit
 */
export const soldAsOf = (takers: readonly Taker[] | undefined, perDay: number): { Name: string; PerUnit: number; PerDay: number } | null => {
  const partial = takers?.filter(({ perSale }) => perSale < USE_STEPS) ?? []
  const [only] = partial
  if (!only || partial.length !== 1) return null
  const perUnit = USE_STEPS / only.perSale
  return { Name: only.name, PerUnit: Math.round(perUnit * 100) / 100, PerDay: Math.round((perDay / QUANTITY_STEPS) * perUnit * 10) / 10 }
}
