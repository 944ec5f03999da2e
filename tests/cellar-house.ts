import { keepSinceCounts } from '#features/stock/intake/stock-latest.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { tradingMoment } from '#shared/day.ts'

/** Something that happened to stock: a product sold or wasted at the till, a movement of a stock item, or a count of it. Quantities in ten-thousandths. */
export interface CellarFact {
  kind: 'sale' | 'waste' | 'move' | 'count'
  plu: string
  at: string
  qty: number
}

/** What a product is, as a row of product_spec. */
interface SpecRow {
  plu: string
  volume: number | null
  stocked: boolean
  parts: { product: string; volume: number; loss?: number }[]
}

export const keg = (plu = 'keg', litres = 49.5): SpecRow => ({ plu, volume: litres * 1_000_000, stocked: true, parts: [] })
export const schooner = (plu: string, millilitres: number, from = 'keg', loss = 0): SpecRow => ({
  plu,
  volume: null,
  stocked: false,
  parts: [{ product: from, volume: millilitres * 1000, loss }],
})

/** Products by their PLUs, after those that are not there yet were made. */
export const nameProducts = async ({ sql, venueId }: VenueScope, plus: readonly string[]): Promise<Map<string, number>> => {
  if (plus.length > 0)
    await sql`
      insert into product_class (venue_id, sales_group, department, product_group, category) values (${venueId}, 'Beverage', 'Bar', 'Cellar', '')
      on conflict (venue_id, sales_group, department, product_group, category) do nothing`
  for (const plu of plus)
    await sql`
      insert into product (venue_id, plu, name, class_id)
      select ${venueId}, ${plu}, ${plu}, class_id from product_class where venue_id = ${venueId} and product_group = 'Cellar'
      on conflict (venue_id, plu) do nothing returning 1`
  const rows = await sql<{ id: number; plu: string }[]>`select product_id as id, plu from product where venue_id = ${venueId}`
  return new Map(rows.map(({ id, plu }) => [plu, id]))
}

/** Writes specs, movements and counts of a location as they are kept, one after the other in the order given. Products have to be there. */
export const storeCellarFacts = async (scope: VenueScope, locationId: number, facts: readonly CellarFact[], specs: readonly SpecRow[]): Promise<void> => {
  const { sql, venueId } = scope
  const place = scope.locations.find((one) => one.locationId === locationId)
  if (!place) throw new Error(`There is no location ${locationId}.`)
  const ids = await nameProducts(scope, [])
  const idOf = (plu: string): number => {
    const id = ids.get(plu)
    if (id === undefined) throw new Error(`There is no product ${plu}.`)
    return id
  }
  for (const { plu, volume, stocked, parts } of specs) {
    const told = parts.map(({ product, ...part }) => ({ product: idOf(product), ...part }))
    await sql`
      insert into product_spec (venue_id, product_id, from_day, stocked, volume, parts)
      values (${venueId}, ${idOf(plu)}, '2000-01-01', ${stocked}, ${volume}, ${sql.json(told as never)})`
  }
  for (const { kind, plu, at, qty } of facts) {
    const { day } = tradingMoment(new Date(at), place.timeZone, place.dayStart)
    if (kind === 'move')
      await sql`
        insert into stock_movement (venue_id, movement_id, location_id, product_id, day, kind, qty, cost, at)
        values (${venueId}, ${newFactId()}, ${locationId}, ${idOf(plu)}, ${day}, 4, ${qty}, 0, ${at})`
    if (kind === 'count') await storeCount(scope, { locationId, productId: idOf(plu), at, day, qty })
  }
  await keepSinceCounts(
    scope,
    facts.filter(({ kind }) => kind === 'move' || kind === 'count').map(({ plu }) => ({ locationId, productId: idOf(plu) })),
  )
}

const storeCount = async (
  { sql, venueId }: VenueScope,
  { locationId, productId, at, day, qty }: { locationId: number; productId: number; at: string; day: string; qty: number },
): Promise<void> => {
  const countId = newFactId()
  await sql`insert into stock_count (venue_id, count_id, location_id, counted_at, day, source) values (${venueId}, ${countId}, ${locationId}, ${at}, ${day}, 'screen')`
  await sql`insert into stock_count_line (venue_id, count_id, product_id, qty) values (${venueId}, ${countId}, ${productId}, ${qty})`
  await sql`
    insert into stock_latest as k (venue_id, location_id, product_id, count_id, counted_at, counted_day, counted_qty)
    values (${venueId}, ${locationId}, ${productId}, ${countId}, ${at}, ${day}, ${qty})
    on conflict (venue_id, location_id, product_id) do update set count_id = excluded.count_id, counted_at = excluded.counted_at,
      counted_day = excluded.counted_day, counted_qty = excluded.counted_qty
    where k.counted_at is null or (excluded.counted_at, excluded.count_id) > (k.counted_at, k.count_id)`
}
