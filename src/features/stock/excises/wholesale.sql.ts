import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { WholesaleFact } from './liquor-return.rules.ts'

/** What was sold on the cards of licensed buyers, by buyer, product and day: net sales with tax, without surcharges. */
export const wholesaleFacts = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<WholesaleFact[]> =>
  sql<WholesaleFact[]>`
    select b.buyer_id::text as "buyerId", l.product_id as "productId", s.business_date as day, sum(l.qty)::bigint as qty,
      sum(l.gross - l.promotion - l.discount - l.refund)::bigint as net
    from licensed_buyer b
    join sale s on s.venue_id = ${venueId} and s.card_number = b.card_number
    join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
    where b.venue_id = ${venueId} and s.location_id = any(${numbers(locationIds)}::int[]) and s.business_date between ${from} and ${to} and l.counts
    group by 1, 2, 3`
