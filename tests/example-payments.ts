import { workInVenue } from '#platform/access/venue-work.ts'
import type { StartedApp } from './start-app.ts'

let made = 0
const AT = new Date('2026-11-13T01:00:00Z')

/** A card payment at a location that moved money, by a link of the venue that ended since; for one use. @returns the provider's name of it */
export const somePayment = (app: StartedApp, venueId = 1, at?: number): Promise<string> =>
  workInVenue(app.database, venueId, new Date(), async ({ sql, locations }) => {
    const name = `${process.pid}x${made++}`
    const linkId = 7_000_000_000 + made
    const locationId = at ?? locations[0]?.locationId ?? 0
    await sql`
      insert into link (venue_id, link_id, provider, location_id, status, account_id, is_live, linked_at, ended_at)
      values (${venueId}, ${linkId}::bigint, 'Stripe', ${locationId}, 'revoked', ${`acct_${name}`}, false, ${AT}, ${AT}) returning 1`
    await sql`
      insert into payment (venue_id, provider, payment_id, link_id, location_id, created_at, business_date, currency, amount, status, is_captured, is_disputed)
      values (${venueId}, 'Stripe', ${`ch_${name}`}, ${linkId}::bigint, ${locationId}, ${AT}, '2026-11-13', 'AUD', 4321, 'succeeded', true, false) returning 1`
    await sql`
      insert into payment_entry (venue_id, provider, entry_id, link_id, location_id, kind, provider_type, created_at, business_date, available_at, currency, amount, fee,
        our_fee, net, payment_id)
      values (${venueId}, 'Stripe', ${`txn_${name}`}, ${linkId}::bigint, ${locationId}, 'charge', 'charge', ${AT}, '2026-11-13', ${AT}, 'AUD', 4321, 100, 0, 4221,
        ${`ch_${name}`}) returning 1`
    return `ch_${name}`
  })
