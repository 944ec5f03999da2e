import type { Take } from '#features/stock/on-hand/used.sql.ts'
import { usedBetween } from '#features/stock/on-hand/used-between.report.ts'
import type { Specs } from '#features/stock/spec.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { CountedBetween } from './variance.rules.ts'

/** Takes what sales and wastage at the till took of each product between its two counts. Products of a location counted at the same two moments are asked for together. */
export const eachUse = async (scope: VenueScope, specs: Specs, counted: readonly CountedBetween[], take: Take): Promise<void> => {
  const groups = new Map<string, { first: CountedBetween; products: Set<number> }>()
  for (const one of counted) {
    const key = `${one.locationId} ${one.openingDay} ${one.openingAt.getTime()} ${one.closingDay} ${one.closingAt.getTime()}`
    const group = groups.get(key) ?? { first: one, products: new Set<number>() }
    groups.set(key, { ...group, products: group.products.add(one.productId) })
  }
  for (const { first, products } of groups.values()) {
    const { locationId } = first
    const [from, to] = [
      { locationId, day: first.openingDay, at: first.openingAt },
      { locationId, day: first.closingDay, at: first.closingAt },
    ]
    await usedBetween(scope, specs, from, to, (_, stockId, use, taker) => {
      if (products.has(stockId)) take(locationId, stockId, use, taker)
    })
  }
}
