import type { VenueScope } from '#platform/access/venue-scope.ts'
import { shopSetting } from './shop.rules.ts'

/**
 * The shop of a location, or of the venue: of the open link, else as set in the connections, else of the last link, else of the last sign-in. A location
 * without any takes the venue's setting.
 */
export const shopOfPlace = async ({ sql, venueId }: VenueScope, place: number | null): Promise<string | undefined> => {
  const setting = (name: string) => sql`select value ->> ${name} from venue_setting where venue_id = ${venueId} and section = 'connections'`
  const link = sql`select account_id from link where venue_id = ${venueId} and provider = 'Shopify' and location_id is not distinct from ${place}::int`
  const [known] = await sql<{ shop: string | null }[]>`
    select coalesce(
      (${link} and status in ('connected', 'attention')),
      (${setting(shopSetting(place))}),
      (${link} order by linked_at desc limit 1),
      (select shop from link_authorisation where venue_id = ${venueId} and provider = 'Shopify' and location_id is not distinct from ${place}::int
        and shop is not null order by created_at desc limit 1),
      (${setting(shopSetting(null))})
    ) as shop`
  return known?.shop ?? undefined
}
