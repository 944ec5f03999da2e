import { counted } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { WholesaleFact } from './liquor-return.rules.ts'

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
}

/** The cards that something was rung up on, as tills wrote their numbers. */
export const cardsUsed = async ({ sql, venueId }: VenueScope, { locationIds, from, to }: Asked): Promise<string[]> => {
  const rows = await sql<{ card: string }[]>`
    select distinct s.card_number as card from sale s
    where s.venue_id = ${venueId} and s.location_id = any(${numbers(locationIds)}::int[]) and s.business_date between ${from} and ${to} and s.card_number is not null`
  return rows.map(({ card }) => card)
}

/** What was sold on some cards, by buyer, product and day: how much, and what was taken for it. */
export const soldOnCards = async (
  scope: VenueScope,
  cards: readonly { card: string; buyerId: string }[],
  { locationIds, from, to }: Asked,
): Promise<WholesaleFact[]> => {
  const { sql, venueId } = scope
  return sql<WholesaleFact[]>`
    select u.buyer::text as "buyerId", l.product_id as "productId", s.business_date as day, sum(l.qty)::bigint as qty, sum(l.amount)::bigint as amount
    from unnest(${texts(cards.map(({ card }) => card))}::text[], ${texts(cards.map(({ buyerId }) => buyerId))}::bigint[]) as u(card, buyer)
    join sale s on s.venue_id = ${venueId} and s.card_number = u.card and s.location_id = any(${numbers(locationIds)}::int[]) and s.business_date between ${from} and ${to}
      and s.kind in ${counted(scope)}
    join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and l.counts
    group by 1, 2, 3 order by 1, 2, 3`
}
