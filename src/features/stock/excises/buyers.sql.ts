import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure } from '#shared/failure.ts'
import type { BuyersAnswer, SentBuyer } from './buyers.contract.ts'

type Buyer = BuyersAnswer['Buyers'][number]

/** Every licensed buyer of the venue, by name. */
export const buyersOf = async ({ sql, venueId }: VenueScope): Promise<Buyer[]> => sql<Buyer[]>`
  select buyer_id::text as "BuyerId", name as "Name", licence as "Licence", postcode as "Postcode", state as "State", card_number as "CardNumber"
  from licensed_buyer where venue_id = ${venueId} order by name, buyer_id`

/**
 * Keeps a buyer by the number of their card.
 * @throws NotPermitted: buyers are the whole venue's
 */
export const keepBuyer = async (scope: VenueScope, sent: SentBuyer): Promise<Buyer> => {
  const { sql, venueId } = scope
  if (!scope.allLocations) throw failure('NotPermitted')
  const { Name, Licence, Postcode = '', State, CardNumber } = sent
  const [kept] = await sql<Buyer[]>`
    insert into licensed_buyer (venue_id, buyer_id, name, licence, postcode, state, card_number)
    values (${venueId}, ${newFactId()}, ${Name}, ${Licence}, ${Postcode}, ${State}, ${CardNumber})
    on conflict (venue_id, card_number) do update set name = excluded.name, licence = excluded.licence, postcode = excluded.postcode, state = excluded.state
    returning buyer_id::text as "BuyerId", name as "Name", licence as "Licence", postcode as "Postcode", state as "State", card_number as "CardNumber"`
  await scope.audit({ action: 'excise.buyerkept', subject: Name, detail: { Licence } })
  if (!kept) throw failure('NotFound')
  return kept
}

/**
 * Takes a buyer off the list.
 * @throws NotPermitted, NotFound
 */
export const removeBuyer = async (scope: VenueScope, buyerId: string): Promise<void> => {
  const { sql, venueId } = scope
  if (!scope.allLocations) throw failure('NotPermitted')
  const [gone] = await sql<{ name: string; licence: string }[]>`
    delete from licensed_buyer where venue_id = ${venueId} and buyer_id = ${buyerId} returning name, licence`
  if (!gone) throw failure('NotFound')
  await scope.audit({ action: 'excise.buyerremoved', subject: gone.name, detail: { Licence: gone.licence } })
}
