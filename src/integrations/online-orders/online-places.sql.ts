import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'

/** A place of a provider and where its orders go. */
export interface OnlinePlace {
  accountId: string
  placeId: string
  name: string
  locationId: number | null
}

/** The places of a provider, those that nobody mapped first. */
export const onlinePlaces = async ({ sql, venueId }: VenueScope, provider: string): Promise<OnlinePlace[]> => sql<OnlinePlace[]>`
  select account_id as "accountId", place_id as "placeId", name, location_id as "locationId" from online_place
  where venue_id = ${venueId} and provider = ${provider} order by location_id nulls first, name, account_id, place_id`

/** Keeps the places that a provider tells of by their names; where they are mapped to stays. A new one may come mapped. */
export const keepPlaces = async ({ sql, venueId }: VenueScope, provider: string, places: readonly OnlinePlace[]): Promise<void> => {
  if (places.length === 0) return
  await sql`
    insert into online_place (venue_id, provider, account_id, place_id, name, location_id)
    select ${venueId}, ${provider}, u.account, u.place, u.name, nullif(u.location, 0) from unnest(${texts(places.map(({ accountId }) => accountId))}::text[],
      ${texts(places.map(({ placeId }) => placeId))}::text[], ${texts(places.map(({ name }) => name))}::text[],
      ${numbers(places.map(({ locationId }) => locationId ?? 0))}::int[]) as u(account, place, name, location)
    order by u.account, u.place
    on conflict (venue_id, provider, account_id, place_id) do update set name = excluded.name returning 1`
}

/** Erases an account's orders that became no sale, what its provider sent about the others, and its places. Returns whether there was anything. */
export const eraseOrdersOf = async ({ sql, venueId }: VenueScope, provider: string, accountId: string): Promise<boolean> => {
  const theirs = sql`venue_id = ${venueId} and provider = ${provider} and account_id = ${accountId}`
  const orders = await sql`delete from online_order where ${theirs} and stored = '[]' returning 1`
  const sent = await sql`
    update online_order set told = null, reasons = '[]', customer_id = null
    where ${theirs} and (told is not null or reasons <> '[]' or customer_id is not null) returning 1`
  const places = await sql`delete from online_place where ${theirs} returning 1`
  return orders.length + sent.length + places.length > 0
}

/** Somebody said where the orders of a place go. Orders taken in before stay where they are, until they change. @returns whether there is such a place */
export const mapPlace = async (venue: VenueScope, provider: string, { accountId, placeId, locationId }: Omit<OnlinePlace, 'name'>): Promise<boolean> => {
  const { sql, venueId } = venue
  const [mapped] = await sql<{ name: string }[]>`
    update online_place set location_id = ${locationId} where venue_id = ${venueId} and provider = ${provider} and account_id = ${accountId}
      and place_id = ${placeId} returning name`
  if (mapped) await venue.audit({ action: 'online.mapped', subject: provider, detail: { Place: mapped.name, LocationId: locationId } })
  return mapped !== undefined
}
