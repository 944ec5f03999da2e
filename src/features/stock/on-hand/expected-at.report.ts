import { readSpecs } from '#features/stock/specs.sql.ts'
import { usedSteps } from '#features/stock/use.rules.ts'
import type { PlaceMoment } from '#features/sums/reading/product-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { averageCostOf } from './average-cost.rules.ts'
import { countsBefore, movedBetween } from './earlier-counts.sql.ts'
import { readLatest } from './latest.sql.ts'
import { usedBetween } from './used-between.report.ts'

/** What should be there of a product when it is counted. */
export interface Expected {
  /** Ten-thousandths of a unit; null where it was not counted before. */
  qty: number | null
  /** Of a unit, in ten-thousandths of a minor unit; null where no cost is known. */
  averageCost: number | null
}

/**
 * What should be there of some products at a moment, by the count before it, what moved since and what sales took.
 * @param moment where and when they are counted, with the trading day it lies on
 */
export const expectedAt = async (scope: VenueScope, moment: PlaceMoment, productIds: readonly number[]): Promise<Map<number, Expected>> => {
  const { locationId } = moment
  const specs = await readSpecs(scope)
  const [counts, moved, latest] = await Promise.all([
    countsBefore(scope, moment, productIds),
    movedBetween(scope, moment, productIds),
    readLatest(scope, [locationId], productIds),
  ])
  const uses = new Map<number, number>()
  const take = (productId: number, use: number) => uses.set(productId, (uses.get(productId) ?? 0) + use)
  const groups = new Map<string, { count: PlaceMoment; products: Set<number> }>()
  for (const { productId, day, at } of counts) {
    const group = groups.get(`${at.getTime()} ${day}`) ?? { count: { locationId, day, at }, products: new Set<number>() }
    groups.set(`${at.getTime()} ${day}`, { ...group, products: group.products.add(productId) })
  }
  for (const { count, products } of groups.values()) {
    await usedBetween(scope, specs, count, moment, (_, stockId, use) => {
      if (products.has(stockId)) take(stockId, use)
    })
  }
  const expected = new Map<number, Expected>()
  const [countOf, latestOf] = [byProduct(counts), byProduct(latest)]
  for (const productId of productIds) {
    const count = countOf.get(productId)
    const averageCost = averageCostOf(latestOf.get(productId))
    expected.set(productId, { qty: count ? count.qty + (moved.get(productId) ?? 0) - usedSteps(uses.get(productId) ?? 0) : null, averageCost })
  }
  return expected
}

const byProduct = <T extends { productId: number }>(all: readonly T[]): Map<number, T> => new Map(all.map((one) => [one.productId, one]))
