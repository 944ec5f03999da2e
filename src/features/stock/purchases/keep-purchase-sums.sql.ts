import type { PurchaseFacts } from '#features/stock/purchases.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'

/** Adds lines that were stored now to the sums of their quarter and year. */
export const keepPurchaseSums = async ({ sql, venueId }: VenueScope, supplierId: number, lines: readonly PurchaseFacts[]): Promise<void> => {
  if (lines.length === 0) return
  const all = (field: 'locationId' | 'productId' | 'qty' | 'cost' | 'freight' | 'tax') => numbers(lines.map((line) => line[field]))
  await sql`
    insert into purchase_sum as s (venue_id, grain, period, location_id, product_id, supplier_id, lines, qty, cost, freight, tax, last_received)
    select ${venueId}::int, g.grain, date_trunc(g.grain, w.day)::date, w.location_id, w.product_id, ${supplierId}::int, count(*), sum(w.qty)::bigint, sum(w.cost)::bigint,
      sum(w.freight)::bigint, sum(w.tax)::bigint, max(w.day)
    from unnest(${all('locationId')}::int[], ${all('productId')}::int[], ${texts(lines.map(({ receivedOn }) => receivedOn))}::date[], ${all('qty')}::bigint[],
      ${all('cost')}::bigint[], ${all('freight')}::bigint[], ${all('tax')}::bigint[]) as w(location_id, product_id, day, qty, cost, freight, tax)
    cross join (values ('quarter'), ('year')) as g(grain)
    group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5
    on conflict (venue_id, grain, period, location_id, product_id, supplier_id) do update set lines = s.lines + excluded.lines, qty = s.qty + excluded.qty,
      cost = s.cost + excluded.cost, freight = s.freight + excluded.freight, tax = s.tax + excluded.tax, last_received = greatest(s.last_received, excluded.last_received)
    returning 1`
}
