import { clocksOf } from '#features/reports/kit/clocks.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { Specs } from '#features/stock/spec.rules.ts'
import { readSpecs } from '#features/stock/specs.sql.ts'
import { usesOver } from '#features/stock/use.rules.ts'
import { productDaysByPlace, soldAfter } from '#features/sums/reading/product-days.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, dayNumber, daysIn } from '#shared/day.ts'
import { readLatest } from './latest.sql.ts'
import { eachMoved } from './moved.sql.ts'
import { newProductsOf } from './new-products.sql.ts'
import type { Count, Latest } from './stock-facts.rules.ts'
import { type StockItem, StockItems } from './stock-items.rules.ts'
import { tradingDaysOf } from './trading-days.sql.ts'
import { usedOver } from './used.sql.ts'

/** The stock of some locations as it is now, with how it came about over the last days that are over. */
export interface StockNow {
  /** The days the rate is made of: whole ones, the last of them yesterday. */
  window: Span
  /** The latest trading day any of the locations is in. */
  today: string
  specs: Specs
  /** The items of one location after the other, made as they are walked, and so once: what one location has is worked out while the database adds up the next. */
  byPlace: AsyncIterable<Iterable<StockItem>>
  /** Products that sell by the glass of an item whose volume nobody told: what they took cannot be told. Known when the items were walked. */
  unknown: ReadonlySet<number>
}

/**
 * The days a rate is made of, and the latest trading day any of the locations is in.
 * @param days how many
 */
const rateWindow = (scope: VenueScope, places: readonly ScopeLocation[], days: number): Pick<StockNow, 'window' | 'today'> => {
  const todays = clocksOf(scope, places).map(({ day }) => day)
  const today = todays.reduce((latest, day) => (day > latest ? day : latest), todays[0] ?? scope.now.toISOString().slice(0, 10))
  const yesterday = addDays(
    todays.reduce((first, day) => (day < first ? day : first), today),
    -1,
  )
  return { window: { from: addDays(yesterday, 1 - days), to: yesterday }, today }
}

/**
 * What is on hand of every product that was counted, delivered or used at these locations.
 * @param days how many days the rate is made of
 */
export const stockNow = async (scope: VenueScope, places: readonly ScopeLocation[], days: number): Promise<StockNow> => {
  const locationIds = places.map(({ locationId }) => locationId)
  const { window, today } = rateWindow(scope, places, days)
  const items = new StockItems(window.from, daysIn(window.from, today))
  const first = dayNumber(window.from)
  const span = { from: window.from, to: today }
  const unknown = new Set<number>()
  const latestAsked = readLatest(scope, locationIds)
  // All is asked at once, so that the database works on one answer while another is read.
  const [specs, latest, traded, fresh, afterCounts, , sold] = await Promise.all([
    readSpecs(scope),
    latestAsked,
    tradingDaysOf(scope, locationIds, span),
    newProductsOf(scope, window.from),
    latestAsked.then((all) => soldAfter(scope, countsOf(all))),
    eachMoved(scope, locationIds, window.from, (locationId, productId, day, moved) => items.addMoved(locationId, productId, day - first, moved)),
    productDaysByPlace(scope, locationIds, span),
  ])
  for (const one of latest) items.of(one.locationId, one.productId).latest = one
  for (const { locationId, day, at, productId, qty } of afterCounts) {
    for (const { productId: stockId, perSale } of usesOver(specs, day, day)(productId, dayNumber(day)))
      if (perSale !== null) items.addUsedAfterCount(locationId, stockId, at, qty * perSale)
  }
  await addUsedBetween(scope, specs, countsOf(latest), window.from, items)
  const takenOf = usesOver(specs, span.from, span.to)
  const walk = async function* (): AsyncGenerator<Iterable<StockItem>, void> {
    for (const { locationId, days: daysSold } of sold) {
      const eachDay = await daysSold
      eachDay((productId, day, qty, isWasted) => {
        for (const { productId: stockId, perSale } of takenOf(productId, day)) {
          if (perSale === null) unknown.add(productId)
          else if (isWasted) items.addWasted(locationId, stockId, day - first, qty * perSale)
          else items.addUsed(locationId, stockId, day - first, qty * perSale)
        }
      })
      yield items.finishedAt(locationId, traded.get(locationId) ?? new Set(), window, fresh)
    }
  }
  return { window, today, specs, byPlace: walk(), unknown }
}

/** The latest counts, each once. */
const countsOf = (latest: readonly Latest[]): Count[] => {
  const counts = new Set<Count>()
  for (const { count } of latest) if (count) counts.add(count)
  return [...counts]
}

/** What sales and wastage at the till took on the days between each count and the window. */
const addUsedBetween = async (scope: VenueScope, specs: Specs, counts: readonly Count[], windowFrom: string, items: StockItems): Promise<void> => {
  const days = new Map<string, Set<number>>()
  const dayBefore = addDays(windowFrom, -1)
  for (const { locationId, day } of counts) if (day < dayBefore) days.set(day, (days.get(day) ?? new Set()).add(locationId))
  for (const [day, locationIds] of days) {
    const between = { from: addDays(day, 1), to: dayBefore }
    await usedOver(scope, specs, [...locationIds], between, (locationId, stockId, use) => items.addUsedBetween(locationId, stockId, day, use))
  }
}
