import type { ShopBooks } from '#integrations/shopify/shopify-books.fake.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { LinkHouse } from './link-house.ts'
import { forgetSales } from './stored-sums.ts'

/** A shop at Shopify's stand-in. */
export const SHOP = 'harbour-vine.myshopify.com'

/** Forgets all links, online orders and sales. @returns the books of a shop that nobody has linked */
export const freshShop = async (house: LinkHouse, given: { currency?: string; taxesIncluded?: boolean } = {}): Promise<ShopBooks> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  for (const table of [
    'linked_account',
    'webhook_event',
    'link_authorisation',
    'link',
    'online_order',
    'online_place',
    'audit_event',
    'graphile_worker._private_jobs',
  ])
    await sql.unsafe(`delete from ${table}`)
  await forgetSales(sql)
  await sql.end()
  await fetch(`${house.shopify.standIn.url}/__sim/reset`, { method: 'POST' })
  return house.shopify.shop(SHOP, { name: 'Harbour & Vine Online', ...given }).books
}

/** What a venue has sold by its own books, by location and day, in minor units; days of nothing are left out. */
export const soldHere = async (house: LinkHouse, venueId = house.room.venueId): Promise<Record<string, number>> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const rows = await sql<{ place: string; total: number }[]>`
    select location_id || ' ' || business_date as place, sum(total)::float8 as total from sale where venue_id = ${venueId} group by 1 having sum(total) <> 0 order by 1`
  await sql.end()
  return Object.fromEntries(rows.map(({ place, total }) => [place, total]))
}

/** Online orders by their names, with the state they are in and why. */
export const orderStates = async (house: LinkHouse): Promise<Record<string, string>> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const rows = await sql<{ name: string; state: string }[]>`
    select name, state || coalesce(' ' || (reasons -> 0 ->> 'ErrorCode'), '') as state from online_order order by name`
  await sql.end()
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
