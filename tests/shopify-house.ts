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

/** The tax in what a venue has sold by its own books, in minor units. */
export const taxHere = async (house: LinkHouse, venueId = house.room.venueId): Promise<number> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const [row] = await sql<{ tax: number }[]>`select coalesce(sum(tax), 0)::float8 as tax from sale where venue_id = ${venueId}`
  await sql.end()
  return row?.tax ?? 0
}

/** A sale as its receipt shows it: its sums, its lines, and what was paid, handed over and given as change by each means. */
export const saleShown = async (house: LinkHouse, receipt: string) => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const newest = sql`(select s.* from sale s where s.receipt = ${receipt} and s.counter_of is null order by s.revision desc limit 1)`
  const [sums] = await sql`select gross::int, discount::int, amount::int, tax::int, total::int from ${newest} s`
  const lines = await sql`
    select l.gross::int, l.discount::int, l.amount::int, l.tax::int, (l.qty / 10000)::int as units from sale_line l
    join ${newest} s on l.venue_id = s.venue_id and l.sale_id = s.sale_id order by l.line_no`
  const paid = await sql<{ name: string; tendered: number; change: number; net: number; method: string }[]>`
    select d.name, d.detail ->> 'Method' as method, p.tendered::int, p.change::int, p.net::int from sale_payment p
    join ${newest} s on p.venue_id = s.venue_id and p.sale_id = s.sale_id
    join dimension_key d on d.venue_id = p.venue_id and d.key = p.media_key order by p.payment_no`
  await sql.end()
  return { ...sums, lines: lines.map((line) => ({ ...line })), paid: paid.map((one) => ({ ...one })) }
}

/** Online orders by their names, with the state they are in and why. */
export const orderStates = async (house: LinkHouse): Promise<Record<string, string>> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const rows = await sql<{ name: string; state: string }[]>`
    select name, state || coalesce(' ' || (reasons -> 0 ->> 'ErrorCode'), '') as state from online_order order by name`
  await sql.end()
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}
