import { todayOf } from '#features/reports/kit/clocks.rules.ts'
import { daysUntilOut } from '#features/stock/reorders/suggestion.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import type { Odd } from './attention.contract.ts'
import { keyOf } from './attention.rules.ts'
import type { PlaceNow } from './place-now.rules.ts'
import { type LowProduct, lowProducts } from './stock-out.sql.ts'

const STEPS = 10_000
/** So many products are named. */
const SHOWN = 5
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** By location: what runs out before more of it comes, what runs out first first. */
export const stockRunningOut = async (scope: VenueScope, places: readonly PlaceNow[]): Promise<Odd[]> => {
  const today = todayOf(scope, places)
  const low = (await lowProducts(scope, places, today)).flatMap((product) => {
    const weekdays = WEEKDAYS.map((weekday) => product.weekdays[weekday] ?? 0)
    const days = daysUntilOut({ onHand: product.onHand, weekdays }, today, product.daysToWait)
    return days === null ? [] : [{ product, runsOutOn: addDays(today, days) }]
  })
  low.sort((a, b) => a.runsOutOn.localeCompare(b.runsOutOn) || a.product.plu.localeCompare(b.product.plu))
  return places.flatMap(({ locationId }) => {
    const own = low.filter(({ product }) => product.locationId === locationId)
    return own.length > 0 ? [running(locationId, own)] : []
  })
}

const running = (LocationId: number, low: readonly { product: LowProduct; runsOutOn: string }[]): Odd => ({
  Kind: 'StockOut',
  Key: keyOf('StockOut', LocationId, low[0]?.product.productId ?? 0, low[0]?.product.since ?? ''),
  LocationId,
  Products: low.length,
  First: low.slice(0, SHOWN).map(({ product: { plu, name, unit, onHand, daysToWait }, runsOutOn }) => ({
    Plu: plu,
    Name: name,
    Unit: unit,
    OnHand: onHand / STEPS,
    RunsOutOn: runsOutOn,
    LeadDays: daysToWait,
  })),
})
