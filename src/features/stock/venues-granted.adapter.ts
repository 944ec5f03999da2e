import type { Transaction } from '#platform/database/pool.ts'

/** The names of the venues a key is granted at. Venues themselves stand before any wall; what is in them does not. */
export const venuesGranted = async (house: Transaction, venueIds: readonly number[]) => house<{ VenueId: number; Name: string; Currency: string }[]>`
  select venue_id as "VenueId", name as "Name", currency as "Currency" from venue where venue_id = any(${venueIds as number[]}::int[]) order by name, venue_id`
