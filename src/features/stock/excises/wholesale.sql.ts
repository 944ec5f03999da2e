import { counted, type Fragment } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { WholesaleFact } from './liquor-return.rules.ts'

interface Asked {
  locationIds: readonly number[]
  from: string
  to: string
}

/** Rows of sales of the locations and days asked for. */
const within = ({ sql, venueId }: VenueScope, { locationIds, from, to }: Asked): Fragment => sql`
  s.venue_id = ${venueId} and s.location_id = any(${numbers(locationIds)}::int[]) and s.business_date between ${from} and ${to}`

/**
 * Refunds that name a receipt that is there, and the entries that take such refunds back, with the card of that receipt: a till may refund without
 * the card. A receipt of the same till comes before one of another.
 */
const refundsOfReceipts = (scope: VenueScope, asked: Asked): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select s.sale_id, s.business_date, o.card_number as card
    from sale s
    join sale r on r.venue_id = ${venueId} and r.sale_id = case s.kind when 5 then s.counter_of else s.sale_id end and r.kind = 2 and r.original_receipt is not null
    cross join lateral (
      select o.card_number from sale o
      where o.venue_id = ${venueId} and o.location_id = r.location_id and o.receipt = r.original_receipt and o.kind = 1
      order by o.terminal_key <> r.terminal_key, o.revision desc, o.sale_id desc limit 1) o
    where ${within(scope, asked)} and s.kind in (2, 5)`
}

/** The cards that something was rung up on or refunded of, as tills wrote their numbers. */
export const cardsUsed = async (scope: VenueScope, asked: Asked): Promise<string[]> => {
  const { sql } = scope
  const rows = await sql<{ card: string }[]>`
    select s.card_number as card from sale s where ${within(scope, asked)} and s.card_number is not null
    union select f.card from (${refundsOfReceipts(scope, asked)}) f where f.card is not null`
  return rows.map(({ card }) => card)
}

/** What was sold on some cards, less what was refunded of it, by buyer, product and day: how much, and what was taken for it. */
export const soldOnCards = async (scope: VenueScope, cards: readonly { card: string; buyerId: string }[], asked: Asked): Promise<WholesaleFact[]> => {
  const { sql, venueId } = scope
  return sql<WholesaleFact[]>`
    with refunds as materialized (${refundsOfReceipts(scope, asked)}),
    buyer as (select u.card, u.buyer from unnest(${texts(cards.map(({ card }) => card))}::text[], ${texts(cards.map(({ buyerId }) => buyerId))}::bigint[]) as u(card, buyer)),
    taken as (
      select u.buyer, s.sale_id, s.business_date from buyer u
      join sale s on s.card_number = u.card and ${within(scope, asked)} and s.kind in ${counted(scope)}
      where not exists (select from refunds f where f.sale_id = s.sale_id)
      union all
      select u.buyer, f.sale_id, f.business_date from buyer u join refunds f on f.card = u.card)
    select t.buyer::text as "buyerId", l.product_id as "productId", t.business_date as day, sum(l.qty)::bigint as qty, sum(l.amount)::bigint as amount
    from taken t join sale_line l on l.venue_id = ${venueId} and l.sale_id = t.sale_id and l.counts
    group by 1, 2, 3 order by 1, 2, 3`
}
