import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import type { KeptBuyer, SentBuyer } from './buyers.contract.ts'

/** The venue's licensed buyers, by name. */
export const buyersOf = async ({ sql, venueId }: VenueScope): Promise<KeptBuyer[]> =>
  sql<KeptBuyer[]>`
    select buyer_id::text as "BuyerId", name as "Name", licence as "Licence", state as "State", postcode as "Postcode", card_number as "CardNumber"
    from licensed_buyer where venue_id = ${venueId} order by name, buyer_id`

/** Keeps others from changing the venue's licensed buyers until this transaction ends. */
export const lockBuyers = async ({ sql, venueId }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`licensed buyers ${venueId}`}, 0))`
}

/** Stores a buyer, judged before. */
export const storeBuyer = async ({ sql, venueId }: VenueScope, buyer: SentBuyer, buyerId = newFactId()): Promise<string> => {
  await sql`
    insert into licensed_buyer (venue_id, buyer_id, name, licence, postcode, state, card_number)
    values (${venueId}, ${buyerId}::bigint, ${buyer.Name}, ${buyer.Licence}, ${buyer.Postcode}, ${buyer.State}, ${buyer.CardNumber})
    on conflict (venue_id, buyer_id) do update set name = excluded.name, licence = excluded.licence, postcode = excluded.postcode, state = excluded.state,
      card_number = excluded.card_number`
  return buyerId
}

export const removeBuyer = async ({ sql, venueId }: VenueScope, buyerId: string): Promise<void> => {
  await sql`delete from licensed_buyer where venue_id = ${venueId} and buyer_id = ${buyerId}::bigint`
}
