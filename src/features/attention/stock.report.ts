import { todayOf } from '#features/reports/kit/clocks.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import type { Odd } from './attention.contract.ts'
import { keyOf } from './attention.rules.ts'
import type { PlaceNow } from './place-now.rules.ts'
import { runningOut } from './stock-out.sql.ts'

const STEPS = 10_000

/** By location: what runs out before more of it comes, those first that run out first. */
export const stockRunningOut = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<Odd[]> => {
  const today = todayOf(scope, places)
  return (await runningOut(scope, places, today)).map(({ locationId, products, first }) => ({
    Kind: 'StockOut',
    Key: keyOf('StockOut', locationId, first[0]?.productId ?? 0, first[0]?.since ?? today),
    LocationId: locationId,
    Products: products,
    First: first.map(({ plu, name, unit, onHand, perDay, leadDays }) => ({
      Plu: plu,
      Name: name,
      Unit: unit,
      OnHand: Math.round(onHand) / STEPS,
      RunsOutOn: addDays(today, Math.floor(onHand / perDay)),
      LeadDays: leadDays,
    })),
  }))
}
