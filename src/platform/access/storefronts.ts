import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'

/** From the end of this transaction on, anybody may read the storefront of a location. */
export const openStorefront = async (sql: Transaction, venueId: number, locationId: number): Promise<void> => {
  await sql`insert into storefront (location_id, venue_id) values (${locationId}, ${venueId}) on conflict (location_id) do nothing`
}

/** From the end of this transaction on, nobody may. */
export const closeStorefront = async (sql: Transaction, venueId: number, locationId: number): Promise<void> => {
  await sql`delete from storefront where location_id = ${locationId} and venue_id = ${venueId}`
}

/** The venue whose location has a storefront for anybody; nothing where it has none. */
export const venueOfStorefront = async (house: Statements, locationId: number): Promise<number | undefined> => {
  const [row] = await house<{ venue_id: number }[]>`select venue_id from storefront where location_id = ${locationId}`
  return row?.venue_id
}
