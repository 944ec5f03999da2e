import type { VenueScope } from '#platform/access/venue-scope.ts'

/** The shop of a place as it is known: of the link it has or had last, else the one that was asked for last. */
export const shopOfPlace = async ({ sql, venueId }: VenueScope, place: number | null): Promise<string | undefined> => {
  const [linked] = await sql<{ shop: string }[]>`
    select account_id as shop from link where venue_id = ${venueId} and provider = 'Shopify' and location_id is not distinct from ${place}::int
    order by linked_at desc limit 1`
  if (linked) return linked.shop
  const [asked] = await sql<{ shop: string }[]>`
    select shop from link_authorisation where venue_id = ${venueId} and provider = 'Shopify' and location_id is not distinct from ${place}::int and shop is not null
    order by created_at desc limit 1`
  return asked?.shop
}
