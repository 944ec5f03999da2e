import { SUM } from '#features/reports/kit/figures.rules.ts'
import { piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import { type Specs, usesOn } from '#features/stock/spec.rules.ts'
import { isChangingOver, usesOver } from '#features/stock/use.rules.ts'
import { itemSalesEach } from '#features/sums/reading/item-sales.sql.ts'
import { eachProductDay, wastedOver } from '#features/sums/reading/product-days.sql.ts'
import { addSold } from '#features/sums/reading/product-sums.sql.ts'
import { noneSold } from '#features/sums/reading/sold.rules.ts'
import { RUN, RUN_COUNT } from '#features/sums/running-totals.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber, daysIn } from '#shared/day.ts'

/** A product that took of a stock item: how many of it in ten-thousandths, and whether they were sold or wasted at the till. */
export interface Taker {
  productId: number
  qty: number
  isWasted: boolean
}

/** Takes what a product took of a stock item at a location: quantity × what a sale takes, in ten-thousandths × millionths of a unit. */
export type Take = (locationId: number, stockId: number, use: number, taker: Taker) => void

/** Longer spans are read from cumulative sums, which tell products but no days. */
const MOST_SINGLE_DAYS = 28

/**
 * What sales and wastage at the till took from stock on whole days. What cannot be told in units, since a volume is missing, is left out.
 * @param of stock items that alone are asked about; what is taken of others may come with them
 */
export const usedOver = async (
  scope: VenueScope,
  specs: Specs,
  locationIds: readonly number[],
  span: Span,
  take: Take,
  of?: ReadonlySet<number>,
): Promise<void> => {
  if (locationIds.length === 0 || span.from > span.to) return
  const uses = usesOver(specs, span.from, span.to)
  const add = (locationId: number, productId: number, day: number, qty: number, isWasted: boolean) => {
    for (const { productId: stockId, perSale } of uses(productId, day))
      if (perSale !== null) take(locationId, stockId, qty * perSale, { productId, qty, isWasted })
  }
  if (daysIn(span.from, span.to) <= MOST_SINGLE_DAYS) return eachProductDay(scope, locationIds, span, add)
  const isChanging = (productId: number) => isChangingOver(specs, productId, span.from, span.to)
  const isOfItems = (productId: number) => isChanging(productId) || usesOn(specs, productId, span.from).some((use) => of?.has(use.productId))
  const products = of ? [...new Set([...of, ...specs.keys()])].filter(isOfItems) : await productIdsOf(scope)
  const changing = products.filter(isChanging)
  const whole = new Set(changing)
  const same = products.filter((productId) => !whole.has(productId))
  const first = dayNumber(span.from)
  await addTotals(scope, locationIds, span, same, (locationId, productId, qty) => add(locationId, productId, first, qty, false))
  for (const { locationId, productId, day, sums } of await itemSalesEach(scope, { locationIds }, changing, piecesOf(span, 'day'), true))
    add(locationId, productId, dayNumber(day ?? span.from), sums[SUM.qty] ?? 0, false)
  for (const { locationId, productId, day, qty } of await wastedOver(scope, locationIds, span)) add(locationId, productId, dayNumber(day), qty, true)
}

/** Adds what products sold over a span, from cumulative sums. */
const addTotals = async (
  scope: VenueScope,
  locationIds: readonly number[],
  span: Span,
  products: readonly number[],
  add: (locationId: number, productId: number, qty: number) => void,
): Promise<void> => {
  // Cumulative sums lie in the order of their products.
  const keys = Float64Array.from(products).sort()
  const sold = noneSold(locationIds, keys)
  await addSold(scope, { locationIds, weekdays: undefined }, span, sold)
  for (const [locationId, { sums }] of sold) {
    for (const [i, productId] of keys.entries()) {
      const qty = sums[i * RUN_COUNT + RUN.qty] as number
      if (qty !== 0) add(locationId, productId, qty)
    }
  }
}

const productIdsOf = async ({ sql, venueId }: VenueScope): Promise<number[]> => {
  const rows = await sql<{ id: number }[]>`select product_id as id from product where venue_id = ${venueId} order by product_id`
  return rows.map(({ id }) => id)
}
