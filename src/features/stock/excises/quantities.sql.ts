import { netExTaxOf, SUM } from '#features/reports/kit/figures.rules.ts'
import { piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import { boughtOver } from '#features/stock/purchases/purchase-sums.sql.ts'
import { changesWithin, type Specs } from '#features/stock/spec.rules.ts'
import { isChangingOver } from '#features/stock/use.rules.ts'
import { itemSalesEach } from '#features/sums/reading/item-sales.sql.ts'
import { addSold } from '#features/sums/reading/product-sums.sql.ts'
import { noneSold, wholeOf } from '#features/sums/reading/sold.rules.ts'
import { RUN, RUN_COUNT } from '#features/sums/running-totals.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

/** A quantity of a product in a span, on a day on which it was what it was all the time, in ten-thousandths; and its net sales without tax in minor units. */
export interface Quantity {
  productId: number
  span: number
  day: string
  qty: number
  net: number
}

/**
 * What products sold in each of some spans. Most products are the same on all days of a span; those that change in one are told day by day.
 * @param productIds all products of the venue, ascending
 */
export const soldIn = async (
  scope: VenueScope,
  specs: Specs,
  locationIds: readonly number[],
  spans: readonly Span[],
  productIds: readonly number[],
): Promise<Quantity[]> => {
  const read = await Promise.all(spans.map((span, i) => soldInSpan(scope, specs, locationIds, { ...span, i }, productIds)))
  return read.flat()
}

const soldInSpan = async (
  scope: VenueScope,
  specs: Specs,
  locationIds: readonly number[],
  { i, ...span }: Span & { i: number },
  productIds: readonly number[],
): Promise<Quantity[]> => {
  const changing = new Set(productIds.filter((productId) => isChangingOver(specs, productId, span.from, span.to)))
  const keys = Float64Array.from(productIds.filter((productId) => !changing.has(productId)))
  const sold = noneSold(locationIds, keys)
  const [days] = await Promise.all([
    itemSalesEach(scope, { locationIds }, [...changing], piecesOf(span, 'day'), true),
    addSold(scope, { locationIds, weekdays: undefined }, span, sold),
  ])
  const whole = wholeOf(sold)
  const rows: Quantity[] = []
  for (const [row, productId] of keys.entries()) {
    const at = (sum: keyof typeof RUN) => whole[row * RUN_COUNT + RUN[sum]] as number
    if (at('qty') === 0) continue
    rows.push({
      productId,
      span: i,
      day: span.from,
      qty: at('qty'),
      net: at('gross') - at('promotion') - at('discount') - at('refund') - at('tax') + at('surcharge_tax'),
    })
  }
  for (const { productId, day, sums } of days) {
    rows.push({ productId, span: i, day: day ?? span.from, qty: sums[SUM.qty] ?? 0, net: netExTaxOf(sums) })
  }
  return rows
}

/** What was bought in each of some spans; net is what it cost. Products that change in a span are told by the day they came in. */
export const boughtIn = async (scope: VenueScope, specs: Specs, locationIds: readonly number[], spans: readonly Span[]): Promise<Quantity[]> => {
  const read = await Promise.all(spans.map((span, i) => boughtInSpan(scope, specs, locationIds, { ...span, i })))
  return read.flat()
}

const boughtInSpan = async (scope: VenueScope, specs: Specs, locationIds: readonly number[], { i, ...span }: Span & { i: number }): Promise<Quantity[]> => {
  const bought = await boughtOver(scope, locationIds, span)
  const isChanging = (productId: number) => changesWithin(specs, productId, span.from, span.to).length > 0
  const rows = bought
    .filter(({ productId }) => !isChanging(productId))
    .map(({ productId, qty, cost }): Quantity => ({ productId, span: i, day: span.from, qty, net: cost }))
  const changing = [...new Set(bought.map(({ productId }) => productId).filter(isChanging))]
  const days = changing.length === 0 ? [] : await boughtByDay(scope, locationIds, span, changing)
  return [...rows, ...days.map((day): Quantity => ({ ...day, span: i }))]
}

const boughtByDay = ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span, productIds: readonly number[]) =>
  sql<Omit<Quantity, 'span'>[]>`
    select product_id as "productId", received_on as day, sum(qty)::bigint as qty, sum(cost)::bigint as net from purchase_line
    where venue_id = ${venueId} and product_id = any(${numbers(productIds)}::int[]) and received_on between ${from} and ${to}
      and location_id = any(${numbers(locationIds)}::int[]) group by 1, 2 order by 1, 2`.execute()
