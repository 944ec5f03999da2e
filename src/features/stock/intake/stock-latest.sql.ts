import { MOVEMENT } from '#features/stock/movements.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { type Pair, pairsOf } from './cellar-pairs.rules.ts'

// Unit costs are ten-thousandths of a minor unit, quantities ten-thousandths of a unit.
const COST_SCALE = 100_000_000
/** What JavaScript can still tell exactly; a ten-thousandth of a unit at the highest cost would be more. */
const MOST_COST = 9_000_000_000_000_000

/** Keeps the latest delivery of products at locations: by day, and of one day the invoice line that is named last, in whatever order they arrived. */
export const keepLatestDeliveries = async ({ sql, venueId }: VenueScope, touched: readonly Pair[]): Promise<void> => {
  const pairs = pairsOf(touched)
  if (pairs.length === 0) return
  await sql`
    insert into stock_latest (venue_id, location_id, product_id, last_received, last_cost)
    select ${venueId}::int, w.location_id, w.product_id, d.received_on, least(round((d.cost + d.freight)::numeric * ${COST_SCALE}::bigint / d.qty), ${MOST_COST}::bigint)::bigint
    from unnest(${numbers(pairs.map(({ locationId }) => locationId))}::int[], ${numbers(pairs.map(({ productId }) => productId))}::int[]) as w(location_id, product_id)
    cross join lateral (
      select l.received_on, l.qty, l.cost, l.freight
      from stock_movement m join purchase_line l on l.venue_id = ${venueId} and l.purchase_id = m.purchase_id
      where m.venue_id = ${venueId} and m.product_id = w.product_id and m.location_id = w.location_id and m.kind = ${MOVEMENT.purchase}::smallint and m.qty > 0
      order by m.day desc, l.supplier_id desc, l.invoice collate "C" desc, l.line collate "C" desc limit 1
    ) as d
    order by w.location_id, w.product_id
    on conflict (venue_id, location_id, product_id) do update set last_received = excluded.last_received, last_cost = excluded.last_cost
    returning 1`
}

/** Keeps a count as the latest of its products, where it is: by the moment it was made at, and of one moment the one committed last. */
export const keepLatestCount = async ({ sql, venueId }: VenueScope, countId: string): Promise<void> => {
  await sql`
    insert into stock_latest as s (venue_id, location_id, product_id, count_id, counted_at, counted_day, counted_qty, average_cost)
    select c.venue_id, c.location_id, l.product_id, c.count_id, c.counted_at, c.day, l.qty, l.average_cost
    from stock_count c join stock_count_line l on l.venue_id = ${venueId} and l.count_id = c.count_id
    where c.venue_id = ${venueId} and c.count_id = ${countId}::bigint order by l.product_id
    on conflict (venue_id, location_id, product_id) do update set count_id = excluded.count_id, counted_at = excluded.counted_at,
      counted_day = excluded.counted_day, counted_qty = excluded.counted_qty, average_cost = excluded.average_cost
    where s.count_id is null or (s.counted_at, s.count_id) < (excluded.counted_at, excluded.count_id)
    returning 1`
}

/** Looks the latest count of products up anew, where a first count came or went. */
export const lookUpLatestCounts = async ({ sql, venueId }: VenueScope, touched: readonly Pair[]): Promise<void> => {
  const pairs = pairsOf(touched)
  if (pairs.length === 0) return
  await sql`
    insert into stock_latest (venue_id, location_id, product_id, count_id, counted_at, counted_day, counted_qty, average_cost)
    select ${venueId}::int, w.location_id, w.product_id, d.count_id, d.counted_at, d.day, d.qty, d.average_cost
    from unnest(${numbers(pairs.map(({ locationId }) => locationId))}::int[], ${numbers(pairs.map(({ productId }) => productId))}::int[]) as w(location_id, product_id)
    left join lateral (
      select c.count_id, c.counted_at, c.day, l.qty, l.average_cost
      from stock_count_line l join stock_count c on c.venue_id = ${venueId} and c.count_id = l.count_id and c.location_id = w.location_id
      where l.venue_id = ${venueId} and l.product_id = w.product_id order by c.counted_at desc, c.count_id desc limit 1
    ) as d on true
    order by w.location_id, w.product_id
    on conflict (venue_id, location_id, product_id) do update set count_id = excluded.count_id, counted_at = excluded.counted_at,
      counted_day = excluded.counted_day, counted_qty = excluded.counted_qty, average_cost = excluded.average_cost
    returning 1`
  await sql`
    delete from stock_latest s using unnest(${numbers(pairs.map(({ locationId }) => locationId))}::int[], ${numbers(pairs.map(({ productId }) => productId))}::int[])
      as w(location_id, product_id)
    where s.venue_id = ${venueId} and s.location_id = w.location_id and s.product_id = w.product_id and s.count_id is null and s.last_received is null`
}

/** So many days after the delivery an invoice may still come in and change the average cost. */
const LATEST_INVOICE_DAYS = 62

/**
 * Adds up anew what moved of products since their latest count, and what came in: cost and quantity of what was entered after that count was committed, whichever day it is of.
 * An invoice that comes after the count it belongs before counts in the period in which it comes. Called wherever movements or counts were stored, after everything else.
 */
export const keepSinceCounts = async ({ sql, venueId }: VenueScope, touched: readonly Pair[]): Promise<void> => {
  const pairs = pairsOf(touched)
  if (pairs.length === 0) return
  const isFirst = sql`(c.count_id is null or c.source = 'first')`
  await sql`
    update stock_latest s set moved = f.moved, came_qty = f.came_qty, came_cost = f.came_cost
    from (
      select k.location_id, k.product_id, m.* from unnest(${numbers(pairs.map(({ locationId }) => locationId))}::int[],
        ${numbers(pairs.map(({ productId }) => productId))}::int[]) as w(location_id, product_id)
      join stock_latest k on k.venue_id = ${venueId} and k.location_id = w.location_id and k.product_id = w.product_id
      left join stock_count c on c.venue_id = ${venueId} and c.count_id = k.count_id
      cross join lateral (
        select coalesce(sum(m.qty) filter (where m.is_after), 0)::bigint as moved, coalesce(sum(m.qty) filter (where m.came), 0)::bigint as came_qty,
          coalesce(sum(m.cost) filter (where m.came), 0)::bigint as came_cost
        from (
          select qty, cost, day > k.counted_day or (day = k.counted_day and at > k.counted_at) as is_after,
            (kind = ${MOVEMENT.purchase} or (kind = ${MOVEMENT.transfer} and qty > 0)) and (${isFirst} or created_at > c.committed_at) as came
          from stock_movement where venue_id = ${venueId} and product_id = k.product_id and location_id = k.location_id
            and day > case when ${isFirst} then '-infinity' else k.counted_day - ${LATEST_INVOICE_DAYS}::int end
        ) as m
      ) as m
    ) as f
    where s.venue_id = ${venueId} and s.location_id = f.location_id and s.product_id = f.product_id`
}
