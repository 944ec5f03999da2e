import type { Specs } from '#features/stock/spec.rules.ts'
import { usesOver } from '#features/stock/use.rules.ts'
import { type PlaceMoment, soldAfter } from '#features/sums/reading/product-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, dayNumber } from '#shared/day.ts'
import { type Take, usedOver } from './used.sql.ts'

/**
 * What sales and wastage at the till took at a location between two moments, two counts as a rule: the days after the first, with what the first day had after it, without what the last day had
 * after the second.
 */
export const usedBetween = async (scope: VenueScope, specs: Specs, from: PlaceMoment, to: PlaceMoment, take: Take): Promise<void> => {
  await usedOver(scope, specs, [from.locationId], { from: addDays(from.day, 1), to: to.day }, take)
  for (const [moment, sign] of [[from, 1] as const, [to, -1] as const])
    for (const { productId, day, qty, isWasted } of await soldAfter(scope, [moment]))
      for (const use of usesOver(specs, day, day)(productId, dayNumber(day)))
        if (use.perSale !== null) take(from.locationId, use.productId, sign * qty * use.perSale, { productId, qty: sign * qty, isWasted })
}
